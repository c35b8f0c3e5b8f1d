import Bake
import Diagnostics
import KilnManifest
import Raster
import TestSupport
import Testing

/// Images behind looks.
struct BackgroundTests {
    /// Its red tells the column.
    private static let room = StraightImage(200, 100) { x, y in
        StraightPixel(r: UInt8(x), g: UInt8(50 + y), b: 90)
    }

    private func game(background: String = "room", size: String = "") throws -> DrawnGame {
        try DrawnGame(
            """
            "canvas": { "width": 40, "height": 40, "bleed": { "top": 10 } },
            "species": [{ "id": "dog" }],
            "images": [{ "id": "room"\(size) }, { "id": "moon" }],
            "looks": [
              { "id": "fine", "species": "dog", "background": "\(background)" },
              { "id": "bare", "species": "dog" }
            ],
            "targets": [{ "id": "game" }, { "id": "shots", "kind": "composites" }]
            """,
            art: [
                "dog_pet.png": .disc(40, 40), "room.png": Self.room, "moon.png": .disc(30, 30),
            ]
        )
    }

    /// A composite as its page holds it, untrimmed.
    private func shot(_ id: String, of baked: BakedGame) throws -> StraightImage {
        let target = try #require(baked.manifest.targets.first { $0.id == "shots" })
        let frame = try #require(target.frames[id])
        var whole = StraightImage(
            size: PixelSize(width: frame.sourceWidth, height: frame.sourceHeight)!
        )
        let page = try baked.picture(target.pages[frame.page].images[0].path)
        whole.copy(
            from: page.cropped(
                to: PixelRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)!
            ),
            at: PixelPoint(x: frame.trimX, y: frame.trimY)
        )
        return whole
    }

    @Test(arguments: ["", #", "size": [20, 90], "fit": "stretch""#])
    func `a look's background fills canvas and bleed about its middle`(size: String) async throws {
        let game = try game(size: size)
        let shown = try await game.preview(Look(species: "dog"), background: "room")
        #expect(shown.size == PixelSize(width: 40, height: 50) && shown.isOpaque)
        // 200x100 covers 40x50 at a half: columns 60 to 140 are seen.
        #expect(abs(Int(shown[0, 0].r) - 60) <= 1 && abs(Int(shown[39, 0].r) - 139) <= 1)
        #expect(abs(Int(shown[0, 0].g) - 50) <= 1 && abs(Int(shown[0, 49].g) - 149) <= 1)
        // The pet is drawn over it.
        #expect(shown[20, 30] == StraightPixel(r: 230, g: 120, b: 60))
        let baked = try await game.baked()
        let isEqual = try shot("fine", of: baked) == shown
        #expect(isEqual)
        // Under clear pixels pages have the nearest color.
        let alone = try await game.preview(Look(species: "dog"))
        let bare = try shot("bare", of: baked).premultiplied() == alone.premultiplied()
        #expect(bare)
        #expect(baked.manifest.looks.map(\.background) == ["room", nil])
        // What is behind is no frame of its own.
        #expect(Set(baked.manifest.targets[0].frames.keys) == ["dog_pet", "room", "moon"])
    }

    @Test func `a background of clear pixels lets what is behind through`() async throws {
        let shown = try await game().preview(Look(species: "dog"), background: "moon")
        #expect(shown[0, 0].a == 0 && shown[20, 5].a == 255)
    }

    @Test func `a background that is not there is reported with the nearest`() async throws {
        let game = try game(background: "rom")
        let (_, found) = try LoadedCatalog.load("game/catalog.json", disk: game.disk)
        expectFindings(
            found.map(\.description),
            [
                """
                game/catalog.json:5:51: error[unknown-reference]: there is no image "rom"
                  help: did you mean "room"?
                """
            ]
        )
        var options = DrawOptions(jobs: 1)
        options.background = "mon"
        let (drawn, problems) = try await drawLooks(
            try self.game().loaded(),
            [Look(species: "dog")],
            options
        )
        #expect(drawn.allSatisfy { $0 == nil })
        expectFindings(
            problems.map(\.description),
            [
                """
                game/catalog.json: error[unknown-reference]: there is no image "mon"
                  help: did you mean "moon"?
                """
            ]
        )
    }
}
