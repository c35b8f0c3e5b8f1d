/// 16-bit pixel formats of graphics cards.
public enum WordFormat: String, CaseIterable, Hashable, Sendable {
    /// 4 bits each: red highest, alpha lowest (`GL_UNSIGNED_SHORT_4_4_4_4`).
    case rgba4444
    /// 5 bits of red, highest, 6 of green, 5 of blue (`GL_UNSIGNED_SHORT_5_6_5`); no alpha.
    case rgb565

    /// Red, green, blue, alpha.
    fileprivate var bits: [Int] {
        switch self {
        case .rgba4444: [4, 4, 4, 4]
        case .rgb565: [5, 6, 5, 0]
        }
    }
}

extension Bitmap<StraightPixel> {
    /// The image in 16 bits per pixel: little-endian words, row by row, without gaps.
    ///
    /// Levels in between are dithered by the ordered 8x8 pattern of Bayer (1973), so that equal
    /// images give equal words. Without alpha the image is composited over black.
    public func words(in format: WordFormat) -> [UInt8] {
        let scales = format.bits.map { LevelScale(bits: $0) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size.area * 2)
        let source =
            format == .rgb565
            ? premultiplied().pixels.map { StraightPixel(r: $0.r, g: $0.g, b: $0.b) } : pixels
        for y in 0..<height {
            for x in 0..<width {
                let pixel = source[y * width + x]
                let threshold = ThresholdMap.bayer.rank(x: x, y: y)
                var word: UInt16 = 0
                for (channel, scale) in zip([pixel.r, pixel.g, pixel.b, pixel.a], scales) {
                    word = word << UInt16(scale.bits) | scale.level(of: channel, threshold)
                }
                bytes.append(UInt8(truncatingIfNeeded: word))
                bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            }
        }
        return bytes
    }

    /// Decodes words, spreading each level over 0...255; nil if the number of bytes does not match
    /// the size.
    public init?(words bytes: [UInt8], in format: WordFormat, size: PixelSize) {
        guard bytes.count == size.area * 2 else { return nil }
        let scales = format.bits.map { LevelScale(bits: $0) }
        var pixels: [StraightPixel] = []
        pixels.reserveCapacity(size.area)
        for index in 0..<size.area {
            var word = UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
            var channels: [UInt8] = [0, 0, 0, 255]
            for channel in (0..<4).reversed() where scales[channel].bits > 0 {
                let scale = scales[channel]
                channels[channel] = scale.values[Int(word) & (scale.values.count - 1)]
                word >>= UInt16(scale.bits)
            }
            pixels.append(
                StraightPixel(r: channels[0], g: channels[1], b: channels[2], a: channels[3])
            )
        }
        self.init(size: size, pixels: pixels)
    }
}

private struct LevelScale {
    let bits: Int
    /// The value of each level: its bits repeated, as graphics cards do.
    let values: [UInt8]
    /// The highest level not above each value.
    private let floors: [UInt8]

    init(bits: Int) {
        self.bits = bits
        guard bits > 0 else {
            (values, floors) = ([], [])
            return
        }
        let values = (0..<1 << bits).map { level in
            UInt8(level << (8 - bits) | level >> (2 * bits - 8))
        }
        self.values = values
        floors = (0...255).map { value in
            UInt8((values.lastIndex { $0 <= value }) ?? 0)
        }
    }

    /// The level for a value; the threshold, 0...63, selects the next one.
    func level(of value: UInt8, _ threshold: Int) -> UInt16 {
        guard bits > 0 else { return 0 }
        let floor = Int(floors[Int(value)])
        let rest = Int(value) - Int(values[floor])
        guard rest > 0 else { return UInt16(floor) }
        let step = Int(values[floor + 1]) - Int(values[floor])
        return UInt16(rest * 128 > (2 * threshold + 1) * step ? floor + 1 : floor)
    }
}
