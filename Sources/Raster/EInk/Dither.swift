package import KernelTypes

// Error diffusion, and the reference form of the rest: one pixel at a time, obviously correct.

extension PanelPicture {
    package static func referenceIndexes(
        _ picture: StraightImage,
        over paper: RGB,
        in inks: Inks,
        _ dithering: Dithering
    ) -> [UInt8] {
        inks.isGray
            ? dithered(picture, over: paper, GrayChoice(inks), dithering)
            : dithered(picture, over: paper, ColorChoice(inks), dithering)
    }
}

/// The unit of errors: lightness, or three channels.
protocol DitherValue {
    static var zero: Self { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    /// Rounds toward zero.
    func divided(by divisor: Int) -> Self
    /// As divided by 16.
    var sixteenth: Self { get }
    func times(_ factor: Int) -> Self
    /// Each channel in 0...255.
    var clipped: Self { get }
}

protocol InkChoice {
    associatedtype Value: DitherValue

    var values: [Value] { get }
    /// The amplitude of thresholds: about the distance between neighboring inks, in each channel.
    var reach: Value { get }
    func value(of color: RGB) -> Value
    /// `value` is clipped.
    func nearest(to value: Value) -> Int
}

/// The ink index of each pixel, row by row.
private func dithered<Choice: InkChoice>(
    _ picture: StraightImage,
    over paper: RGB,
    _ choice: Choice,
    _ dithering: Dithering
) -> [UInt8] {
    switch dithering {
    case .none:
        picture.pixels.map { UInt8(choice.nearest(to: choice.value(of: $0.over(paper)))) }
    case .floydSteinberg: diffused(picture, over: paper, choice)
    case .bayer: thresholded(picture, over: paper, choice, .bayer)
    case .blueNoise: thresholded(picture, over: paper, choice, .blueNoise)
    }
}

/// Error diffusion with Floyd and Steinberg's weights in whole sixteenths.
///
/// Goes left to right in every row. For black and white this is Pillow's `convert("1")`.
func diffused<Choice: InkChoice>(
    _ picture: StraightImage,
    over paper: RGB,
    _ choice: Choice
) -> [UInt8] {
    let (values, width) = (choice.values, picture.width)
    var result: [UInt8] = []
    result.reserveCapacity(picture.size.area)
    // The errors of the row above, shifted by one column.
    var errors = [Choice.Value](repeating: .zero, count: width + 1)
    unsafe picture.withPixels { pixels in
        for y in 0..<picture.height {
            var (right, below, corner) = (Choice.Value.zero, Choice.Value.zero, Choice.Value.zero)
            for x in 0..<width {
                let error = (right + errors[x + 1]).sixteenth
                let color = unsafe pixels[y &* width &+ x].over(paper)
                let wanted = (choice.value(of: color) + error).clipped
                let index = choice.nearest(to: wanted)
                result.append(UInt8(truncatingIfNeeded: index))
                let lack = wanted - values[index]
                errors[x] = below + lack.times(3)
                below = corner + lack.times(5)
                corner = lack
                right = lack.times(7)
            }
            errors[width] = below
        }
    }
    return result
}

private func thresholded<Choice: InkChoice>(
    _ picture: StraightImage,
    over paper: RGB,
    _ choice: Choice,
    _ map: ThresholdMap
) -> [UInt8] {
    picture.pixels.enumerated().map { index, pixel in
        // From just over -1/2 to just under 1/2 of the reach.
        let step = map.rank(x: index % picture.width, y: index / picture.width)
        let offset = choice.reach.times(2 * step + 1 - map.count).divided(by: 2 * map.count)
        return UInt8(choice.nearest(to: (choice.value(of: pixel.over(paper)) + offset).clipped))
    }
}

extension Int: DitherValue {
    func divided(by divisor: Int) -> Int { self / divisor }
    var sixteenth: Int { self / 16 }
    func times(_ factor: Int) -> Int { self * factor }
    var clipped: Int { Swift.min(Swift.max(self, 0), 255) }
}

extension SIMD4<Int32>: DitherValue {
    static func + (left: Self, right: Self) -> Self { left &+ right }
    static func - (left: Self, right: Self) -> Self { left &- right }
    func divided(by divisor: Int) -> Self { self / Self(repeating: Int32(divisor)) }
    var sixteenth: Self { (self &+ ((self &>> 31) & 15)) &>> 4 }
    func times(_ factor: Int) -> Self {
        self &* Self(repeating: Int32(truncatingIfNeeded: factor))
    }
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

    func value(of color: RGB) -> Int { lightness(color) }
    func nearest(to value: Int) -> Int { borders.count { value > $0 } }
}

struct ColorChoice: InkChoice {
    let values: [SIMD4<Int32>]
    /// The typical distance of six inks in a cube: about half its side.
    let reach = SIMD4<Int32>(96, 96, 96, 0)

    init(_ inks: Inks) { values = inks.inks.map { Self.value(of: $0.color) } }

    static let weights = SIMD4<Int32>(2, 4, 3, 0)

    static func value(of color: RGB) -> SIMD4<Int32> {
        SIMD4(Int32(color.r), Int32(color.g), Int32(color.b), 0)
    }

    func value(of color: RGB) -> SIMD4<Int32> { Self.value(of: color) }

    /// Minimizes the weighted squared distance.
    func nearest(to value: SIMD4<Int32>) -> Int {
        var best = (index: 0, distance: Int32.max)
        for (index, ink) in values.enumerated() {
            let lack = value &- ink
            let distance = (lack &* lack &* Self.weights).wrappedSum()
            if distance < best.distance { best = (index, distance) }
        }
        return best.index
    }
}
