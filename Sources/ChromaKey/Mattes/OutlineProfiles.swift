import Raster

/// The colors along lines that enter an image's silhouette, from the outline inward.
///
/// Art that was cut out badly shows its old background there: in the outermost pixels, mixed with
/// the art behind them. Colors are straight code values as r, g, b, and the alpha as the fourth, all
/// 0...255.
@safe
struct OutlineProfiles {
    /// One line's pixels, outermost first, up to the first of the art behind.
    struct Profile {
        /// Of `colors`.
        let pixels: Range<Int>
        /// The even color behind the pixels.
        let art: SIMD4<Float>
        /// How the outermost pixel differs from it; the fourth is 0.
        let step: SIMD4<Float>
        /// 0...3: from the left, the right, above and below.
        let direction: Int

        var isUneven: Bool { (step * step).sum() > 100 }
    }

    private(set) var colors: [SIMD4<Float>] = []
    private(set) var profiles: [Profile] = []

    /// Lower alpha counts as outside: haze of a background is up to here.
    static let leastAlpha = Float(faintAlpha)
    /// How deep a rim may be; wider ones are drawn.
    static let reach = 7
    /// Colors of neighbors that differ by less are even.
    private static let evenness: Float = 12

    /// Reads at most `limit` rows and as many columns.
    init(of image: StraightImage, limit: Int = 64) {
        let (width, height) = (image.width, image.height)
        unsafe image.withWords { words in
            guard let start = words.baseAddress else { return }
            for y in Self.lines(of: height, limit) {
                unsafe readLine(start + y &* width, by: 1, width, direction: 0)
            }
            for x in Self.lines(of: width, limit) {
                unsafe readLine(start + x, by: width, height, direction: 2)
            }
        }
    }

    private static func lines(of count: Int, _ limit: Int) -> StrideTo<Int> {
        let step = max(1, (count + limit - 1) / limit)
        return stride(from: step / 2, to: count, by: step)
    }

    private mutating func readLine(
        _ start: UnsafePointer<UInt32>,
        by step: Int,
        _ count: Int,
        direction: Int
    ) {
        let least = UInt32(Self.leastAlpha) &<< 24
        // Art that the picture's border cuts off has no outline there.
        var wasOutside = false
        for index in 0..<count {
            let isOutside = unsafe start[index &* step] < least
            if isOutside == wasOutside { continue }
            wasOutside = isOutside
            if isOutside {
                if index > 0 {
                    unsafe enter(start + (index &- 1) &* step, by: -step, index, direction &+ 1)
                }
            } else if index > 0 {
                unsafe enter(start + index &* step, by: step, count &- index, direction)
            }
        }
    }

    private mutating func enter(
        _ start: UnsafePointer<UInt32>,
        by step: Int,
        _ room: Int,
        _ direction: Int
    ) {
        let first = colors.count
        var index = 0
        while index < min(room &- 1, Self.reach &+ 3) {
            let own = unsafe Self.color(start[index &* step])
            let next = unsafe Self.color(start[(index &+ 1) &* step])
            guard own.w >= Self.leastAlpha else { break }
            let change = own - next
            // Not before the fourth: a rim of two pixels is even, too.
            if index >= 3, next.w <= own.w + 8,
                max(abs(change.x), abs(change.y), abs(change.z)) <= Self.evenness
            {
                var step = colors[first] - own
                step.w = 0
                profiles.append(
                    Profile(
                        pixels: first..<colors.count,
                        art: own,
                        step: step,
                        direction: direction
                    )
                )
                return
            }
            colors.append(own)
            index &+= 1
        }
        colors.removeLast(colors.count &- first)
    }

    @inline(__always)
    static func color(_ word: UInt32) -> SIMD4<Float> {
        let bytes = SIMD4(word, word &>> 8, word &>> 16, word &>> 24) & 255
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
    }
}
