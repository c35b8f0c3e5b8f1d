internal import Raster

/// What lies where lines through a picture cross its silhouette.
struct Crossings {
    /// A color that pictures stand on before they are cut out.
    struct Ground {
        /// Of a screen; nil for paper.
        let hue: ScreenHue?
        let color: SIMD4<Int32>

        var name: String { hue?.rawValue ?? "white" }
    }

    private static let grounds = [
        Ground(hue: .green, color: SIMD4(0, 255, 0, 0)),
        Ground(hue: .green, color: SIMD4(0, 177, 64, 0)),
        Ground(hue: .magenta, color: SIMD4(255, 0, 255, 0)),
        Ground(hue: nil, color: SIMD4(255, 255, 255, 0)),
    ]

    /// Counts of crossings in the four directions.
    private struct Tally {
        var asked = SIMD4<Int32>()
        var mixed = SIMD4<Int32>()
        /// Of the ground in the outermost solid pixels, in hundredths, and squared.
        var shares = 0
        var squares = 0
        /// Those whose rim ends in a mixture.
        var blended = 0
        var softAsked = 0
        var softMixed = 0

        /// Whether the outermost pixels are the ground itself, or many mixtures with it; a line that was
        /// drawn has one color.
        func isUneven(_ count: Int) -> Bool {
            let mean = shares / count
            return mean >= 80 || squares / count - mean * mean > 100
        }
    }

    private let grounds = Crossings.grounds
    private var tallies = [Tally](repeating: Tally(), count: grounds.count)
    private var hard = 0
    private var soft = 0
    private var shaded = 0
    private var multiplied = 0

    /// Crosses every frame along so many rows and columns, or fewer of each of many frames.
    init(_ image: StraightImage, _ frames: [PixelRect]) {
        let lines = max(4, 24 / max(1, frames.count))
        unsafe image.withPixels { pixels in
            for frame in frames {
                let rowStep = max(1, frame.height / lines)
                for y in stride(from: frame.y + rowStep / 2, to: frame.maxY, by: rowStep) {
                    let first = y &* image.width &+ frame.x
                    unsafe cross(pixels, first, by: 1, frame.width, 0)
                }
                let columnStep = max(1, frame.width / lines)
                for x in stride(from: frame.x + columnStep / 2, to: frame.maxX, by: columnStep) {
                    let first = frame.y &* image.width &+ x
                    unsafe cross(pixels, first, by: image.width, frame.height, 2)
                }
            }
        }
    }

    /// Looks for crossings on one line, in both directions.
    private mutating func cross(
        _ pixels: UnsafeBufferPointer<StraightPixel>,
        _ first: Int,
        by step: Int,
        _ count: Int,
        _ direction: Int
    ) {
        // A frame's bounds begin with something visible: beyond them it is clear.
        var wasClear = true
        for index in 0..<count {
            let isClear = unsafe pixels[first &+ index &* step].a < 8
            if isClear == wasClear { continue }
            wasClear = isClear
            let place = isClear ? index - 1 : index
            let room = isClear ? place + 1 : count - place
            let start = first &+ place &* step
            unsafe enter(
                pixels,
                start,
                by: isClear ? -step : step,
                room,
                direction + (isClear ? 1 : 0)
            )
        }
        if !wasClear {
            unsafe enter(pixels, first &+ (count - 1) &* step, by: -step, count, direction + 1)
        }
    }

    /// One crossing from its first visible pixel inward.
    private mutating func enter(
        _ pixels: UnsafeBufferPointer<StraightPixel>,
        _ start: Int,
        by step: Int,
        _ room: Int,
        _ direction: Int
    ) {
        func pixel(_ index: Int) -> StraightPixel { unsafe pixels[start &+ index &* step] }
        var solid = 0
        let reach = min(room, 24)
        while solid < reach, pixel(solid).a < 250 { solid += 1 }
        for index in 0..<min(solid, reach - 1) {
            let alpha = pixel(index).a
            // In wide glows the next pixel is hardly another.
            if alpha < 48 { continue }
            var next = index + 1
            let last = min(reach, index + 7) - 1
            while next < last, Int(pixel(next).a) < Int(alpha) + 16 { next += 1 }
            if Int(pixel(next).a) >= Int(alpha) + 16 { shade(pixel(index), before: pixel(next)) }
        }
        guard solid <= 3, room - solid >= 8 else { return }
        if solid == 0 { hard += 1 } else { soft += 1 }
        for index in 0..<8 where pixel(solid + index).a < 250 { return }
        let art = color(pixel(solid + 7))
        let rim = color(pixel(solid)) &- art
        // A fifth of what is 96 away is not less.
        let isAlike = rim.max() < 19 && rim.min() > -19
        for index in 0..<4 {
            let ground = grounds[index]
            let line = ground.color &- art
            guard line.max() > 96 || line.min() < -96 else { continue }
            tallies[index].asked[direction] &+= 1
            if isAlike || dot(rim, line) <= 0 { continue }
            let length = dot(line, line)
            // How much of the ground is in each pixel, in hundredths; nil off the line.
            func share(_ index: Int) -> Int32? {
                let difference = color(pixel(solid + index)) &- art
                let along = dot(difference, line)
                let share = Int32(along &* 100 / length)
                let off = difference &- (line &* share) / 100
                return dot(off, off) <= 24 * 24 + along * along / length / 16 ? share : nil
            }
            guard let outermost = share(0), outermost >= 20 else { continue }
            if let hue = ground.hue {
                // Green art has green rims.
                let lean = hue.excess(pixel(solid))
                guard lean >= 64, hue.excess(pixel(solid + 7)) < 24 else { continue }
            }
            var last = outermost
            var isBlended = outermost < 85
            var ends = false
            for step in 1...6 {
                guard let next = share(step), next <= last + 10 else { break }
                if (16...84).contains(next) { isBlended = true }
                last = next
                if next <= 15 {
                    ends = true
                    break
                }
            }
            guard ends else { continue }
            tallies[index].mixed[direction] += 1
            tallies[index].shares += Int(outermost)
            tallies[index].squares += Int(outermost * outermost)
            if isBlended { tallies[index].blended += 1 }
        }
    }

    /// Compares a soft pixel with the next one inward, for color that was multiplied with alpha or mixed
    /// with white by it.
    private mutating func shade(_ outer: StraightPixel, before inner: StraightPixel) {
        let (a, b) = (Int32(outer.a), Int32(inner.a))
        let (own, next) = (color(outer), color(inner))
        let white = SIMD4<Int32>(255, 255, 255, 0)
        let asBlack = next &* a / b
        let asWhite = white &- (white &- next) &* a / b
        func far(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> Int32 {
            let difference = one &- two
            return max(difference.max(), -difference.min())
        }
        let straight = far(own, next)
        if far(asBlack, next) > 24 {
            shaded += 1
            let error = far(own, asBlack)
            if error <= 16, error * 2 < straight { multiplied += 1 }
        }
        if far(asWhite, next) > 24 {
            tallies[3].softAsked += 1
            let error = far(own, asWhite)
            if error <= 16, error * 2 < straight { tallies[3].softMixed += 1 }
        }
    }

    /// The ground that is left on the outline, and on how much of it.
    var ground: (name: String, share: Double)? {
        for (ground, tally) in zip(Self.grounds, tallies) {
            let asked = Int(tally.asked.wrappedSum())
            let mixed = Int(tally.mixed.wrappedSum())
            let share = Double(mixed) / Double(max(asked, 1))
            if ground.hue != nil {
                if mixed >= 12, share > 0.25, tally.isUneven(mixed) {
                    return (ground.name, share)
                }
                continue
            }
            let isAllAround = (0..<4).allSatisfy {
                tally.asked[$0] >= 5 && tally.mixed[$0] * 2 >= tally.asked[$0]
            }
            if isAllAround, hard > 4 * soft, share > 0.6, tally.blended * 2 > mixed {
                return (ground.name, share)
            }
            let softShare = Double(tally.softMixed) / Double(max(tally.softAsked, 1))
            if tally.softMixed >= 16, softShare > 0.6 { return (ground.name, softShare) }
        }
        return nil
    }

    /// Whether soft colors are darker than those behind them by just their alpha.
    var isPremultiplied: Bool { multiplied >= 32 && multiplied * 10 > shaded * 6 }
}

private func color(_ pixel: StraightPixel) -> SIMD4<Int32> {
    SIMD4(Int32(pixel.r), Int32(pixel.g), Int32(pixel.b), 0)
}

private func dot(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> Int {
    Int((one &* two).wrappedSum())
}
