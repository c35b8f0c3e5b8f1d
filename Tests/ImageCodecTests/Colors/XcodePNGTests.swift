import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("PNGs that Xcode rewrote")
struct XcodePNGTests {
    /// Blue, green, red and alpha, colors multiplied; the stream without header and checksum.
    private func file(_ picture: StraightImage, isInterlaced: Bool = false) -> [UInt8] {
        var builder = PNGBuilder(width: picture.width, height: picture.height, samples: [])
        builder.isInterlaced = isInterlaced
        builder.filters = [0, 1, 2, 3, 4]
        builder.samples = picture.premultiplied().pixels.flatMap {
            [Int($0.b), Int($0.g), Int($0.r), Int($0.a)]
        }
        let stream = PNGBuilder.stored(builder.scanlines()).dropFirst(2).dropLast(4)
        var writer = PNGWriter()
        writer.append("CgBI", [0x50, 0, 0x20, 2])
        writer.append("IHDR", builder.header())
        writer.append("IDAT", stream.prefix(9))
        writer.append("IDAT", stream.dropFirst(9))
        writer.append("IEND", [])
        return writer.bytes
    }

    private static let drawn = StraightImage(13, 9) { x, y in
        StraightPixel(r: UInt8(x * 19), g: UInt8(y * 28), b: 77, a: x == 0 ? 255 : UInt8(x * 20))
    }

    @Test(arguments: [false, true])
    func `their pixels come back in order and straight`(isInterlaced: Bool) throws {
        let decoded = try decodeImage(file(Self.drawn, isInterlaced: isInterlaced))
        // Multiplying by alpha lost what no one can give back.
        #expect(decoded.image == Self.drawn.premultiplied().straight())
        #expect(decoded.info == ImageInfo(format: .png, hasAlpha: true, bitDepth: 8))
        #expect(try readImageInfo(file(Self.drawn)).size == Self.drawn.size)
        #expect(try decodeSheet(file(Self.drawn)).image == decoded.image)
    }

    @Test func `cut anywhere they are an error`() {
        let file = file(Self.drawn)
        for count in 0..<file.count {
            #expect(throws: ImageDecodingError.self, "\(count)") {
                try decodeImage(Array(file.prefix(count)))
            }
        }
    }

    @Test func `a huge size with little data is an error`() {
        var builder = PNGBuilder(width: 8000, height: 8000, samples: [])
        builder.colorType = 6
        var writer = PNGWriter()
        writer.append("CgBI", [0x50, 0, 0x20, 2])
        writer.append("IHDR", builder.header())
        writer.append("IDAT", [3, 0])
        writer.append("IEND", [])
        #expect(throws: ImageDecodingError.truncated(.png, reason: "CgBI: too little data")) {
            try decodeImage(writer.bytes)
        }
    }

    @Test func `kinds that Xcode does not write are named`() {
        var writer = PNGWriter()
        writer.append("CgBI", [0x50, 0, 0x20, 2])
        var builder = PNGBuilder(width: 1, height: 1, samples: [])
        builder.colorType = 0
        writer.append("IHDR", builder.header())
        writer.append("IEND", [])
        #expect(
            throws: ImageDecodingError.unsupported(.png, reason: "CgBI: color type 0 of 8 bits")
        ) { try decodeImage(writer.bytes) }
    }
}
