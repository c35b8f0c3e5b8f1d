import Foundation
import ImageCodec
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: Fixtures.areExpected, Comment(rawValue: Fixtures.absence)))
struct PNGSuiteTests {
    @Test func `every valid file decodes to its pixels`() throws {
        let hashes = try FixtureManifest.pixelHashes(under: "png-suite/")
        #expect(hashes.count == 128)
        for (path, expected) in hashes {
            let decoded = try decodeImage(try Fixtures.bytes(path), limits: .asStored)
            #expect(sha256(decoded.image) == expected, "\(path)")
        }
    }

    @Test(arguments: hashesByRule)
    func `files that decoders disagree on follow the rule`(
        _ name: String,
        _ expected: String
    ) throws {
        let decoded = try decodeImage(
            try Fixtures.bytes("png-suite/\(name).png"),
            limits: .asStored
        )
        #expect(sha256(decoded.image) == expected)
    }

    @Test(arguments: [
        ("xc1n0g08", "PNG is damaged: IHDR: found color type 1, expected 0, 2, 3, 4 or 6"),
        ("xc9n2c08", "PNG is damaged: IHDR: found color type 9, expected 0, 2, 3, 4 or 6"),
        ("xcrn0g04", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
        ("xcsn0g01", "PNG is damaged: IDAT: CRC error"),
        (
            "xd0n2c08",
            "PNG is damaged: IHDR: found bit depth 0 for color type 2, expected one of 8, 16"
        ),
        (
            "xd3n2c08",
            "PNG is damaged: IHDR: found bit depth 3 for color type 2, expected one of 8, 16"
        ),
        (
            "xd9n2c08",
            "PNG is damaged: IHDR: found bit depth 99 for color type 2, expected one of 8, 16"
        ),
        ("xdtn0g01", "PNG is damaged: IEND: out of place"),
        ("xhdn0g08", "PNG is damaged: IHDR: CRC error"),
        ("xlfn0g04", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
        ("xs1n0g01", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
        ("xs2n0g01", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
        ("xs4n0g01", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
        ("xs7n0g01", "not a PNG, JPEG, WebP, GIF or Aseprite file, found a broken PNG signature"),
    ])
    func `every corrupt file says why`(_ name: String, _ text: String) throws {
        let bytes = try Fixtures.bytes("png-suite/\(name).png")
        let error = #expect(throws: ImageDecodingError.self) { try decodeImage(bytes) }
        #expect(error?.description == text)
    }

    @Test func `every other picture of the fixtures decodes to its pixels`() throws {
        let hashes = try FixtureManifest.pixelHashes(under: "")
        #expect(hashes.count > 600)
        for (path, expected) in hashes {
            let decoded = try decodeImage(try Fixtures.bytes(path), limits: .asStored)
            #expect(sha256(decoded.image) == expected, "\(path)")
        }
    }
}

/// The 16-bit files, by (v * 255 + 32767) / 65535, and the gray file whose transparent level is given
/// at 4 bits; computed once with an independent decoder (pypng).
private let hashesByRule: [(String, String)] = [
    (
        "basi0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "basi2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "basi4a16",
        "e071c0ea344f34b0070c2402329ec5f165c33566b082440aa8268ac69fa86e6d"
    ),
    (
        "basi6a16",
        "3daad02ebc3eb86835c0acee955564e7fd62d2a9f37dd6230632f7655f8f8c1b"
    ),
    (
        "basn0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "basn2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "basn4a16",
        "e071c0ea344f34b0070c2402329ec5f165c33566b082440aa8268ac69fa86e6d"
    ),
    (
        "basn6a16",
        "3daad02ebc3eb86835c0acee955564e7fd62d2a9f37dd6230632f7655f8f8c1b"
    ),
    (
        "bgai4a16",
        "e071c0ea344f34b0070c2402329ec5f165c33566b082440aa8268ac69fa86e6d"
    ),
    (
        "bgan6a16",
        "3daad02ebc3eb86835c0acee955564e7fd62d2a9f37dd6230632f7655f8f8c1b"
    ),
    (
        "bggn4a16",
        "e071c0ea344f34b0070c2402329ec5f165c33566b082440aa8268ac69fa86e6d"
    ),
    (
        "bgyn6a16",
        "3daad02ebc3eb86835c0acee955564e7fd62d2a9f37dd6230632f7655f8f8c1b"
    ),
    (
        "cs3n2c16",
        "65efd3f83c0a354596956359442825d698889ba0d99877604b67caed235e420d"
    ),
    (
        "g03n0g16",
        "74f9b82c164049909aac7cddf4580576b044c80b664437444f3b1bbb44aa0da2"
    ),
    (
        "g04n0g16",
        "faa7f9b4194e7c0be9fc0a53658381851b4d01b96adce00963c03b39155755a9"
    ),
    (
        "g05n0g16",
        "959325d5578783bd1252f9b1ab7e10e675ec6e8da2660b7a1e0eae3e1a4152da"
    ),
    (
        "g07n0g16",
        "f3ab7e17e8e16399eabebc89cd2a03e575164f282868b3e4283da468b48a8348"
    ),
    (
        "g10n0g16",
        "e08e946a882f3055d2df28c04d686a31176c5b2f2949a3868df9f332c4d29eca"
    ),
    (
        "g25n0g16",
        "fd383dbece98c7fe7be34a7fbe101af6635aee3c7c81d71c0d89bb5e1a135ea6"
    ),
    (
        "oi1n0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "oi1n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "oi2n0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "oi2n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "oi4n0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "oi4n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "oi9n0g16",
        "f17fa71e5e62a73b92827381f39e2702752ced03372d568b853ae1914b9dd047"
    ),
    (
        "oi9n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "pp0n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "ps1n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "ps2n2c16",
        "a9dff6085fe81eea37100681e299a0504206137521dc59d592d87fa73b18c917"
    ),
    (
        "tbbn0g04",
        "1c36e9d46fe44582f94be4db7d79d58ea259b0b2a59c7f3328974d0222bfaa97"
    ),
    (
        "tbbn2c16",
        "053eb9d28b7ac85c3639b5169a175df61856cef7ffdaa7ad218cafdde9646d08"
    ),
    (
        "tbgn2c16",
        "053eb9d28b7ac85c3639b5169a175df61856cef7ffdaa7ad218cafdde9646d08"
    ),
    (
        "tbwn0g16",
        "09955bf2743754d1ad36a26e03d07b18be2e1875ff75d23e8fd1905b4dfe0599"
    ),
]
