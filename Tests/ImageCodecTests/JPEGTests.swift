import ImageCodec
import Raster
import TestSupport
import Testing

private let red = StraightPixel(r: 230, g: 40, b: 30)
private let blue = StraightPixel(r: 20, g: 60, b: 220)
private let green = StraightPixel(r: 20, g: 190, b: 40)
private let yellow = StraightPixel(r: 240, g: 230, b: 60)

struct JPEGTests {
    @Test(arguments: [
        (
            "baseline", TinyJPEG.baseline420, red, blue,
            ChromaSubsampling(horizontal: 2, vertical: 2)
        ),
        ("progressive", TinyJPEG.progressive444, red, blue, .none),
        ("restart markers", TinyJPEG.restarts, red, blue, .none),
        (
            "gray", TinyJPEG.gray, StraightPixel(r: 96, g: 96, b: 96),
            StraightPixel(r: 66, g: 66, b: 66), .none
        ),
        // Cyan 0, magenta 200, yellow 210, black 10.
        (
            "CMYK", TinyJPEG.cmyk, StraightPixel(r: 245, g: 53, b: 43),
            StraightPixel(r: 245, g: 53, b: 43), .none
        ),
    ])
    func `every kind decodes`(
        _ name: String,
        _ file: [UInt8],
        _ left: StraightPixel,
        _ right: StraightPixel,
        _ chroma: ChromaSubsampling
    ) throws {
        let decoded = try decodeImage(file)
        #expect(decoded.image.size == PixelSize(width: 16, height: 8))
        #expect(largestDifference(decoded.image[2, 4], left) <= 4)
        #expect(largestDifference(decoded.image[13, 4], right) <= 4)
        #expect(decoded.image.pixels.allSatisfy { $0.a == 255 })
        let info = decoded.info
        #expect(info.format == .jpeg && !info.hasAlpha && info.bitDepth == 8 && info.frames == 1)
        #expect(info.chromaSubsampling == chroma)
        #expect(info.orientation == .up)
        #expect(try readImageInfo(file).info == info)
    }

    /// Which stored corner is seen top-left, top-right, bottom-left, bottom-right.
    @Test(arguments: [
        (1, [red, blue, green, yellow]), (2, [blue, red, yellow, green]),
        (3, [yellow, green, blue, red]), (4, [green, yellow, red, blue]),
        (5, [red, green, blue, yellow]), (6, [green, red, yellow, blue]),
        (7, [yellow, blue, green, red]), (8, [blue, yellow, red, green]),
    ])
    func `the orientation is applied`(_ value: Int, _ corners: [StraightPixel]) throws {
        for isLittle in [true, false] {
            let exif = orientationTag(value, isLittle: isLittle)
            let file = TinyJPEG.inserting(exif: exif, into: TinyJPEG.quadrants)
            let decoded = try decodeImage(file)
            let image = decoded.image
            let seen = [image[0, 0], image[15, 0], image[0, 15], image[15, 15]]
            for (seen, wanted) in zip(seen, corners) {
                #expect(largestDifference(seen, wanted) <= 4)
            }
            #expect(decoded.info.orientation.rawValue == value)
        }
    }

    @Test func `a quarter turn swaps the sides`() throws {
        let file = TinyJPEG.inserting(
            exif: orientationTag(6, isLittle: true),
            into: TinyJPEG.baseline420
        )
        let turned = PixelSize(width: 8, height: 16)
        #expect(try readImageInfo(file).size == turned)
        let image = try decodeImage(file).image
        #expect(image.size == turned)
        #expect(largestDifference(image[4, 2], red) <= 4)
        #expect(largestDifference(image[4, 13], blue) <= 4)
    }

    @Test(arguments: [
        ("nothing", []),
        ("half a header", Array("II*".utf8)),
        ("an unknown byte order", Array("XX*\0\u{8}\0\0\0".utf8)),
        ("a directory past the end", Array("II*\0".utf8) + [255, 255, 255, 255]),
        ("more entries than bytes", Array("II*\0\u{8}\0\0\0".utf8) + [255, 255, 1, 2]),
        ("orientation 0", orientationTag(0, isLittle: true)),
        ("orientation 9", orientationTag(9, isLittle: false)),
        ("orientation as text", orientationTag(6, isLittle: true, kind: 2)),
    ])
    func `broken Exif is ignored`(_ name: String, _ payload: [UInt8]) throws {
        let file = TinyJPEG.inserting(exif: payload, into: TinyJPEG.quadrants)
        let decoded = try decodeImage(file)
        #expect(decoded.info.orientation == .up)
        #expect(try decoded.image == decodeImage(TinyJPEG.quadrants).image)
    }

    @Test func `a file cut anywhere is an error`() {
        for file in [TinyJPEG.baseline420, TinyJPEG.progressive444, TinyJPEG.cmyk] {
            for count in 0..<file.count {
                #expect(throws: ImageDecodingError.self, "\(count)") {
                    try decodeImage(Array(file.prefix(count)))
                }
            }
        }
    }

    @Test func `a file cut in its pixels says so`() {
        let cut = Array(TinyJPEG.baseline420.dropLast(20))
        #expect(
            throws: ImageDecodingError.truncated(.jpeg, reason: "Premature end of JPEG file")
        ) { try decodeImage(cut) }
    }

    @Test func `any changed byte ends in a picture or an error`() {
        var random = SeededRandom(seed: 11)
        var limits = DecodeLimits()
        limits.maximumPixels = 1 << 16
        let files = [
            TinyJPEG.baseline420, TinyJPEG.progressive444, TinyJPEG.gray, TinyJPEG.cmyk,
            TinyJPEG.restarts,
            TinyJPEG.inserting(exif: orientationTag(6, isLittle: true), into: TinyJPEG.quadrants),
        ]
        var decoded = 0
        for file in files {
            for _ in 0..<3_000 {
                var changed = file
                for _ in 0...random.next(below: 3) {
                    changed[random.next(below: file.count)] = UInt8(random.next(below: 256))
                }
                if (try? decodeImage(changed, limits: limits)) != nil { decoded += 1 }
            }
        }
        #expect(decoded > 1_000 && decoded < 17_000)
    }

    @Test func `scans are limited`() {
        var limits = DecodeLimits()
        limits.maximumScans = 3
        #expect(throws: ImageDecodingError.tooManyScans(limit: 3)) {
            try decodeImage(TinyJPEG.progressive444, limits: limits)
        }
        #expect(throws: Never.self) { try decodeImage(TinyJPEG.baseline420, limits: limits) }
    }

    @Test func `the declared size is checked first`() throws {
        var file = TinyJPEG.baseline420
        let frame = try #require(
            file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 }
        )
        file.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let error = #expect(throws: ImageDecodingError.self) { try decodeImage(file) }
        #expect(
            error?.description
                == """
                JPEG declares 65500x65500 pixels, expected at most 16384 a side and 67108864 in all
                """
        )
        #expect(throws: error!) { try readImageInfo(file) }
    }
}

/// A TIFF structure with an orientation and another tag before it.
private func orientationTag(_ value: Int, isLittle: Bool, kind: Int = 3) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
    }
    return Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
        + number(0x010F, 2) + number(2, 2) + number(1, 4) + number(0, 4)
        + number(0x0112, 2) + number(kind, 2) + number(1, 4) + number(value, 2) + [0, 0]
}

func largestDifference(_ a: StraightPixel, _ b: StraightPixel) -> Int {
    zip([a.r, a.g, a.b, a.a], [b.r, b.g, b.b, b.a]).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

/// The mean difference of all channels.
func meanDifference(_ a: StraightImage, _ b: StraightImage) -> Double {
    guard a.size == b.size else { return .infinity }
    var sum = 0
    for (p, q) in zip(a.pixels, b.pixels) {
        sum += abs(Int(p.r) - Int(q.r)) + abs(Int(p.g) - Int(q.g)) + abs(Int(p.b) - Int(q.b))
    }
    return Double(sum) / Double(a.pixels.count * 3)
}
