import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Reading WebPs", .enabled(if: hasLibrary("webp")))
struct WebPReadingTests {
    @Test func `a lossless picture has its pixels, alpha straight`() throws {
        let decoded = try decodeImage(TinyWebP.still)
        let wanted = StraightImage(4, 3) { x, y in
            StraightPixel(r: UInt8(60 * x), g: UInt8(80 * y), b: 200, a: UInt8(255 - 40 * x))
        }
        #expect(decoded.image == wanted)
        #expect(decoded.info == ImageInfo(format: .webp, hasAlpha: true, bitDepth: 8))
        #expect(try readImageInfo(TinyWebP.still).info == decoded.info)
        #expect(try decodeSheet(TinyWebP.still) == DecodedSheet(still: decoded))
    }

    @Test func `a lossy picture has about its colors`() throws {
        let decoded = try decodeImage(TinyWebP.lossy)
        #expect(decoded.image.size == PixelSize(width: 16, height: 8))
        #expect(decoded.image[2, 2] == StraightPixel(r: 255, g: 1, b: 0))
        #expect(decoded.image[12, 6] == StraightPixel(r: 2, g: 0, b: 255))
        #expect(!decoded.info.hasAlpha)
    }

    @Test func `an animation is a sheet of composed frames`() throws {
        let sheet = try decodeSheet(TinyWebP.animation)
        #expect(sheet.durations == [40, 120, 500])
        let colors = [
            StraightPixel(r: 255, g: 0, b: 0), StraightPixel(r: 0, g: 255, b: 0),
            StraightPixel(r: 0, g: 0, b: 255, a: 128),
        ]
        let frames = sheet.cells.map { sheet.image.cropped(to: $0) }
        let wanted = colors.enumerated().map { index, color in
            StraightImage(6, 5) { x, _ in x / 2 == index ? color : .clear }
        }
        #expect(frames == wanted)
        #expect(try decodeImage(TinyWebP.animation).image == wanted[0])
        #expect(
            try readSheetFacts(TinyWebP.animation)
                == SheetFacts(frames: 3, size: wanted[0].size, durations: [40, 120, 500])
        )
    }

    @Test func `sizes and frames are checked before there is room for them`() {
        var limits = DecodeLimits()
        limits.maximumPixels = 119
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(TinyWebP.animation, limits: limits)
        }
        #expect(error?.description.hasPrefix("WebP holds 3 frames of 6x5 pixels") == true)
        limits.maximumSide = 3
        #expect(throws: ImageDecodingError.self) {
            try readImageInfo(TinyWebP.still, limits: limits)
        }
    }

    @Test(arguments: [TinyWebP.still, TinyWebP.animation])
    func `a WebP cut anywhere is an error`(_ file: [UInt8]) {
        for count in 0..<file.count {
            #expect(throws: ImageDecodingError.self, "\(count)") {
                try decodeSheet(Array(file.prefix(count)))
            }
        }
        #expect(throws: ImageDecodingError.truncated(.webp, reason: "unexpected end of file")) {
            try decodeImage(Array(file.dropLast(2)))
        }
    }

    @Test(arguments: [TinyWebP.still, TinyWebP.animation, TinyWebP.lossy]
    )
    func `a WebP changed anywhere is an error or a sheet`(_ file: [UInt8]) {
        for place in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[place] ^= 1 << bit
                if let sheet = try? decodeSheet(changed) { #expect(!sheet.cells.isEmpty) }
                _ = try? readSheetFacts(changed)
            }
        }
    }
}
