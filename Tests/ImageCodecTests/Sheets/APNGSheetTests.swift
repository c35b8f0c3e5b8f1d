import ImageCodec
import Raster
import TestSupport
import Testing

@Suite("Sheets of APNGs")
struct APNGSheetTests {
    static let red = StraightPixel(r: 220, g: 30, b: 40)
    static let canvas = PixelSize(width: 3, height: 2)!

    private func builder(_ frames: [APNGBuilder.Frame]) -> APNGBuilder {
        APNGBuilder(canvas: Self.canvas, frames: frames)
    }

    /// The frames of a file, cut from its sheet.
    private func frames(_ file: [UInt8]) throws -> [StraightImage] {
        let sheet = try decodeSheet(file)
        return sheet.cells.map { sheet.image.cropped(to: $0) }
    }

    @Test func `what was written is read again, frame by frame, with its times`() throws {
        let drawn = (0..<7).map { index in
            StraightImage(9, 5) { x, y in
                x == index ? StraightPixel(r: 9, g: UInt8(y * 50), b: 7, a: 200) : .clear
            }
        }
        let times = [40, 80, 120, 500, 40, 40, 1000]
        let sequence = try #require(PictureSequence(frames: drawn, fps: 6, durations: times))
        let file = try encodeAPNG(sequence, effort: .fast)
        let sheet = try decodeSheet(file)
        #expect(sheet.durations == times)
        #expect(sheet.cells.count == 7)
        // Seven in three columns.
        #expect(sheet.image.size == PixelSize(width: 27, height: 15))
        #expect(sheet.cells[3] == PixelRect(x: 0, y: 5, width: 9, height: 5))
        #expect(try frames(file) == drawn)
        let facts = try readSheetFacts(file)
        #expect(facts == SheetFacts(frames: 7, size: drawn[0].size, durations: times))
        #expect(try readImageInfo(file).info.frames == 7)
    }

    @Test func `a frame stays, goes, or gives back what it covered`() throws {
        let dot = StraightImage(drawn: "b")
        let file = builder([
            .init(picture: StraightImage(drawn: "rrr", "rrr"), disposal: 0),
            .init(picture: dot, x: 0, y: 0, disposal: 2),
            .init(picture: dot, x: 1, y: 0, disposal: 1),
            .init(picture: dot, x: 2, y: 1, disposal: 0),
        ]).file()
        #expect(
            try frames(file) == [
                StraightImage(drawn: "rrr", "rrr"), StraightImage(drawn: "brr", "rrr"),
                StraightImage(drawn: "rbr", "rrr"), StraightImage(drawn: "r.r", "rrb"),
            ]
        )
    }

    @Test func `the first frame gives back an empty canvas`() throws {
        let file = builder([
            .init(picture: StraightImage(drawn: "rrr", "rrr"), disposal: 2),
            .init(picture: StraightImage(drawn: "b"), isBlended: true),
        ]).file()
        #expect(try frames(file)[1] == StraightImage(drawn: "b..", "..."))
    }

    @Test func `blended frames are laid over, others replace`() throws {
        let base = APNGBuilder.Frame(picture: StraightImage(drawn: "www", "www"))
        let hole = StraightImage(drawn: ".x")
        let over = APNGBuilder.Frame(picture: hole, isBlended: true)
        let replaced = try frames(builder([base, .init(picture: hole)]).file())[1]
        #expect(replaced == StraightImage(drawn: ".xw", "www"))
        let blended = try frames(builder([base, over]).file())[1]
        #expect(blended[0, 0] == StraightPixel(r: 255, g: 255, b: 255))
        // (220 * 128 + 255 * 127) / 255, and so on.
        #expect(blended[1, 0] == StraightPixel(r: 237, g: 142, b: 147))
    }

    @Test func `a default image without fcTL is no frame`() throws {
        var file = builder([
            .init(picture: StraightImage(drawn: "rrr", "rrr")),
            .init(picture: StraightImage(drawn: "b")),
        ])
        file.still = StraightImage(drawn: "###", "###")
        #expect(try decodeImage(file.file()).image == file.still)
        #expect(
            try frames(file.file()) == [
                StraightImage(drawn: "rrr", "rrr"), StraightImage(drawn: "brr", "rrr"),
            ]
        )
    }

    @Test func `frames of palettes and of 16 bits share the file's tables`() throws {
        let still = try decodeSheet(PNGBuilder(width: 1, height: 1, samples: [1, 2, 3, 4]).file())
        #expect(still.cells == [PixelRect(x: 0, y: 0, width: 1, height: 1)])
        #expect(still.durations.isEmpty)
        #expect(still.image[0, 0] == StraightPixel(r: 1, g: 2, b: 3, a: 4))
    }

    @Test func `times of no length are those that browsers show`() throws {
        var frames = [(0, 100), (1, 0), (1, 1000), (1, 50)].map { delay in
            APNGBuilder.Frame(picture: StraightImage(drawn: "rrr", "rrr"), delay: delay)
        }
        frames[3].x = 0
        #expect(try decodeSheet(builder(frames).file()).durations == [100, 100, 100, 20])
    }

    @Test func `what does not fit is said`() throws {
        let whole = APNGBuilder.Frame(picture: StraightImage(drawn: "rrr", "rrr"))
        var outside = APNGBuilder.Frame(picture: StraightImage(drawn: "bb"), x: 2)
        outside.y = 1
        var miscounted = builder([whole, whole])
        miscounted.declared = 3
        var unordered = builder([whole, whole])
        unordered.skippedNumbers = 1
        let small = builder([.init(picture: StraightImage(drawn: "b"))])
        let cases: [([UInt8], String)] = [
            (
                builder([whole, outside]).file(),
                "fcTL: frame of 2x1 pixels at 2,1 reaches over the canvas of 3x2"
            ),
            (miscounted.file(), "acTL: declares 3 frames, found 2"),
            (unordered.file(), "fcTL: out of order"),
            (small.file(), "fcTL: the default image is not the canvas"),
        ]
        for (file, reason) in cases {
            #expect(throws: ImageDecodingError.damaged(.png, reason: reason)) {
                try decodeSheet(file)
            }
        }
    }

    @Test func `an animation cut or changed anywhere is an error or a sheet`() throws {
        let file = builder([
            .init(picture: StraightImage(drawn: "rrr", "rrr")),
            .init(picture: StraightImage(drawn: "bb"), x: 1, y: 1),
        ]).file()
        for count in 0..<file.count {
            #expect(throws: ImageDecodingError.self, "\(count)") {
                try decodeSheet(Array(file.prefix(count)))
            }
        }
        for place in file.indices {
            var changed = file
            changed[place] ^= 0x41
            _ = try? decodeSheet(changed)
            _ = try? readSheetFacts(changed)
        }
    }

    @Test func `frames are counted before there is room for them`() throws {
        let frames = [APNGBuilder.Frame](
            repeating: .init(picture: StraightImage(drawn: "rrr", "rrr")),
            count: 9
        )
        var limits = DecodeLimits()
        limits.maximumPixels = 54
        #expect(try decodeSheet(builder(frames).file(), limits: limits).cells.count == 9)
        limits.maximumFrames = 8
        let many = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(builder(frames).file(), limits: limits)
        }
        #expect(many?.description == "PNG holds more than 8 frames")
        limits = DecodeLimits()
        limits.maximumPixels = 53
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(builder(frames).file(), limits: limits)
        }
        #expect(
            error?.description == """
                PNG holds 9 frames of 3x2 pixels, expected at most 16384 a side and 53 in all when \
                laid side by side
                """
        )
    }

    @Test func `only Aseprite documents have parts`() throws {
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(
                PNGBuilder(width: 1, height: 1, samples: [1, 2, 3, 4]).file(),
                part: "hat"
            )
        }
        #expect(error?.description == "PNG has no layers, found \"hat\" asked for")
    }
}
