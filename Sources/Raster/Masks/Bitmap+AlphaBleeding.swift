import Kernels
import KernelsWide

extension StraightImage {
    /// Removes the color of every clear pixel, then spreads colors of visible pixels to clear ones
    /// within about `reach` pixels.
    package mutating func bleedColors(reach: Int) {
        var clear = BitMask(width: width, height: height)
        let (width, height, stride) = (self.width, self.height, clear.stride)
        let clearColors =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.ClearPixels.vector : Kernels.ClearPixels.vector
        unsafe withMutablePixels { pixels in
            unsafe clear.words.withUnsafeMutableBufferPointer { words in
                for place in 0..<height &* stride {
                    let (y, x) = place.quotientAndRemainder(dividingBy: stride)
                    let part = unsafe UnsafeMutableRawPointer(
                        pixels.start + (y &* width &+ x &* 64)
                    )
                    unsafe words[place] = clearColors(part, min(64, width &- x &* 64))
                }
            }
        }
        bleed(clear, reach: reach)
    }

    /// Spreads colors of visible pixels to clear ones within about `reach` pixels, for engines that
    /// filter straight alpha.
    ///
    /// `clear` has a bit for each pixel of alpha 0, whose color must be 0. Colors spread step by
    /// step, side neighbors before corner ones, and corners only at every other step, so that the
    /// reach is nearly round.
    package mutating func bleed(_ clear: BitMask, reach: Int) {
        if reach < 1 { return }
        var filled = clear.inverted()
        // No other pixel can be reached.
        let zone = filled.dilated(reach).subtracting(filled)
        var places: [BleedFront] = []
        unsafe zone.words.withUnsafeBufferPointer { words in
            // Growing the array would briefly triple its memory.
            unsafe places.reserveCapacity(words.reduce(0) { $0 + ($1 == 0 ? 0 : 1) })
            for index in 0..<words.count where unsafe words[index] != 0 {
                places.append(BleedFront(index: index, wanted: unsafe words[index]))
            }
        }
        let size = self.size
        unsafe withMutablePixels { pixels in
            unsafe filled.words.withUnsafeMutableBufferPointer { filled in
                unsafe places.withUnsafeMutableBufferPointer { places in
                    for step in 0..<reach {
                        // No band writes what another reads in this step.
                        _ = inRowBands(places.count, width: 64) { part in
                            for place in part {
                                unsafe places[place].fill(
                                    pixels.start,
                                    size,
                                    filled.start,
                                    withCorners: step % 2 == 1
                                )
                            }
                        }
                        for place in 0..<places.count {
                            unsafe filled[places[place].index] |= places[place].found
                        }
                    }
                }
            }
        }
    }
}

/// The clear pixels of one word that colors may reach.
private struct BleedFront {
    let index: Int
    var wanted: UInt64
    /// Those colored in the last step.
    var found: UInt64 = 0

    /// Copies colors from neighbors that had one before this step: left, right, above, below, then
    /// corners.
    @inline(__always)
    mutating func fill(
        _ pixels: UnsafeMutablePointer<StraightPixel>,
        _ size: PixelSize,
        _ filled: UnsafePointer<UInt64>,
        withCorners: Bool
    ) {
        found = 0
        if wanted == 0 { return }
        let stride = (size.width &+ 63) &>> 6
        let (y, column) = index.quotientAndRemainder(dividingBy: stride)
        let first = unsafe pixels + (y &* size.width &+ column &* 64)
        /// The colored pixels of a row to the left, at and to the right of these.
        @inline(__always)
        func row(_ dy: Int) -> (left: UInt64, here: UInt64, right: UInt64) {
            guard y &+ dy >= 0, y &+ dy < size.height else { return (0, 0, 0) }
            let at = unsafe filled + (index &+ dy &* stride)
            let before = unsafe column > 0 ? at[-1] : 0
            let after = unsafe column &+ 1 < stride ? at[1] : 0
            return unsafe (at[0] &<< 1 | before &>> 63, at[0], at[0] &>> 1 | after &<< 63)
        }
        var rest = wanted
        @inline(__always)
        func take(_ sources: UInt64, _ offset: Int) {
            var bits = rest & sources
            rest &= ~sources
            while bits != 0 {
                let x = bits.trailingZeroBitCount
                bits &= bits &- 1
                var color = unsafe first[x &+ offset]
                color.a = 0
                unsafe first[x] = color
            }
        }
        let (above, own, below) = (row(-1), row(0), row(1))
        take(own.left, -1)
        take(own.right, 1)
        take(above.here, -size.width)
        take(below.here, size.width)
        if withCorners {
            take(above.left, -size.width &- 1)
            take(above.right, 1 &- size.width)
            take(below.left, size.width &- 1)
            take(below.right, size.width &+ 1)
        }
        found = wanted & ~rest
        wanted = rest
    }
}
