import ImageCodec
import Raster
import TestSupport
import Testing

/// Color types with the depths each may have.
private let layouts = [
    (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
    (4, 8), (4, 16), (6, 8), (6, 16),
]

struct PNGDecodingTests {
    @Test(arguments: layouts)
    func `every layout decodes by the rule`(_ colorType: Int, _ bitDepth: Int) throws {
        var random = SeededRandom(seed: UInt64(colorType * 100 + bitDepth))
        for width in 1...19 {
            for height in [1, 2, 3, 8, 11] {
                var builder = PNGBuilder.random(colorType, bitDepth, width, height, &random)
                builder.isInterlaced = random.next(below: 3) == 0
                builder.dataChunk = random.next(below: 2) == 0 ? .max : 40
                addKey(to: &builder, &random)
                let decoded = try decodeImage(builder.file())
                #expect(decoded.image == expected(builder), "\(width)x\(height)")
                #expect(decoded.info.bitDepth == bitDepth)
                let hasAlpha = colorType & 4 != 0 || !builder.transparency.isEmpty
                #expect(decoded.info.hasAlpha == hasAlpha)
            }
        }
    }

    @Test func `every 16-bit level is rounded`() throws {
        let levels = Array(0..<65_536)
        let builder = PNGBuilder(
            width: 256,
            height: 256,
            bitDepth: 16,
            colorType: 0,
            samples: levels
        )
        let image = try decodeImage(builder.file()).image
        let wanted = levels.map { UInt8(($0 * 255 + 32_767) / 65_535) }
        #expect(image.pixels.map(\.r) == wanted)
    }

    @Test func `color space chunks and Exif change nothing`() throws {
        var builder = PNGBuilder(
            width: 2,
            height: 1,
            samples: [10, 20, 30, 40, 200, 210, 220, 255]
        )
        let plain = try decodeImage(builder.file()).image
        builder.extras = [
            ("gAMA", UInt32(100_000).bigEndianBytes), ("sRGB", [0]),
            ("cHRM", [UInt8](repeating: 1, count: 32)), ("iCCP", Array("x\0\0broken".utf8)),
            ("eXIf", Array("II*\0".utf8)), ("juNk", [1, 2, 3]),
        ]
        #expect(try decodeImage(builder.file()).image == plain)
    }

    @Test func `bytes after the end are ignored`() throws {
        let builder = PNGBuilder(width: 1, height: 1, samples: [1, 2, 3, 4])
        let image = try decodeImage(builder.file() + Array("garbage".utf8)).image
        #expect(image.pixels == [StraightPixel(r: 1, g: 2, b: 3, a: 4)])
    }

    @Test func `an animation gives its default image`() throws {
        var builder = PNGBuilder(width: 1, height: 1, samples: [1, 2, 3, 4])
        builder.extras = [("acTL", UInt32(3).bigEndianBytes + UInt32(0).bigEndianBytes)]
        let decoded = try decodeImage(builder.file())
        #expect(decoded.info.frames == 3)
        #expect(decoded.image.pixels == [StraightPixel(r: 1, g: 2, b: 3, a: 4)])
    }

    @Test func `palette indices past the end are opaque black in both forms`() throws {
        var builder = PNGBuilder(width: 3, height: 1, colorType: 3, samples: [0, 1, 255])
        builder.palette = [9, 8, 7]
        builder.transparency = [6]
        let file = builder.file()
        let header = try PNGHeader(file.span, limits: DecodeLimits())
        let black = StraightPixel(r: 0, g: 0, b: 0)
        let wanted = [StraightPixel(r: 9, g: 8, b: 7, a: 6), black, black]
        #expect(decodePNGFast(file.span, header)?.pixels == wanted)
        #expect(try decodePNGWithLibrary(file.span, header).pixels == wanted)
    }

    private func addKey(to builder: inout PNGBuilder, _ random: inout SeededRandom) {
        guard builder.colorType == 0 || builder.colorType == 2, random.next(below: 2) == 0 else {
            return
        }
        // The color of the first pixel.
        builder.transparency = builder.samples.prefix(builder.channels).flatMap {
            [UInt8($0 >> 8), UInt8($0 & 255)]
        }
    }

    /// The pixels by the words of the specification, from the samples.
    private func expected(_ file: PNGBuilder) -> StraightImage? {
        let largest = (1 << file.bitDepth) - 1
        func level(_ sample: Int) -> UInt8 { UInt8((sample * 255 + largest / 2) / largest) }
        let key = stride(from: 0, to: file.transparency.count - 1, by: 2).map {
            Int(file.transparency[$0]) << 8 | Int(file.transparency[$0 + 1])
        }
        let pixels = (0..<file.width * file.height).map { i -> StraightPixel in
            let start = i * file.channels
            let s = Array(file.samples[start..<start + file.channels])
            let alpha: UInt8 = s == key ? 0 : 255
            switch file.colorType {
            case 0:
                return StraightPixel(r: level(s[0]), g: level(s[0]), b: level(s[0]), a: alpha)
            case 2:
                return StraightPixel(r: level(s[0]), g: level(s[1]), b: level(s[2]), a: alpha)
            case 3:
                let at = 3 * s[0]
                return StraightPixel(
                    r: file.palette[at],
                    g: file.palette[at + 1],
                    b: file.palette[at + 2],
                    a: s[0] < file.transparency.count ? file.transparency[s[0]] : 255
                )
            case 4:
                return StraightPixel(
                    r: level(s[0]),
                    g: level(s[0]),
                    b: level(s[0]),
                    a: level(s[1])
                )
            default:
                return StraightPixel(
                    r: level(s[0]),
                    g: level(s[1]),
                    b: level(s[2]),
                    a: level(s[3])
                )
            }
        }
        return PixelSize(width: file.width, height: file.height)
            .flatMap { StraightImage(size: $0, pixels: pixels) }
    }
}

/// The fast form may decline, but what it gives is what libpng gives.
struct PNGFormsTests {
    @Test(arguments: layouts)
    func `both forms agree on damaged files`(_ colorType: Int, _ bitDepth: Int) throws {
        var random = SeededRandom(seed: UInt64(colorType * 100 + bitDepth))
        var accepted = 0
        for _ in 0..<2_000 {
            let builder = PNGBuilder.random(colorType, bitDepth, 9, 4, &random)
            var file = random.next(below: 2) == 0 ? builder.file() : repacked(builder)
            damage(&file, &random)
            guard let header = try? PNGHeader(file.span, limits: DecodeLimits()),
                let fast = decodePNGFast(file.span, header)
            else { continue }
            accepted += 1
            let slow = try? decodePNGWithLibrary(file.span, header)
            #expect(fast == slow)
        }
        // Damage often falls on what decoders skip.
        #expect(bitDepth == 16 ? accepted == 0 : accepted > 20)
    }

    @Test(.enabled(if: Fixtures.areExpected, Comment(rawValue: Fixtures.absence)))
    func `both forms agree on real files`() throws {
        var accepted = 0
        for (path, _) in try FixtureManifest.pixelHashes(under: "") {
            let file = try Fixtures.bytes(path)
            let header = try PNGHeader(file.span, limits: DecodeLimits())
            guard let fast = decodePNGFast(file.span, header) else { continue }
            accepted += 1
            #expect(try fast == decodePNGWithLibrary(file.span, header), "\(path)")
        }
        #expect(accepted > 500)
    }

    /// The same file with unknown, misplaced or repeated chunks.
    private func repacked(_ builder: PNGBuilder) -> [UInt8] {
        var builder = builder
        builder.extras = [("teSt", [1, 2, 3]), ("gAMA", [0, 0, 1, 0])]
        builder.dataChunk = 17
        return builder.file()
    }

    /// Changes a byte, cuts, or repeats a part; now and then repairs all checksums after it.
    private func damage(_ file: inout [UInt8], _ random: inout SeededRandom) {
        for _ in 0...random.next(below: 2) {
            let at = 8 + random.next(below: file.count - 8)
            switch random.next(below: 12) {
            case 0: file.removeSubrange(at...)
            case 1: file.insert(contentsOf: file[at...].prefix(20), at: at)
            default: file[at] = UInt8(random.next(below: 256))
            }
            if file.count < 40 { return }
        }
        if random.next(below: 4) > 0 { repairChecksums(&file) }
    }

    private func repairChecksums(_ file: inout [UInt8]) {
        var offset = 8
        while offset + 12 <= file.count {
            let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 8 + length
            guard end + 4 <= file.count else { return }
            file.replaceSubrange(end..<end + 4, with: crc32(file[offset + 4..<end]).bigEndianBytes)
            offset = end + 4
        }
    }

    /// CRC-32 a bit at a time (PNG specification, annex D).
    private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
