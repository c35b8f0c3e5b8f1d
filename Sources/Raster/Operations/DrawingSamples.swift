/// What the sampled rows of a frame add up to.
package struct DrawingSamples {
    /// How often each value was met: the alpha of pixels; the luma, the smallest channel and the
    /// difference of the channels, of solid ones.
    package private(set) var alphas = [Int](repeating: 0, count: 256)
    package private(set) var lumas = [Int](repeating: 0, count: 256)
    package private(set) var floors = [Int](repeating: 0, count: 256)
    package private(set) var chromas = [Int](repeating: 0, count: 256)
    /// A bit for the hash of each solid color.
    package private(set) var colors = [UInt64](repeating: 0, count: 256)
    /// The pixels next to clear ones.
    package private(set) var rims = 0
    /// How often 0 to 8 pixels, or more, are between a clear pixel and the next opaque one.
    package private(set) var rimWidths = [Int](repeating: 0, count: 10)
    /// Of the rims, those whose first solid pixel is nearly white, up to three pixels farther in.
    package private(set) var paleRims = 0
    /// The small steps of luma from a solid pixel to the next, by the column of the latter in a block
    /// of eight.
    package private(set) var steps = [Steps](repeating: Steps(), count: 8)
    /// The second differences of luma over one pixel and over two, of five solid pixels in a row.
    package private(set) var (fives, detailOfOne, detailOfTwo) = (0, 0, 0)
    /// The steep edges of luma within nine solid pixels, and those that sharpening left with halos on both
    /// sides.
    package private(set) var (edges, overshoots) = (0, 0)

    package struct Steps {
        package private(set) var (count, sum) = (0, 0)

        fileprivate mutating func add(_ count: Int32, _ sum: Int32) {
            self.count += Int(count)
            self.sum += Int(sum)
        }
    }

    private let clearAlpha: UInt8
    private let solidAlpha: UInt32
    private static let opaqueAlpha = 240

    /// The frame must be inside of the image.
    ///
    /// Alpha below `clearAlpha` counts as clear, and from `solidAlpha` on as solid.
    package init(
        _ image: StraightImage,
        _ frame: PixelRect,
        rowStep: Int,
        clearAlpha: UInt8,
        solidAlpha: UInt8 = 96
    ) {
        precondition(
            PixelRect(image.size).contains(frame),
            "\(frame) lies outside of \(image.size)"
        )
        self.clearAlpha = clearAlpha
        self.solidAlpha = UInt32(solidAlpha)
        let count = frame.width
        unsafe image.withWords { words in
            unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { lanes in
                unsafe lanes.initialize(repeating: 0)
                guard let light = lanes.baseAddress, let pixels = words.baseAddress else { return }
                for y in stride(from: frame.y + rowStep / 2, to: frame.maxY, by: rowStep) {
                    let row = unsafe pixels + (y * image.width + frame.x)
                    unsafe addValues(row, count)
                    unsafe addSteps(row, count, column: frame.x, light, light + count)
                }
            }
        }
    }

    /// Equal neighbors at once, as increasing one counter again and again is slow.
    private mutating func addValues(_ row: UnsafePointer<UInt32>, _ count: Int) {
        var (pixel, start) = unsafe (row[0], 0)
        var rim = Rim()
        for index in 1..<count {
            let next = unsafe row[index]
            guard next != pixel else { continue }
            add(pixel, times: index - start, &rim)
            let (before, after) = (UInt8(pixel >> 24), UInt8(next >> 24))
            if (before < clearAlpha) != (after < clearAlpha) {
                rims += 1
                if before < clearAlpha {
                    unsafe addRim(row, from: index, by: 1, until: count)
                } else {
                    unsafe addRim(row, from: index - 1, by: -1, until: -1)
                }
            }
            (pixel, start) = (next, index)
        }
        add(pixel, times: count - start, &rim)
    }

    /// What was met last in a row: a clear pixel or an opaque one, and how many pixels since then.
    private struct Rim {
        var isClear: Bool?
        var width = 0
    }

    private mutating func addRim(
        _ row: UnsafePointer<UInt32>,
        from first: Int,
        by step: Int,
        until end: Int
    ) {
        var index = first
        while index != end, index != first + 4 * step {
            let pixel = unsafe row[index]
            if pixel >> 24 >= 224 {
                paleRims += min(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) >= 232 ? 1 : 0
                return
            }
            index += step
        }
    }

    private mutating func add(_ pixel: UInt32, times: Int, _ rim: inout Rim) {
        let alpha = pixel >> 24
        alphas[Int(alpha)] += times
        let isClear = alpha < clearAlpha
        if isClear || alpha >= Self.opaqueAlpha {
            if let last = rim.isClear, last != isClear { rimWidths[min(rim.width, 9)] += 1 }
            rim = Rim(isClear: isClear)
        } else {
            rim.width += times
        }
        guard alpha >= solidAlpha else { return }
        let (red, green, blue) = (pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255)
        lumas[Int(Self.luma(pixel))] += times
        let floor = min(red, green, blue)
        floors[Int(floor)] += times
        chromas[Int(max(red, green, blue) - floor)] += times
        // Knuth's multiplicative hash, of 14 bits.
        let hash = Int(((red << 16 | green << 8 | blue) &* 2_654_435_761) >> 18)
        colors[hash >> 6] |= 1 << UInt64(hash & 63)
    }

    private static func luma(_ pixel: UInt32) -> UInt32 {
        ((pixel & 255) &+ 2 &* (pixel &>> 8 & 255) &+ (pixel &>> 16 & 255)) &>> 2
    }

    /// Loops without branches, which the compiler vectorizes.
    private mutating func addSteps(
        _ row: UnsafePointer<UInt32>,
        _ count: Int,
        column: Int,
        _ light: UnsafeMutablePointer<Int32>,
        _ isSolid: UnsafeMutablePointer<Int32>
    ) {
        var index = 0
        let least = solidAlpha &<< 24
        while index < count {
            let pixel = unsafe row[index]
            unsafe light[index] = Int32(truncatingIfNeeded: Self.luma(pixel))
            unsafe isSolid[index] = pixel >= least ? -1 : 0
            index &+= 1
        }
        for phase in 0..<8 {
            var (number, sum) = (Int32(0), Int32(0))
            index = 1 &+ (phase &- 1 &- column) & 7
            while index < count {
                let step = unsafe magnitude(light[index] &- light[index &- 1])
                let isSmall: Int32 = step <= 24 ? -1 : 0
                let counts = unsafe isSolid[index] & isSolid[index &- 1] & isSmall
                number &-= counts
                sum &+= step & counts
                index &+= 8
            }
            steps[phase].add(number, sum)
        }
        var (five, one, two) = (Int32(0), Int32(0), Int32(0))
        index = 4
        while index < count {
            let (light, isSolid) = unsafe (light + index, isSolid + index)
            let counts = unsafe isSolid[0] & isSolid[-1] & isSolid[-2] & isSolid[-3] & isSolid[-4]
            let middle = unsafe 2 &* light[-2]
            five &-= counts
            one &+= unsafe magnitude(middle &- light[-1] &- light[-3]) & counts
            two &+= unsafe magnitude(middle &- light[0] &- light[-4]) & counts
            index &+= 1
        }
        fives += Int(five)
        detailOfOne += Int(one)
        detailOfTwo += Int(two)
        unsafe addEdges(light, isSolid, count)
    }

    private mutating func addEdges(
        _ light: UnsafeMutablePointer<Int32>,
        _ isSolid: UnsafeMutablePointer<Int32>,
        _ count: Int
    ) {
        var (found, beyond) = (Int32(0), Int32(0))
        var index = 4
        while index < count &- 4 {
            let (light, solid) = unsafe (light + index, isSolid + index)
            var counts = unsafe solid[-4] & solid[-3] & solid[-2] & solid[-1] & solid[0]
            unsafe counts &= solid[1] & solid[2] & solid[3] & solid[4]
            let rise = unsafe light[1] &- light[-1]
            let step = magnitude(rise)
            // The steepest place of an edge; of equal ones the first.
            let (before, after) = unsafe (light[0] &- light[-2], light[2] &- light[0])
            let isSteeperThanBefore: Int32 = magnitude(before) < step ? -1 : 0
            let isNotLess: Int32 = magnitude(after) <= step ? -1 : 0
            counts &= isSteeperThanBefore & isNotLess & (step >= 40 ? -1 : 0)
            let sign: Int32 = rise < 0 ? -1 : 1
            let low = unsafe sign &* (light[-4] &- light[-2])
            let high = unsafe sign &* (light[2] &- light[4])
            let isBelow: Int32 = 16 &* low >= step ? -1 : 0
            let isAbove: Int32 = 16 &* high >= step ? -1 : 0
            let isPlain: Int32 = low < step ? -1 : 0
            found &-= counts
            beyond &-= counts & isBelow & isAbove & isPlain & (high < step ? -1 : 0)
            index &+= 1
        }
        edges += Int(found)
        overshoots += Int(beyond)
    }
}

/// Unlike `abs`, without a trap, which would keep a loop from being vectorized.
private func magnitude(_ value: Int32) -> Int32 { max(value, 0 &- value) }
