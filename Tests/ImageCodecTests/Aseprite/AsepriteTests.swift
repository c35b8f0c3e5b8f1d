import ImageCodec
import Raster
import TestSupport
import Testing

/// Documents put together here, drawn and read.
struct AsepriteTests {
    private let red = StraightPixel(r: 220, g: 30, b: 40)
    private let blue = StraightPixel(r: 20, g: 60, b: 200)

    @Test(arguments: [false, true])
    func `cels may be raw or packed, and reach over the canvas`(isRaw: Bool) throws {
        var file = AsepriteFile(3, 2)
        file.addLayer("body")
        file.addCel(0, StraightImage(drawn: "rb", "wy"), x: -1, y: -1, isRaw: isRaw)
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "y..", "..."))
        file.addCel(0, StraightImage(drawn: "rb", "wy"), x: 2, y: 1, isRaw: isRaw)
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "...", "..r"))
    }

    @Test func `a link shows what its layer shows in an earlier frame`() throws {
        var file = AsepriteFile(2, 1, frames: 3)
        file.addLayer("body")
        file.addCel(0, StraightImage(drawn: "r"))
        file.addLink(0, frame: 1, to: 0, x: 1)
        file.addLink(0, frame: 2, to: 1)
        let sheet = try decodeSheet(file.bytes)
        #expect(sheet.image == StraightImage(drawn: "r..r", "r..."))
        #expect(sheet.durations == [100, 100, 100])
    }

    @Test func `hidden layers, what is in hidden groups and references do not show`() throws {
        var file = AsepriteFile(4, 1)
        let names = [("seen", 0, true, 0), ("hidden", 0, false, 0), ("reference", 0, true, 64)]
        for (place, (name, level, isVisible, flags)) in names.enumerated() {
            file.addLayer(name, level: level, isVisible: isVisible, flags: flags)
            file.addCel(place, StraightImage(drawn: "r"), x: place)
        }
        file.addLayer("outfits", .group, isVisible: false)
        let hat = file.addLayer("hat", level: 1)
        file.addCel(hat, StraightImage(drawn: "b"), x: 3)
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "r..."))
        #expect(
            try readSheetFacts(file.bytes).parts == ["seen", "hidden", "outfits", "outfits/hat"]
        )
        // Asked for by name, they show all the same.
        for name in ["hat", "outfits/hat", "outfits"] {
            #expect(
                try decodeSheet(file.bytes, part: name).image == StraightImage(drawn: "...b")
            )
        }
        #expect(
            try decodeSheet(file.bytes, part: "hidden").image == StraightImage(drawn: ".r..")
        )
    }

    @Test func `parts that are not there, or there twice, are named`() throws {
        var file = AsepriteFile(1, 1)
        file.addLayer("body")
        for group in ["winter", "summer"] {
            file.addLayer(group, .group)
            file.addLayer("hat", level: 1)
        }
        func message(_ part: String) -> String? {
            #expect(throws: ImageDecodingError.self) {
                try decodeSheet(file.bytes, part: part)
            }?.description
        }
        #expect(
            message("scarf")
                == "Aseprite has no layer or group \"scarf\", expected one of \"body\", \"winter\", "
                + "\"winter/hat\", \"summer\", \"summer/hat\""
        )
        #expect(
            message("hat")
                == "Aseprite has 2 layers or groups called \"hat\", found \"winter/hat\", "
                + "\"summer/hat\", expected one"
        )
        #expect(try decodeSheet(file.bytes, part: "winter/hat").cells.count == 1)
    }

    @Test func `the z-index moves a cel over and under other layers`() throws {
        for (zIndex, shown) in [(0, "b"), (1, "r"), (-1, "b")] {
            var file = AsepriteFile(1, 1)
            file.addLayer("below")
            file.addLayer("above")
            file.addCel(0, StraightImage(drawn: "r"), zIndex: zIndex)
            file.addCel(1, StraightImage(drawn: "b"))
            #expect(try decodeImage(file.bytes).image == StraightImage(drawn: shown), "\(zIndex)")
        }
    }

    @Test func `opacities of cel and layer multiply, where the file says that layers have one`()
        throws
    {
        for (flags, alpha) in [(1, 64), (0, 128)] as [(Int, UInt8)] {
            var file = AsepriteFile(1, 1)
            file.flags = flags
            file.addLayer("body", opacity: 128)
            file.addCel(0, StraightImage(drawn: "r"), opacity: 128)
            #expect(try decodeImage(file.bytes).image[0, 0].a == alpha)
        }
    }

    @Test func `groups have an opacity where the file says so, and are composed first`() throws {
        for (flags, alpha) in [(1, 255), (3, 128)] as [(Int, UInt8)] {
            var file = AsepriteFile(1, 1)
            file.flags = flags
            file.addLayer("group", .group, opacity: 128)
            file.addLayer("one", level: 1)
            file.addLayer("two", level: 1)
            file.addCel(1, StraightImage(drawn: "r"))
            file.addCel(2, StraightImage(drawn: "b"))
            let pixel = try decodeImage(file.bytes).image[0, 0]
            #expect(pixel == StraightPixel(r: blue.r, g: blue.g, b: blue.b, a: alpha))
        }
    }

    @Test func `a palette's transparent index shows on the background only`() throws {
        var file = AsepriteFile(2, 1, depth: 8)
        file.transparentIndex = 1
        file.addPalette([red, blue])
        file.addLayer("body")
        file.addCel(0, bytes: [0, 1], (2, 1))
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "r."))

        var background = AsepriteFile(2, 1, depth: 8)
        background.transparentIndex = 1
        background.addPalette([red, blue])
        background.addLayer("back", flags: 8)
        background.addCel(0, bytes: [0, 1], (2, 1))
        #expect(try decodeImage(background.bytes).image == StraightImage(drawn: "rb"))
    }

    @Test func `a palette may change from frame to frame`() throws {
        var file = AsepriteFile(1, 1, frames: 2, depth: 8)
        file.transparentIndex = 9
        file.addPalette([red])
        file.addPalette([blue], frame: 1)
        file.addLayer("body")
        file.addCel(0, bytes: [0], (1, 1))
        file.addLink(0, frame: 1, to: 0)
        #expect(try decodeSheet(file.bytes).image == StraightImage(drawn: "rb"))
    }

    @Test(arguments: [(0x0004, 252), (0x0011, 63)] as [(Int, UInt8)])
    func `old palettes count where there is no new one`(type: Int, value: UInt8) throws {
        var file = AsepriteFile(1, 1, depth: 8)
        file.transparentIndex = 9
        file.addChunk(type, [1, 0, 2, 1, value, 0, 0])
        file.addLayer("body")
        file.addCel(0, bytes: [2], (1, 1))
        let found = try decodeImage(file.bytes).image[0, 0]
        #expect(found == StraightPixel(r: type == 4 ? 252 : 255, g: 0, b: 0))
        file.addPalette([red, red, blue])
        #expect(try decodeImage(file.bytes).image[0, 0] == blue)
    }

    @Test func `gray has a value and alpha`() throws {
        var file = AsepriteFile(2, 1, depth: 16)
        file.addLayer("body")
        file.addCel(0, bytes: [200, 255, 90, 51], (2, 1))
        let wanted = [
            StraightPixel(r: 200, g: 200, b: 200), StraightPixel(r: 90, g: 90, b: 90, a: 51),
        ]
        #expect(try decodeImage(file.bytes).image.pixels == wanted)
    }

    @Test func `tiles are flipped and turned, and tile 0 is empty`() throws {
        var file = AsepriteFile(12, 2)
        let tile = StraightImage(drawn: "rb", "wy")
        let empty = StraightImage(drawn: "##", "##")
        let pixels = (empty.pixels + tile.pixels).flatMap { [$0.r, $0.g, $0.b, $0.a] }
        file.addTileset(pixels, count: 2, (2, 2), id: 3)
        file.addLayer("map", .tilemap, tileset: 3)
        file.addTiles(0, [[1, 0, 0x8000_0001, 0x4000_0001, 0x2000_0001, 7]])
        #expect(
            try decodeImage(file.bytes).image
                == StraightImage(drawn: "rb..brwyrw..", "wy..ywrbby..")
        )
    }

    @Test func `wide and tall pixels fill several`() throws {
        var file = AsepriteFile(2, 1)
        file.pixel = (2, 1)
        file.addLayer("body")
        file.addCel(0, StraightImage(drawn: "rb"))
        file.addSlice("hand", [(0, (1, 0, 1, 1))], pivot: (1, 0))
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "rrbb"))
        let facts = try readSheetFacts(file.bytes)
        #expect(facts.size == PixelSize(width: 4, height: 1))
        #expect(facts.slices[0].bounds == PixelRect(x: 2, y: 0, width: 2, height: 1))
        #expect(facts.slices[0].pivot == PixelPoint(x: 2, y: 0))
    }

    @Test func `frames that do not say how long they show take the document's speed`() throws {
        var file = AsepriteFile(1, 1, frames: 3)
        file.speed = 40
        file.frames[0].duration = 0
        file.frames[1].duration = 250
        file.frames[2].duration = 0
        #expect(try readSheetFacts(file.bytes).durations == [40, 250, 40])
        file.speed = 0
        #expect(try readSheetFacts(file.bytes).durations == [100, 250, 100])
    }

    @Test func `tags tell runs, directions and repeats`() throws {
        var file = AsepriteFile(1, 1, frames: 4)
        file.addTag("idle", 0...1)
        file.addTag("blinzeln ä", 1...3, direction: 2, repeats: 3)
        file.addTag("beyond", 3...9, direction: 3)
        file.addTag("nowhere", 7...9)
        #expect(
            try readSheetFacts(file.bytes).tags == [
                SheetFacts.Tag(name: "idle", frames: 0...1),
                SheetFacts.Tag(
                    name: "blinzeln ä",
                    frames: 1...3,
                    direction: .pingPong,
                    repeats: 3
                ),
                SheetFacts.Tag(name: "beyond", frames: 3...3, direction: .pingPongReverse),
            ]
        )
    }

    @Test func `a slice is what it is when it first shows`() throws {
        var file = AsepriteFile(8, 8, frames: 3)
        file.addSlice("never", [(0, (1, 1, 0, 0))])
        file.addSlice(
            "panel",
            [(0, (0, 0, 0, 0)), (1, (1, 2, 6, 5)), (2, (0, 0, 8, 8))],
            center: (2, 1, 2, 3),
            pivot: (3, 4)
        )
        #expect(
            try readSheetFacts(file.bytes).slices == [
                SheetFacts.Slice(
                    name: "panel",
                    bounds: PixelRect(x: 1, y: 2, width: 6, height: 5)!,
                    center: PixelRect(x: 2, y: 1, width: 2, height: 3),
                    pivot: PixelPoint(x: 3, y: 4)
                )
            ]
        )
    }

    @Test func `chunks that no one knows are passed over`() throws {
        var file = AsepriteFile(1, 1)
        file.addChunk(0x2020, [1, 2, 3])
        file.addChunk(0x7777, [])
        file.addLayer("body")
        file.addCel(0, StraightImage(drawn: "r"))
        file.addChunk(0x2006, [UInt8](repeating: 9, count: 36))
        #expect(try decodeImage(file.bytes).image == StraightImage(drawn: "r"))
    }
}
