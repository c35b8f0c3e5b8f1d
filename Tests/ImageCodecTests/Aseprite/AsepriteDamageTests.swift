import ImageCodec
import Raster
import TestSupport
import Testing

/// Documents that are wrong, too large or made to do harm.
struct AsepriteDamageTests {
    /// One of everything.
    private static let whole: [UInt8] = {
        var file = AsepriteFile(4, 4, frames: 2, depth: 8)
        file.flags = 3
        file.addPalette([.clear, StraightPixel(r: 9, g: 9, b: 9)])
        file.addTileset([0, 0, 0, 0, 1, 1, 1, 0], count: 2, (2, 2))
        file.addTag("idle", 0...1, direction: 2)
        file.addLayer("group", .group)
        file.addLayer("body", level: 1)
        file.addLayer("map", .tilemap)
        file.addCel(1, bytes: [1, 0, 1, 1], (2, 2))
        file.addTiles(2, [[1, 0x8000_0001]])
        file.addLink(1, frame: 1, to: 0)
        file.addSlice("hand", [(0, (0, 0, 2, 2))], center: (0, 0, 1, 1), pivot: (1, 1))
        return file.bytes
    }()

    @Test func `a document that ends too early says so, wherever it ends`() throws {
        _ = try decodeSheet(Self.whole)
        for count in 6..<Self.whole.count {
            let bytes = Array(Self.whole.prefix(count))
            let error = #expect(throws: ImageDecodingError.self, "\(count)") {
                try decodeSheet(bytes)
            }
            guard case .truncated(.aseprite, _) = error else {
                Issue.record("\(count) bytes: \(error?.description ?? "nothing")")
                return
            }
        }
    }

    @Test func `changed bits are errors or other pictures, never a trap`() {
        var limits = DecodeLimits()
        limits.maximumPixels = 1 << 16
        for place in Self.whole.indices {
            for bit in 0..<8 {
                var bytes = Self.whole
                bytes[place] ^= 1 << UInt8(bit)
                if let sheet = try? decodeSheet(bytes, limits: limits) {
                    #expect(sheet.image.size.area <= limits.maximumPixels)
                }
                _ = try? readSheetFacts(bytes, limits: limits)
                _ = try? readImageInfo(bytes, limits: limits)
            }
        }
    }

    @Test func `what is wrong is named with what was expected`() {
        func message(_ change: (inout AsepriteFile) -> Void) -> String? {
            var file = AsepriteFile(4, 4, frames: 2)
            change(&file)
            return #expect(throws: ImageDecodingError.self) { try decodeSheet(file.bytes) }?
                .description
        }
        #expect(
            message { $0.depth = 24 }
                == "Aseprite is damaged: found 24 bits a pixel, expected 8, 16 or 32"
        )
        #expect(
            message { $0.frames = [] }
                == "Aseprite is damaged: found no frames, expected at least 1"
        )
        #expect(
            message { $0.width = 0 } == "Aseprite declares 0x4 pixels, expected at least 1x1"
        )
        #expect(
            message { $0.pixel = (255, 1) }
                == "Aseprite is of a kind that is not supported: found pixels of 255:1, expected at "
                + "most 4:1"
        )
        #expect(
            message { $0.addCel(3, StraightImage(drawn: "r")) }
                == "Aseprite is damaged: a cel of frame 0 lies on layer 3, expected one of 0"
        )
        #expect(
            message {
                $0.addLayer("body")
                $0.addLink(0, frame: 1, to: 1)
            }
                == "Aseprite is damaged: a cel of frame 1 is linked to frame 1, expected an earlier one"
        )
        #expect(
            message { $0.addLayer("body", blendMode: 19) }
                == "Aseprite is of a kind that is not supported: layer \"body\" has blend mode 19, "
                + "expected at most 18"
        )
        #expect(
            message {
                $0.addTileset(nil, count: 2, (2, 2))
                $0.addLayer("map", .tilemap)
                $0.addTiles(0, [[1]])
            }
                == "Aseprite is of a kind that is not supported: the tiles of layer \"map\" are in "
                + "another file, expected them in the document"
        )
        #expect(
            message {
                $0.addLayer("body")
                $0.addCel(0, bytes: [1, 2, 3], (2, 2))
            }
                == "Aseprite is damaged: a zlib stream of 14 bytes does not hold its 16 bytes"
        )
    }

    @Test func `declared sizes are looked at before memory is taken`() {
        var huge = AsepriteFile(65_535, 65_535)
        huge.addLayer("body")
        #expect(throws: ImageDecodingError.self) { try decodeImage(huge.bytes) }
        // Each frame is small, all of them are not.
        var limits = DecodeLimits()
        limits.maximumPixels = 64
        let many = AsepriteFile(8, 4, frames: 3)
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(many.bytes, limits: limits)
        }
        #expect(
            error?.description
                == "Aseprite holds 3 frames of 8x4 pixels, expected at most 16384 a side and 64 in "
                + "all when laid side by side"
        )
        // A cel far larger than its canvas, which packs well.
        var cel = AsepriteFile(1, 1)
        cel.addLayer("body")
        cel.addCel(0, bytes: [], (65_535, 65_535))
        let damage = #expect(throws: ImageDecodingError.self) { try decodeImage(cel.bytes) }
        #expect(damage?.description.contains("a cel declares 65535x65535 pixels") == true)
    }

    @Test func `drawing the same pixels again and again comes to an end`() {
        var limits = DecodeLimits()
        limits.maximumPixels = 4096
        var file = AsepriteFile(2, 2, frames: 1000)
        file.addLayer("body")
        file.addCel(0, StraightImage(size: PixelSize(width: 64, height: 64)!))
        for frame in 1..<1000 { file.addLink(0, frame: frame, to: 0) }
        let error = #expect(throws: ImageDecodingError.self) {
            try decodeSheet(file.bytes, limits: limits)
        }
        #expect(error?.description.contains("more pixels in all than is drawn") == true)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a palette of four billion colors has the 256 that pixels can mean`() throws {
        let gray = StraightPixel(r: 7, g: 7, b: 7)
        var file = AsepriteFile(1, 1, frames: 500, depth: 8)
        file.transparentIndex = 9
        let range: [UInt8] = [0, 0, 0, 0, 255, 255, 255, 255]
        let colors = (0..<256).flatMap { _ in [0, 0, gray.r, gray.g, gray.b, 255] as [UInt8] }
        let chunk = [255, 255, 255, 255] + range + [UInt8](repeating: 0, count: 8) + colors
        for frame in 0..<500 { file.addChunk(0x2019, chunk, frame: frame) }
        file.addLayer("body")
        file.addCel(0, bytes: [255], (1, 1))
        #expect(try decodeImage(file.bytes).image[0, 0] == gray)
    }

    @Test func `groups nested without end are refused`() {
        var file = AsepriteFile(1, 1)
        for level in 0..<200 { file.addLayer("g", .group, level: level) }
        #expect(throws: ImageDecodingError.self) { try decodeImage(file.bytes) }
    }
}
