import KernelTypes

// The fast form: looks up what `dithered` computes for each pixel.

/// The ink index of each pixel, row by row; `paper` shows through clear pixels.
func inkIndexes(
    _ picture: StraightImage,
    over paper: RGB,
    in inks: Inks,
    _ dithering: Dithering
) -> [UInt8] {
    if inks.isGray {
        let choice = GrayChoice(inks)
        let table = GrayTable(choice)
        return Thresholds(dithering, choice.reach).map { thresholded(picture, paper, $0, table) }
            ?? diffused(picture, paper, choice, table)
    }
    let choice = ColorChoice(inks)
    let table = ColorTable(choice)
    return Thresholds(dithering, choice.reach.x).map { thresholded(picture, paper, $0, table) }
        ?? diffused(picture, paper, choice, table)
}

/// A square of offsets, repeated over an image and added to its pixels.
struct Thresholds {
    let side: Int
    let offsets: [Int]

    /// Nil for error diffusion.
    init?(_ dithering: Dithering, _ reach: Int) {
        let map: ThresholdMap
        switch dithering {
        case .none:
            (side, offsets) = (1, [0])
            return
        case .floydSteinberg: return nil
        case .bayer: map = .bayer
        case .blueNoise: map = .blueNoise
        }
        side = map.side
        offsets = (0..<map.count).map { place in
            let step = map.rank(x: place % map.side, y: place / map.side)
            return reach * (2 * step + 1 - map.count) / (2 * map.count)
        }
    }
}

/// Space in tables for values below 0 and above 255.
private let margin = 128

/// Looks up the ink of a color with an offset.
private protocol InkTable {
    /// `offset` is from -128 to 127; sums are clamped.
    func index(of color: RGB, _ offset: Int) -> UInt8
}

private struct GrayTable: InkTable {
    /// By lightness, from -128 to 383.
    let indexes: [UInt8]

    init(_ choice: GrayChoice) {
        indexes = (-margin..<256 + margin).map { UInt8(choice.nearest(to: $0.clipped)) }
    }

    @inline(__always)
    func index(of color: RGB, _ offset: Int) -> UInt8 {
        indexes[lightness(color) &+ offset &+ margin]
    }
}

/// By distances, as sums of one number per channel, eight inks at once.
private struct ColorTable: InkTable {
    /// For each group of eight inks, then each channel, then each value from -128 to 383: eight
    /// times what the channel adds to the distance.
    ///
    /// Red also adds the ink's index among the eight.
    private let parts: [SIMD8<Int32>]
    private let groups: Int

    private static let values = 256 + 2 * margin

    init(_ choice: ColorChoice) {
        let inks = choice.values
        groups = (inks.count + 7) / 8
        var parts: [SIMD8<Int32>] = []
        parts.reserveCapacity(groups * 3 * Self.values)
        for group in 0..<groups {
            for channel in 0..<3 {
                for value in -margin..<256 + margin {
                    var part = SIMD8<Int32>()
                    for lane in 0..<8 {
                        let place = group * 8 + lane
                        guard place < inks.count else {
                            // Farther than any ink can be.
                            part[lane] = channel == 0 ? 1 << 29 : 0
                            continue
                        }
                        let lack = value.clipped - inks[place][channel]
                        let distance = lack * lack * ColorChoice.weights[channel]
                        part[lane] = Int32(8 * distance + (channel == 0 ? lane : 0))
                    }
                    parts.append(part)
                }
            }
        }
        self.parts = parts
    }

    @inline(__always)
    func index(of color: RGB, _ offset: Int) -> UInt8 {
        let shift = offset &+ margin
        var best = Int32.max
        var index: Int32 = 0
        for group in 0..<groups {
            let start = group &* 3 &* Self.values &+ shift
            let sums =
                parts[start &+ Int(color.r)] &+ parts[start &+ Self.values &+ Int(color.g)]
                &+ parts[start &+ 2 &* Self.values &+ Int(color.b)]
            let least = sums.least
            // Ties go to the first, also between groups.
            guard least >> 3 < best else { continue }
            best = least >> 3
            index = Int32(truncatingIfNeeded: group) &* 8 &+ least & 7
        }
        return UInt8(truncatingIfNeeded: index)
    }
}

extension SIMD8<Int32> {
    @inline(__always)
    fileprivate var least: Int32 {
        let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        let two = four.lowHalf.replacing(
            with: four.highHalf,
            where: four.highHalf .< four.lowHalf
        )
        return Swift.min(two.x, two.y)
    }
}

@inline(__always)
private func thresholded<Table: InkTable>(
    _ picture: StraightImage,
    _ paper: RGB,
    _ thresholds: Thresholds,
    _ table: Table
) -> [UInt8] {
    let (width, mask) = (picture.width, thresholds.side - 1)
    var indexes: [UInt8] = []
    indexes.reserveCapacity(picture.size.area)
    unsafe picture.withPixels { pixels in
        var last = (pixel: StraightPixel.clear, offset: 0)
        var index = table.index(of: paper, 0)
        for y in 0..<picture.height {
            let row = (y & mask) &* thresholds.side
            for x in 0..<width {
                let pixel = unsafe pixels[y &* width &+ x]
                let offset = thresholds.offsets[row &+ x & mask]
                // Pixel art has long runs of one color.
                if pixel != last.pixel || offset != last.offset {
                    index = table.index(of: pixel.over(paper), offset)
                    last = (pixel, offset)
                }
                indexes.append(index)
            }
        }
    }
    return indexes
}

/// The reference form in lightness.
private func diffused(
    _ picture: StraightImage,
    _ paper: RGB,
    _ choice: GrayChoice,
    _ table: GrayTable
) -> [UInt8] {
    let width = picture.width
    var indexes: [UInt8] = []
    indexes.reserveCapacity(picture.size.area)
    var errors = [Int](repeating: 0, count: width + 1)
    unsafe picture.withPixels { pixels in
        for y in 0..<picture.height {
            var (right, below, corner) = (0, 0, 0)
            for x in 0..<width {
                let error = (right + errors[x + 1]) / 16
                let pixel = unsafe pixels[y &* width &+ x]
                let wanted = (lightness(pixel.over(paper)) + error).clipped
                let index = table.indexes[wanted + margin]
                indexes.append(index)
                let lack = wanted - choice.values[Int(index)]
                errors[x] = below + lack * 3
                below = corner + lack * 5
                corner = lack
                right = lack * 7
            }
            errors[width] = below
        }
    }
    return indexes
}

/// The reference form in three channels.
private func diffused(
    _ picture: StraightImage,
    _ paper: RGB,
    _ choice: ColorChoice,
    _ table: ColorTable
) -> [UInt8] {
    typealias Channels = SIMD4<Int32>
    let width = picture.width
    let inks = choice.values.map { Channels(truncatingIfNeeded: $0) }
    var indexes: [UInt8] = []
    indexes.reserveCapacity(picture.size.area)
    var errors = [Channels](repeating: .zero, count: width + 1)
    unsafe picture.withPixels { pixels in
        for y in 0..<picture.height {
            var (right, below, corner) = (Channels.zero, Channels.zero, Channels.zero)
            for x in 0..<width {
                let sum = right &+ errors[x + 1]
                // Rounded toward zero.
                let error = (sum &+ ((sum &>> 31) & 15)) &>> 4
                let color = unsafe pixels[y &* width &+ x].over(paper)
                let own = Channels(Int32(color.r), Int32(color.g), Int32(color.b), 0)
                let wanted = (own &+ error)
                    .clamped(lowerBound: .zero, upperBound: Channels(repeating: 255))
                let near = RGB(
                    UInt8(truncatingIfNeeded: wanted.x),
                    UInt8(truncatingIfNeeded: wanted.y),
                    UInt8(truncatingIfNeeded: wanted.z)
                )
                let index = table.index(of: near, 0)
                indexes.append(index)
                let lack = wanted &- inks[Int(index)]
                errors[x] = below &+ lack &* 3
                below = corner &+ lack &* 5
                corner = lack
                right = lack &* 7
            }
            errors[width] = below
        }
    }
    return indexes
}
