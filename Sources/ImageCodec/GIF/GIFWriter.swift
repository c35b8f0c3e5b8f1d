import Raster

struct GIFWriter {
    private let width: Int
    /// The transparent index: the first after the colors.
    private let clear: UInt8
    /// 1...8, for a table of 2^bits colors.
    private let bits: Int
    private var bytes: [UInt8]

    /// Sides are at most 65,535 pixels, and the palette has at most 255 colors; without `loops` it
    /// plays once.
    init(size: PixelSize, palette: [StraightPixel], loops: Bool) {
        precondition(palette.count <= 255, "\(palette.count) colors and a clear one in a GIF")
        width = size.width
        clear = UInt8(palette.count)
        bits = (1...8).first { 1 << $0 > palette.count } ?? 8
        bytes = Array("GIF89a".utf8)
        appendNumber(size.width)
        appendNumber(size.height)
        // A global table of 2^bits colors of 8 bits; background: the clear one; square pixels.
        bytes += [0xF0 | UInt8(bits - 1), clear, 0]
        for color in palette { bytes += [color.r, color.g, color.b] }
        bytes.append(contentsOf: repeatElement(0, count: 3 * ((1 << bits) - palette.count)))
        if loops {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        }
    }

    /// Appends the pixels of `area`; those equal to `before` become transparent.
    ///
    /// `pixels` and `before` are indexes of the whole canvas, row-major; nil is clear. `delay` is
    /// in hundredths of a second.
    mutating func append(
        _ pixels: [UInt8?],
        unlike before: [UInt8?]?,
        _ area: PixelRect,
        delay: Int,
        disposal: FrameCanvas.Disposal
    ) {
        // Graphic control: disposal from 1 on, clear color in use; then the image descriptor.
        bytes += [0x21, 0xF9, 4, (disposal.rawValue + 1) << 2 | 1]
        appendNumber(delay)
        bytes += [clear, 0, 0x2C]
        for number in [area.x, area.y, area.width, area.height] { appendNumber(number) }
        bytes.append(0)
        var indexes: [UInt8] = []
        indexes.reserveCapacity(area.size.area)
        for y in area.y..<area.maxY {
            for place in (y * width + area.x)..<(y * width + area.maxX) {
                let index = pixels[place]
                indexes.append(before?[place] == index ? clear : index ?? clear)
            }
        }
        let minimum = max(2, bits)
        bytes.append(UInt8(minimum))
        let data = lzwCompressed(indexes, minimumCodeSize: minimum)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(data.count, start + 255)]
            bytes.append(UInt8(block.count))
            bytes += block
        }
        bytes.append(0)
    }

    func finished() -> [UInt8] { bytes + [0x3B] }

    private mutating func appendNumber(_ number: Int) {
        let number = UInt16(clamping: number)
        bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
}
