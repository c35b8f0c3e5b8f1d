import Raster

/// What was found where lines through an image cross its silhouette.
package struct Crossings {
    /// A color of backgrounds before cutting out.
    struct Ground {
        /// Of a screen; nil for paper.
        let hue: ScreenHue?
        let color: StraightPixel

        var name: String { hue?.rawValue ?? "white" }
    }

    static let grounds = [
        Ground(hue: .green, color: StraightPixel(r: 0, g: 255, b: 0)),
        Ground(hue: .green, color: StraightPixel(r: 0, g: 177, b: 64)),
        Ground(hue: .magenta, color: StraightPixel(r: 255, g: 0, b: 255)),
        Ground(hue: nil, color: StraightPixel(r: 255, g: 255, b: 255)),
    ]

    struct Tally {
        /// In each of the four directions.
        var mixed = SIMD4<Int32>()
        /// The shares of the ground in the outermost solid pixels, in hundredths, and squared.
        var shares = 0
        var squares = 0
        /// Those whose rim ends in a mixture.
        var blended = 0

        /// Whether the outermost pixels are the ground itself, or varying mixtures with it; a drawn
        /// line has one color.
        func isUneven(_ count: Int) -> Bool {
            let mean = shares / count
            return mean >= 80 || squares / count - mean * mean > 100
        }
    }

    /// Crossings of the four directions that would show each ground: a lane for each.
    var asked = [SIMD4<Int32>](repeating: .zero, count: 4)
    var tallies = [Tally](repeating: Tally(), count: grounds.count)
    /// Crossings whose outermost solid pixel leans to a screen's hue; not counted by the reference
    /// form.
    var greenRims = 0
    var magentaRims = 0
    /// Crossings without soft pixels, and with few.
    var hard = 0
    var soft = 0
    /// Soft pixels that can show premultiplied colors, and those that do.
    var shaded = 0
    var multiplied = 0
    /// The same for colors mixed with white by alpha.
    var paled = 0
    var whitened = 0

    /// Crosses every frame along a number of rows and columns, fewer for many frames.
    ///
    /// The art behind the outermost pixels is only examined if those may be a ground's.
    package init(_ picture: CheckedPicture) {
        let count = max(4, 24 / max(1, picture.measures.count { $0.bounds != nil }))
        let frames = zip(picture.frames, picture.measures).compactMap { frame, measure in
            FrameLines(frame, measure, count)
        }
        let (width, usesReference) = (picture.image.width, KernelChoice.usesReference)
        unsafe picture.image.withWords { words in
            guard let words = words.baseAddress else { return }
            if usesReference {
                for frame in frames { unsafe crossOneByOne(words, width, frame) }
                return
            }
            for frame in frames {
                unsafe frame.visitCrossings(words, width) { start, step, room, _ in
                    unsafe enter(start, by: step, room)
                }
            }
            guard mayShowGround else { return }
            for frame in frames {
                unsafe frame.visitCrossings(words, width) { start, step, room, direction in
                    unsafe follow(start, by: step, room, direction)
                }
            }
        }
    }

    /// Whether there are enough rims for any finding.
    private var mayShowGround: Bool { greenRims >= 12 || magentaRims >= 12 || hard > 4 * soft }

    /// The ground that remains on the outline, and its share of it.
    package var ground: (name: String, share: Double)? {
        for (index, (ground, tally)) in zip(Self.grounds, tallies).enumerated() {
            let directions = asked.map { $0[index] }
            let asked = Int(directions.reduce(0, +))
            let mixed = Int(tally.mixed.wrappedSum())
            let share = Double(mixed) / Double(max(asked, 1))
            if ground.hue != nil {
                if mixed >= 12, share > 0.25, tally.isUneven(mixed) {
                    return (ground.name, share)
                }
                continue
            }
            let isAllAround = (0..<4).allSatisfy {
                directions[$0] >= 5 && tally.mixed[$0] * 2 >= directions[$0]
            }
            if isAllAround, hard > 4 * soft, share > 0.6, tally.blended * 2 > mixed {
                return (ground.name, share)
            }
            let softShare = Double(whitened) / Double(max(paled, 1))
            if whitened >= 16, softShare > 0.6 { return (ground.name, softShare) }
        }
        return nil
    }

    /// The counts of the outermost pixels, in either form.
    package var edgeCounts: [Int] { [hard, soft, shaded, multiplied, paled, whitened] }

    /// Whether soft colors are darker than those behind them by exactly their alpha.
    package var isPremultiplied: Bool { multiplied >= 32 && multiplied * 10 > shaded * 6 }
}

/// Pixels are solid from here on.
private let opaque: UInt32 = 250 &<< 24

/// The minimum lean of a rim to a screen's hue.
private let leastRim: Int32 = 64

extension Crossings {
    /// Examines the outermost pixels of one crossing, from its first visible one at `start` inward
    /// by `step`, for `room` pixels.
    @inline(__always)
    mutating func enter(_ start: UnsafePointer<UInt32>, by step: Int, _ room: Int) {
        let reach = min(room, 24)
        var solid = 0
        while solid < reach, unsafe start[solid &* step] < opaque { solid &+= 1 }
        for index in 0..<min(solid, reach &- 1) {
            let outer = unsafe start[index &* step]
            // In wide glows the next pixel is similar.
            if outer < 48 &<< 24 { continue }
            var next = index &+ 1
            let last = min(reach, index &+ 7) &- 1
            let rise = outer &>> 24 &+ 16
            while next < last, unsafe start[next &* step] &>> 24 < rise { next &+= 1 }
            let inner = unsafe start[next &* step]
            if inner &>> 24 >= rise { shade(outer, before: inner) }
        }
        guard solid <= 3, room &- solid >= 8 else { return }
        if solid == 0 { hard &+= 1 } else { soft &+= 1 }
        let outer = unsafe Channels(start[solid &* step])
        if outer.green >= leastRim { greenRims &+= 1 }
        if outer.magenta >= leastRim { magentaRims &+= 1 }
    }

    /// Examines the art behind the outermost pixels, and the pixels in between.
    ///
    /// From the first visible pixel at `start` inward by `step`, for `room` pixels; `direction` is
    /// 0...3.
    mutating func follow(
        _ start: UnsafePointer<UInt32>,
        by step: Int,
        _ room: Int,
        _ direction: Int
    ) {
        var solid = 0
        while solid < min(room, 4), unsafe start[solid &* step] < opaque { solid &+= 1 }
        guard solid <= 3, room &- solid >= 8 else { return }
        let edge = unsafe start + solid &* step
        for index in 0..<8 where unsafe edge[index &* step] < opaque { return }
        let (art, outer) = unsafe (Channels(edge[7 &* step]), Channels(edge[0]))
        let rim = outer.minus(art)
        // A fifth of what is 96 away is not less.
        let isAlike = max(rim.r, rim.g, rim.b) < 19 && min(rim.r, rim.g, rim.b) > -19
        for (index, ground) in Self.grounds.enumerated() {
            let line = Channels(ground.color).minus(art)
            guard max(abs(line.r), abs(line.g), abs(line.b)) > 96 else { continue }
            asked[direction][index] &+= 1
            if isAlike || rim.dot(line) &* 5 < line.dot(line) { continue }
            if let hue = ground.hue {
                // Green art has green rims.
                let (own, behind) =
                    hue == .green ? (outer.green, art.green) : (outer.magenta, art.magenta)
                guard own >= leastRim, behind < 24 else { continue }
            }
            unsafe followRim(of: index, line, edge, by: step, art, direction)
        }
    }

    /// Follows a rim inward while it is a mixture of a ground and the art.
    private mutating func followRim(
        of ground: Int,
        _ line: Channels,
        _ edge: UnsafePointer<UInt32>,
        by step: Int,
        _ art: Channels,
        _ direction: Int
    ) {
        let length = line.dot(line)
        // The share of the ground in each pixel, in hundredths; nil off the line.
        func share(_ index: Int) -> Int32? {
            let difference = unsafe Channels(edge[index &* step]).minus(art)
            let along = difference.dot(line)
            let share = along &* 100 / length
            let off = Channels(
                r: difference.r &- line.r &* share / 100,
                g: difference.g &- line.g &* share / 100,
                b: difference.b &- line.b &* share / 100
            )
            let (far, along64) = (Int(off.dot(off)) &- 24 &* 24, Int(along))
            return far &* 16 &* Int(length) <= along64 &* along64 ? share : nil
        }
        guard let outermost = share(0), outermost >= 20 else { return }
        var last = outermost
        var isBlended = outermost < 85
        var pixel = 1
        repeat {
            guard pixel <= 6, let next = share(pixel), next <= last &+ 10 else { return }
            if (16...84).contains(next) { isBlended = true }
            last = next
            pixel &+= 1
        } while last > 15
        tallies[ground].mixed[direction] &+= 1
        tallies[ground].shares &+= Int(outermost)
        tallies[ground].squares &+= Int(outermost &* outermost)
        if isBlended { tallies[ground].blended &+= 1 }
    }

    /// Compares a soft pixel with the next one inward, to detect premultiplied colors or colors
    /// mixed with white.
    private mutating func shade(_ outer: UInt32, before inner: UInt32) {
        let (own, next) = (Channels(outer), Channels(inner))
        // 2^32 divided by the inner alpha, rounded up: exact for products of two bytes. It is at
        // least 64.
        let factor = UInt64(outer &>> 24) &* UInt64(UInt32.max / (inner &>> 24) &+ 1)
        func scaled(_ value: Int32) -> Int32 {
            Int32(truncatingIfNeeded: (UInt64(UInt32(bitPattern: value)) &* factor) &>> 32)
        }
        let black = Channels(r: scaled(next.r), g: scaled(next.g), b: scaled(next.b))
        let white = Channels(
            r: 255 &- scaled(255 &- next.r),
            g: 255 &- scaled(255 &- next.g),
            b: 255 &- scaled(255 &- next.b)
        )
        let straight = own.distance(to: next)
        // A shadow is black, whatever casts it.
        let isShadow = own.largest <= 3 && black.largest >= 8
        if !isShadow, black.distance(to: next) > 24 {
            shaded &+= 1
            let error = own.distance(to: black)
            if error <= 16, error &* 2 < straight { multiplied &+= 1 }
        }
        if white.distance(to: next) > 24 {
            paled &+= 1
            let error = own.distance(to: white)
            if error <= 16, error &* 2 < straight { whitened &+= 1 }
        }
    }
}

/// Color channels as numbers, or their differences.
private struct Channels {
    var r: Int32
    var g: Int32
    var b: Int32

    @inline(__always)
    init(r: Int32, g: Int32, b: Int32) { (self.r, self.g, self.b) = (r, g, b) }

    @inline(__always)
    init(_ pixel: UInt32) {
        r = Int32(pixel & 255)
        g = Int32(pixel &>> 8 & 255)
        b = Int32(pixel &>> 16 & 255)
    }

    @inline(__always)
    init(_ pixel: StraightPixel) { (r, g, b) = (Int32(pixel.r), Int32(pixel.g), Int32(pixel.b)) }

    var largest: Int32 { max(r, g, b) }

    @inline(__always)
    func minus(_ other: Channels) -> Channels {
        Channels(r: r &- other.r, g: g &- other.g, b: b &- other.b)
    }

    @inline(__always)
    func dot(_ other: Channels) -> Int32 { r &* other.r &+ g &* other.g &+ b &* other.b }

    /// The largest difference of a channel.
    @inline(__always)
    func distance(to other: Channels) -> Int32 {
        max(abs(r &- other.r), abs(g &- other.g), abs(b &- other.b))
    }

    /// How far the color leans to green, and to magenta.
    @inline(__always) var green: Int32 { g &- max(r, b) }
    @inline(__always) var magenta: Int32 { min(r, b) &- g }
}

/// Rows and columns of a frame, and their crossings with its silhouette.
struct FrameLines {
    /// The columns and rows within its bounds, from its corner.
    let columns: Range<Int>
    let rows: Range<Int>
    let corner: PixelPoint
    private let count: Int
    private let touched: BitMask

    init?(_ frame: PixelRect, _ measure: FrameMeasure, _ count: Int) {
        guard let bounds = measure.bounds, let alpha = measure.alpha else { return nil }
        columns = bounds.x - frame.x..<bounds.maxX - frame.x
        rows = bounds.y - frame.y..<bounds.maxY - frame.y
        corner = frame.origin
        self.count = count
        touched = alpha.touched
    }

    /// The examined rows, or columns.
    func lines(of all: Range<Int>) -> StrideTo<Int> {
        let step = max(1, all.count / count)
        return stride(from: all.lowerBound + step / 2, to: all.upperBound, by: step)
    }

    /// Calls `body` for each crossing with its first pixel that is not clear, the step to the next
    /// pixel inward, the number of pixels, and the direction of four.
    ///
    /// Outside of the bounds it is clear. All columns are crossed at once, row by row, in memory
    /// order.
    @inline(__always)
    func visitCrossings(
        _ words: UnsafePointer<UInt32>,
        _ width: Int,
        _ body: (
            _ start: UnsafePointer<UInt32>, _ step: Int, _ room: Int, _ direction: Int
        ) -> Void
    ) {
        let origin = unsafe words + (corner.y &* width &+ corner.x)
        let stride = touched.stride
        // The bits of columns within the bounds, of the examined ones, and of these in the row
        // above.
        var masks = [SIMD4<UInt64>](repeating: .zero, count: stride)
        for word in 0..<stride { masks[word].x = mask(word) }
        for x in lines(of: columns) { masks[x &>> 6].y |= 1 &<< UInt64(x & 63) }
        unsafe masks.withUnsafeMutableBufferPointer { masks in
            unsafe touched.words.withUnsafeBufferPointer { touched in
                for y in lines(of: rows) {
                    let row = unsafe origin + y &* width
                    var before: UInt64 = 0
                    for word in 0..<stride {
                        let bits = unsafe touched[y &* stride &+ word] & masks[word].x
                        var changes = bits ^ (bits &<< 1 | before &>> 63)
                        before = bits
                        while changes != 0 {
                            let bit = changes.trailingZeroBitCount
                            changes &= changes &- 1
                            let x = word &* 64 &+ bit
                            if bits &>> UInt64(bit) & 1 != 0 {
                                unsafe body(row + x, 1, columns.upperBound &- x, 0)
                            } else {
                                unsafe body(row + (x &- 1), -1, x &- columns.lowerBound, 1)
                            }
                        }
                    }
                    if before &>> 63 != 0 {
                        unsafe body(row + (columns.upperBound &- 1), -1, columns.count, 1)
                    }
                }
                for y in rows.lowerBound...rows.upperBound {
                    for word in 0..<stride {
                        let isInside = y < rows.upperBound
                        let bits =
                            unsafe isInside ? touched[y &* stride &+ word] & masks[word].y : 0
                        var changes = unsafe bits ^ masks[word].z
                        if changes == 0 { continue }
                        unsafe masks[word].z = bits
                        while changes != 0 {
                            let bit = changes.trailingZeroBitCount
                            changes &= changes &- 1
                            let place = unsafe origin + (y &* width &+ word &* 64 &+ bit)
                            if bits &>> UInt64(bit) & 1 != 0 {
                                unsafe body(place, width, rows.upperBound &- y, 2)
                            } else {
                                unsafe body(place - width, -width, y &- rows.lowerBound, 3)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The bits of a word that are columns within the bounds.
    private func mask(_ word: Int) -> UInt64 {
        let (first, end) = (columns.lowerBound - word * 64, columns.upperBound - word * 64)
        if first >= 64 || end <= 0 { return 0 }
        let low: UInt64 = first > 0 ? ~0 << UInt64(first) : ~0
        return end < 64 ? low & ~(~0 << UInt64(end)) : low
    }
}
