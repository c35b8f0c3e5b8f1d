import KernelTypes

// The fast form: looks up the nearest inks.

/// The ink index of each pixel, row by row; `paper` shows through clear pixels.
func inkIndexes(
    _ picture: StraightImage,
    over paper: RGB,
    in inks: Inks,
    _ dithering: Dithering
) -> [UInt8] {
    if inks.isGray {
        let table = GrayTable(GrayChoice(inks))
        return Thresholds(dithering, table.reach).map { thresholded(picture, paper, $0, table) }
            ?? diffused(picture, over: paper, table)
    }
    let table = ColorTable(ColorChoice(inks))
    return Thresholds(dithering, Int(table.reach.x)).map {
        thresholded(picture, paper, $0, table)
    } ?? diffused(picture, over: paper, table)
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
private protocol InkTable: InkChoice {
    /// `offset` is from -128 to 127; sums are clamped.
    func index(of color: RGB, _ offset: Int) -> UInt8
}

private struct GrayTable: InkTable {
    let values: [Int]
    let reach: Int
    /// By lightness, from -128 to 383.
    private let indexes: [UInt8]

    init(_ choice: GrayChoice) {
        (values, reach) = (choice.values, choice.reach)
        indexes = (-margin..<256 + margin).map { UInt8(choice.nearest(to: $0.clipped)) }
    }

    func value(of color: RGB) -> Int { lightness(color) }

    @inline(__always)
    func nearest(to value: Int) -> Int { Int(indexes[value + margin]) }

    @inline(__always)
    func index(of color: RGB, _ offset: Int) -> UInt8 {
        indexes[lightness(color) &+ offset &+ margin]
    }
}

/// By distances, as sums of one number per channel, eight inks at once.
private struct ColorTable: InkTable {
    let values: [SIMD4<Int32>]
    let reach: SIMD4<Int32>
    /// For each group of eight inks, then each channel, then each value from -128 to 383: eight
    /// times what the channel adds to the distance.
    ///
    /// Red also adds the ink's index among the eight.
    private let parts: [SIMD8<Int32>]
    private let groups: Int

    private static let values = 256 + 2 * margin

    init(_ choice: ColorChoice) {
        let inks = choice.values
        (values, reach) = (inks, choice.reach)
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
                        let lack = Int32(value.clipped) - inks[place][channel]
                        let distance = lack * lack * ColorChoice.weights[channel]
                        part[lane] = 8 * distance + (channel == 0 ? Int32(lane) : 0)
                    }
                    parts.append(part)
                }
            }
        }
        self.parts = parts
    }

    @inline(__always)
    func value(of color: RGB) -> SIMD4<Int32> { ColorChoice.value(of: color) }

    @inline(__always)
    func nearest(to value: SIMD4<Int32>) -> Int {
        let color = RGB(
            UInt8(truncatingIfNeeded: value.x),
            UInt8(truncatingIfNeeded: value.y),
            UInt8(truncatingIfNeeded: value.z)
        )
        return Int(index(of: color, 0))
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
