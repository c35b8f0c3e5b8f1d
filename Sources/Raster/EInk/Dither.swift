package import KernelTypes

// The reference form: one pixel at a time, obviously correct.

extension PanelPicture {
    package static func referenceIndexes(
        _ picture: StraightImage,
        over paper: RGB,
        in inks: Inks,
        _ dithering: Dithering
    ) -> [UInt8] {
        let colors = picture.pixels.map { $0.over(paper) }
        return inks.isGray
            ? dithered(colors.map(lightness), width: picture.width, GrayChoice(inks), dithering)
            : dithered(
                colors.map { SIMD4(Int($0.r), Int($0.g), Int($0.b), 0) },
                width: picture.width,
                ColorChoice(inks),
                dithering
            )
    }
}

/// The unit of errors: lightness, or three channels.
protocol DitherValue {
    static var zero: Self { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    /// Rounds toward zero.
    func divided(by divisor: Int) -> Self
    func times(_ factor: Int) -> Self
    /// Each channel in 0...255.
    var clipped: Self { get }
}

protocol InkChoice {
    associatedtype Value: DitherValue

    var values: [Value] { get }
    /// The amplitude of thresholds: about the distance between neighboring inks, in each channel.
    var reach: Value { get }
    func nearest(to value: Value) -> Int
}

/// The ink index of each pixel; `pixels` are row by row.
func dithered<Choice: InkChoice>(
    _ pixels: [Choice.Value],
    width: Int,
    _ choice: Choice,
    _ dithering: Dithering
) -> [UInt8] {
    switch dithering {
    case .none: pixels.map { UInt8(choice.nearest(to: $0)) }
    case .floydSteinberg: diffused(pixels, width: width, choice)
    case .bayer: thresholded(pixels, width: width, choice, .bayer)
    case .blueNoise: thresholded(pixels, width: width, choice, .blueNoise)
    }
}

/// Error diffusion with Floyd and Steinberg's weights in whole sixteenths.
///
/// Goes left to right in every row. For black and white this is Pillow's `convert("1")`.
private func diffused<Choice: InkChoice>(
    _ pixels: [Choice.Value],
    width: Int,
    _ choice: Choice
) -> [UInt8] {
    let values = choice.values
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count)
    // The errors of the row above, shifted by one column.
    var errors = [Choice.Value](repeating: .zero, count: width + 1)
    for start in stride(from: 0, to: pixels.count, by: width) {
        var (right, below, corner) = (Choice.Value.zero, Choice.Value.zero, Choice.Value.zero)
        for x in 0..<width {
            let error = (right + errors[x + 1]).divided(by: 16)
            let wanted = (pixels[start + x] + error).clipped
            let index = choice.nearest(to: wanted)
            result.append(UInt8(index))
            let lack = wanted - values[index]
            errors[x] = below + lack.times(3)
            below = corner + lack.times(5)
            corner = lack
            right = lack.times(7)
        }
        errors[width] = below
    }
    return result
}

private func thresholded<Choice: InkChoice>(
    _ pixels: [Choice.Value],
    width: Int,
    _ choice: Choice,
    _ map: ThresholdMap
) -> [UInt8] {
    pixels.indices.map { index in
        // From just over -1/2 to just under 1/2 of the reach.
        let step = map.rank(x: index % width, y: index / width)
        let offset = choice.reach.times(2 * step + 1 - map.count).divided(by: 2 * map.count)
        return UInt8(choice.nearest(to: (pixels[index] + offset).clipped))
    }
}

extension Int: DitherValue {
    func divided(by divisor: Int) -> Int { self / divisor }
    func times(_ factor: Int) -> Int { self * factor }
    var clipped: Int { Swift.min(Swift.max(self, 0), 255) }
}

extension SIMD4<Int>: DitherValue {
    static func + (left: Self, right: Self) -> Self { left &+ right }
    static func - (left: Self, right: Self) -> Self { left &- right }
    func divided(by divisor: Int) -> Self { self / Self(repeating: divisor) }
    func times(_ factor: Int) -> Self { self &* Self(repeating: factor) }
    var clipped: Self { clamped(lowerBound: .zero, upperBound: Self(repeating: 255)) }
}

/// Inks that differ only in lightness, ascending.
struct GrayChoice: InkChoice {
    let values: [Int]
    let reach: Int
    /// The lightness above which the next ink is nearer.
    private let borders: [Int]

    init(_ inks: Inks) {
        let values = inks.inks.map { lightness($0.color) }
        self.values = values
        borders = zip(values, values.dropFirst()).map { ($0 + $1 + 1) / 2 }
        reach = ((values.last ?? 0) - (values.first ?? 0)) / Swift.max(1, values.count - 1)
    }

    func nearest(to value: Int) -> Int { borders.count { value > $0 } }
}

struct ColorChoice: InkChoice {
    let values: [SIMD4<Int>]
    /// The typical distance of six inks in a cube: about half its side.
    let reach = SIMD4(96, 96, 96, 0)

    init(_ inks: Inks) {
        values = inks.inks.map { SIMD4(Int($0.color.r), Int($0.color.g), Int($0.color.b), 0) }
    }

    static let weights = SIMD4(2, 4, 3, 0)

    /// Minimizes the weighted squared distance.
    func nearest(to value: SIMD4<Int>) -> Int {
        var best = (index: 0, distance: Int.max)
        for (index, ink) in values.enumerated() {
            let lack = value &- ink
            let distance = (lack &* lack &* Self.weights).wrappedSum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}
