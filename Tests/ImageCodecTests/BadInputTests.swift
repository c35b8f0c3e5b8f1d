import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

/// How errors about other files begin.
private let known = "not a PNG, JPEG, WebP, GIF or Aseprite file, "

private let others: [(bytes: [UInt8], text: String)] = [
    ([], "the file is empty"),
    (
        Array("BM\0\0".utf8),
        "found BMP; export it as PNG"
    ),
    (
        Array("8BPS\0\u{1}".utf8),
        "found PSD (Photoshop); export it as PNG"
    ),
    (
        Array("II*\0".utf8),
        "found TIFF; export it as PNG"
    ),
    (
        Array("\0\0\0\u{1c}ftypavif".utf8),
        "found AVIF; export it as PNG"
    ),
    (
        Array("\0\0\0\u{1c}ftypheic".utf8),
        "found HEIC; export it as PNG"
    ),
    (
        Array("<?xml version='1.0'?>\n<!-- x -->\n<svg/>".utf8),
        "found SVG; export it as PNG"
    ),
    (
        Array("\u{feff} <svg viewBox='0 0 1 1'/>".utf8),
        "found SVG; export it as PNG"
    ),
    (
        Array("<!DOCTYPE html><html>".utf8),
        "found HTML page"
    ),
    (
        Array("gimp xcf v011\0".utf8),
        "found XCF (GIMP); export it as PNG"
    ),
    (
        Array("CSFCHUNK\0".utf8),
        "found CLIP (Clip Studio Paint); export it as PNG"
    ),
    (
        Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26)
            + Array("mimetypeapplication/x-krita".utf8),
        "found KRA (Krita); export it as PNG"
    ),
    (
        Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 99)
            + Array("Document.archive".utf8),
        "found Procreate document; export it as PNG"
    ),
    (
        Array("PK\u{3}\u{4}".utf8),
        "found ZIP archive"
    ),
    (Array("<plist/>".utf8), "found XML"),
    (
        Array("version https://git-lfs.github.com/spec/v1".utf8),
        "found Git LFS pointer; fetch the file with 'git lfs pull'"
    ),
    (
        [0x01, 0xAB],
        "found unknown data beginning with 01 AB"
    ),
    (
        [0x89, 0x50, 0x4E, 0x47],
        "found a broken PNG signature"
    ),
]

struct BadInputTests {
    @Test(arguments: others)
    func `other content is named`(_ bytes: [UInt8], _ text: String) {
        let error = #expect(throws: ImageDecodingError.self) { try decodeImage(bytes) }
        #expect(error?.description == known + text)
    }

    @Test func `a signature alone is truncated`() {
        #expect(throws: ImageDecodingError.truncated(.png, reason: "unexpected end of file")) {
            try decodeImage(PNGHeader.signature)
        }
    }

    @Test(arguments: [0, 1, 1023, 1024, 1025, 5000])
    func `blanks before a text are passed over, however many`(count: Int) {
        let bytes = Array((String(repeating: " ", count: count) + "<svg/>").utf8)
        let error = #expect(throws: ImageDecodingError.self) { try decodeImage(bytes) }
        #expect(
            error?.description
                == known + "found SVG; export it as PNG"
        )
    }

    @Test(arguments: [
        (0, 1, 8, 6, "PNG declares 0x1 pixels, expected at least 1x1"),
        (1, 0, 8, 6, "PNG declares 1x0 pixels, expected at least 1x1"),
        (
            16_385, 1, 8, 6,
            "PNG declares 16385x1 pixels, expected at most 16384 a side and 67108864 in all"
        ),
        (
            16_384, 4_097, 8, 0,
            "PNG declares 16384x4097 pixels, expected at most 16384 a side and 67108864 in all"
        ),
        (
            0xFFFF_FFFF, 0xFFFF_FFFF, 16, 6,
            """
            PNG declares 4294967295x4294967295 pixels, expected at most 16384 a side and \
            67108864 in all
            """
        ),
        (
            1, 1, 16, 3,
            """
            PNG is damaged: IHDR: found bit depth 16 for color type 3, expected one of 1, 2, 4, 8
            """
        ),
        // Allowed, but 256 MB cannot come out of a few bytes.
        (16_384, 4_096, 8, 6, "PNG is damaged: Not enough image data"),
    ])
    func `declared sizes are checked`(
        _ width: Int,
        _ height: Int,
        _ bitDepth: Int,
        _ colorType: Int,
        _ text: String
    ) {
        var writer = PNGWriter()
        let builder = PNGBuilder(
            width: width,
            height: height,
            bitDepth: bitDepth,
            colorType: colorType,
            samples: []
        )
        writer.append("IHDR", builder.header())
        writer.append("IDAT", PNGBuilder.stored([0, 0, 0]))
        writer.append("IEND", [])
        let error = #expect(throws: ImageDecodingError.self) { try decodeImage(writer.bytes) }
        #expect(error?.description == text)
    }

    @Test func `limits can be raised and lowered`() throws {
        let builder = PNGBuilder(
            width: 20,
            height: 1,
            colorType: 0,
            samples: [Int](repeating: 7, count: 20)
        )
        var limits = DecodeLimits()
        limits.maximumSide = 19
        #expect(throws: ImageDecodingError.self) { try decodeImage(builder.file(), limits: limits) }
        limits.maximumSide = 20
        limits.maximumPixels = 19
        #expect(throws: ImageDecodingError.self) {
            try readImageInfo(builder.file(), limits: limits)
        }
        limits.maximumPixels = 20
        #expect(try decodeImage(builder.file(), limits: limits).image.width == 20)
    }

    @Test func `a PNG cut anywhere is an error`() {
        var random = SeededRandom(seed: 5)
        for (colorType, bitDepth) in [(6, 8), (3, 4), (2, 16)] {
            var builder = PNGBuilder.random(colorType, bitDepth, 5, 5, &random)
            builder.dataChunk = 50
            let file = builder.file()
            for count in 0..<file.count {
                #expect(throws: ImageDecodingError.self, "\(count)") {
                    try decodeImage(Array(file.prefix(count)))
                }
            }
        }
    }

    @Test func `damage to transparency is an error`() throws {
        var random = SeededRandom(seed: 6)
        var builder = PNGBuilder.random(3, 2, 3, 3, &random)
        builder.transparency = [1, 2]
        var file = builder.file()
        let name = Array("tRNS".utf8)
        let at = try #require(file.indices.dropLast(4).first { Array(file[$0..<$0 + 4]) == name })
        file[at + 4] ^= 1
        #expect(throws: ImageDecodingError.damaged(.png, reason: "tRNS: CRC error")) {
            try decodeImage(file)
        }
    }

    @Test(
        .enabled(if: Fixtures.areExpected, Comment(rawValue: Fixtures.absence)),
        arguments: [
            ("libpng-crashers", 23, ["empty_ancillary_chunks.png"]),
            (
                "image-png", 17,
                [
                    "F-exif-chunk-early.png", "acid2.png", "broken_iccp.png", "cicp_pq.png",
                    "invalid_palette_index.png", "issue#1825.png", "issue#202.png",
                    "issue#403.png", "issue#430.png",
                ]
            ),
            (
                "pillow", 7,
                (hasLibrary("gif") ? ["decompression_bomb_extents.gif"] : [])
                    + ["png_decompression_dos.png"]
            ),
        ]
    )
    func `malformed files end in a picture or an error`(
        _ folder: String,
        _ count: Int,
        _ readable: [String]
    ) throws {
        let files = try Fixtures.files(
            in: "malformed/\(folder)",
            endingIn: [".png", ".gif", ".ico"]
        )
        #expect(files.count == count)
        var decoded: [String] = []
        for path in files {
            let bytes = try Fixtures.bytes(path)
            do throws(ImageDecodingError) {
                _ = try decodeImage(bytes)
                decoded.append(String(path.split(separator: "/").last!))
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(decoded == readable)
    }
}
