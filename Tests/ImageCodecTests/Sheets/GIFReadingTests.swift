import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Reading GIFs", .enabled(if: hasLibrary("gif")))
struct GIFReadingTests {
    private func frames(_ file: [UInt8]) throws -> [StraightImage] {
        let sheet = try decodeSheet(file)
        return sheet.cells.map { sheet.image.cropped(to: $0) }
    }

    @Test func `what was written is read again`() throws {
        let drawn = (0..<5).map { index in
            StraightImage(20, 12) { x, y in
                (x + y) % 7 == index ? StraightPixel(r: UInt8(x), g: UInt8(y), b: 9) : .clear
            }
        }
        let times = [40, 80, 120, 500, 100]
        let sequence = try #require(PictureSequence(frames: drawn, fps: 6, durations: times))
        let file = try #require(encodeGIF(sequence))
        #expect(try frames(file) == drawn)
        #expect(try decodeSheet(file).durations == times)
        let first = try decodeImage(file)
        #expect(first.image == drawn[0])
        #expect(first.info == ImageInfo(format: .gif, hasAlpha: true, bitDepth: 8, frames: 5))
        #expect(try readImageInfo(file).info == first.info)
        #expect(
            try readSheetFacts(file)
                == SheetFacts(frames: 5, size: drawn[0].size, durations: times)
        )
    }

    @Test func `a still GIF is its own only frame`() throws {
        let file = GIFBuilder(width: 2, height: 1, frames: [.init(rows: ["r#"], clear: nil)]).file()
        let sheet = try decodeSheet(file)
        #expect(sheet.image == StraightImage(drawn: "r#"))
        #expect(sheet.durations.isEmpty)
        #expect(!sheet.info.hasAlpha)
    }

    @Test func `frames stay, go, or give back what they covered`() throws {
        let file = GIFBuilder(
            width: 3,
            height: 2,
            frames: [
                .init(rows: ["rrr", "rrr"]), .init(rows: ["b"], disposal: 3),
                .init(rows: ["b"], x: 1, disposal: 2), .init(rows: [".b"], x: 1, y: 1),
            ]
        ).file()
        #expect(
            try frames(file) == [
                StraightImage(drawn: "rrr", "rrr"), StraightImage(drawn: "brr", "rrr"),
                StraightImage(drawn: "rbr", "rrr"), StraightImage(drawn: "r.r", "rrb"),
            ]
        )
    }

    @Test func `frames have palettes of their own, rows in four passes, and places`() throws {
        let rows = (0..<11).map { $0.isMultiple(of: 3) ? "rb" : "#r" }
        let file = GIFBuilder(
            width: 4,
            height: 11,
            palette: nil,
            frames: [
                .init(
                    rows: rows,
                    x: 1,
                    palette: [".", "r", "b", "#"],
                    isInterlaced: true
                )
            ]
        ).file()
        #expect(try decodeImage(file).image == StraightImage(rows: rows.map { ".\($0)." }))
    }

    @Test func `a frame that reaches over the canvas is cut`() throws {
        let file = GIFBuilder(
            width: 2,
            height: 2,
            frames: [.init(rows: ["rrr", "bbb", "###"], x: 1, y: 0)]
        ).file()
        #expect(try decodeImage(file).image == StraightImage(drawn: ".r", ".b"))
    }

    @Test func `an index behind the palette's end is clear`() throws {
        let file = GIFBuilder(width: 2, height: 1, frames: [.init(rows: ["r?"])]).file()
        #expect(try decodeImage(file).image == StraightImage(drawn: "r."))
    }

    @Test func `times of a hundredth of a second or less are those that browsers show`() throws {
        let frames = [0, 1, 2, 10].map { GIFBuilder.Frame(rows: ["r"], delay: $0) }
        let file = GIFBuilder(width: 1, height: 1, frames: frames).file()
        #expect(try decodeSheet(file).durations == [100, 100, 20, 100])
    }

    @Test func `frames are counted while they are read`() throws {
        let frame = GIFBuilder.Frame(rows: ["r"], palette: ["r", "b", ".", "#"])
        var limits = DecodeLimits()
        limits.maximumFrames = 3
        func file(_ count: Int) -> [UInt8] {
            GIFBuilder(
                width: 1,
                height: 1,
                frames: [GIFBuilder.Frame](repeating: frame, count: count)
            ).file()
        }
        #expect(try decodeSheet(file(3), limits: limits).cells.count == 3)
        // What is behind the frame that is too many is not read.
        let damaged = Array(file(4).dropLast()) + [7, 7, 7]
        for read: ([UInt8]) throws -> Void in [
            { _ = try decodeSheet($0, limits: limits) },
            { _ = try decodeImage($0, limits: limits) },
            { _ = try readImageInfo($0, limits: limits) },
            { _ = try readSheetFacts($0, limits: limits) },
        ] {
            let error = #expect(throws: ImageDecodingError.self) { try read(damaged) }
            #expect(error?.description == "GIF holds more than 3 frames")
        }
    }

    @Test func `what does not fit is said`() throws {
        let whole = GIFBuilder.Frame(rows: ["r"])
        var missing = GIFBuilder(width: 1, height: 1, frames: [whole])
        missing.isClosed = false
        let cases: [([UInt8], String)] = [
            (
                GIFBuilder(width: 65_535, height: 65_535, frames: []).file() + [0],
                """
                GIF declares 65535x65535 pixels, expected at most 16384 a side and 67108864 in all
                """
            ),
            (
                GIFBuilder(width: 0, height: 4, frames: [whole]).file(),
                "GIF declares 0x4 pixels, expected at least 1x1"
            ),
            (
                GIFBuilder(width: 1, height: 1, frames: []).file(),
                "GIF is damaged: no picture in it"
            ),
            (
                GIFBuilder(width: 1, height: 1, palette: nil, frames: [whole]).file(),
                "GIF is damaged: no color table"
            ),
            (missing.file(), "GIF is truncated: unexpected end of file"),
        ]
        for (file, text) in cases {
            let error = #expect(throws: ImageDecodingError.self) { try decodeSheet(file) }
            #expect(error?.description == text)
        }
    }

    @Test func `frames larger than what they are drawn on cost no more than a picture may`() {
        var limits = DecodeLimits()
        limits.maximumPixels = 1000
        let large = GIFBuilder.Frame(rows: ["r"], declared: (30, 30))
        let file = GIFBuilder(width: 1, height: 1, frames: [large, large]).file()
        #expect(throws: ImageDecodingError.self) { try decodeSheet(file, limits: limits) }
        #expect(throws: ImageDecodingError.self) { try readSheetFacts(file, limits: limits) }
        let many = [GIFBuilder.Frame](repeating: .init(rows: ["r"]), count: 1001)
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(GIFBuilder(width: 1, height: 1, frames: many).file(), limits: limits)
        }
        #expect(error?.description.hasPrefix("GIF holds 1001 frames of 1x1 pixels") == true)
    }

    @Test func `a GIF cut or changed anywhere is an error or a sheet`() throws {
        let file = GIFBuilder(
            width: 3,
            height: 2,
            frames: [.init(rows: ["rrr", "rrb"]), .init(rows: ["b"], disposal: 3)]
        ).file()
        for count in 0..<file.count {
            #expect(throws: ImageDecodingError.self, "\(count)") {
                try decodeSheet(Array(file.prefix(count)))
            }
        }
        for place in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[place] ^= 1 << bit
                _ = try? decodeSheet(changed)
                _ = try? readSheetFacts(changed)
                _ = try? decodeImage(changed)
            }
        }
    }

    @Test(.enabled(if: Pillow.isPresent, "\(Pillow.absence)"))
    func `Pillow sees the same frames`() throws {
        let file = GIFBuilder(
            width: 4,
            height: 3,
            frames: [
                .init(rows: ["rrrr", "r##r", "rrrr"]), .init(rows: ["bb", "b."], x: 1, y: 1),
                .init(rows: ["#"], disposal: 3), .init(rows: ["b"], x: 3, y: 2, isInterlaced: true),
            ]
        ).file()
        #expect(try frames(file) == (try Pillow.read(file)).frames)
    }
}
