import AtlasBuilding
import AtlasPack
import Catalog
import Raster
import TestSupport
import Testing

struct AtlasLayoutTests {
    private let hat = StraightImage(drawn: "....", ".rr.", ".bb.", "....")

    private func layout(_ frames: [RenderedFrame], extrude: Int = 0) throws -> AtlasLayout {
        let settings = AtlasSettings(scales: [1], packing: .init(extrude: extrude))
        return try PackingList(frames, settings: settings, traits: [:], sides: [])
            .packed(keeping: nil)
    }

    @Test func `frames with equal pixels share a sprite, clear ones have none`() throws {
        let frames = [
            RenderedFrame(name: "a", image: hat),
            RenderedFrame(name: "b", image: hat),
            RenderedFrame(name: "c", image: StraightImage(drawn: "..", "..")),
        ]
        let layout = try layout(frames)
        #expect(layout.list.itemOfFrame == [0, 0, nil])
        #expect(layout.sprites(on: 0).map(\.frame) == [0])
    }

    @Test func `clear frames share a clear point where descriptors need them`() async throws {
        let clear = StraightImage(drawn: "...", "...")
        let frames = [
            RenderedFrame(name: "b", image: clear), RenderedFrame(name: "hat", image: hat),
            RenderedFrame(name: "a", image: StraightImage(drawn: ".")),
        ]
        let settings = AtlasSettings(scales: [1, 2], packing: .init())
        let list = PackingList(
            frames,
            settings: settings,
            traits: [:],
            sides: [],
            placesClear: true
        )
        let layout = try list.packed(keeping: nil)
        #expect(layout.list.itemOfFrame == [0, 1, 0])
        let place = try #require(layout.sprite(of: 0)).placement.rect
        #expect(place.size == .onePixel)
        let drawing = PageDrawing(layout, page: 0, scale: 1)
        let page = try #require(await drawing.drawPage(in: Lanes(1)))
        #expect(page.cropped(to: place).opaqueBounds() == nil)
        let atlas = layout.description(
            name: "game",
            scale: 2,
            files: PageNames(
                "game",
                marksScaleOne: false,
                pixels: .rgba8888,
                encoders: [.png]
            ),
            as: .png,
            animations: [
                .init(name: "blink", frames: ["hat", "b"], framesPerSecond: 6, loops: true)
            ]
        )
        let reported = try #require(atlas.pages[0].frames.first { $0.name == "b" })
        #expect(
            [reported.width, reported.height, reported.sourceWidth, reported.sourceHeight] == [
                2, 2, 6, 4,
            ]
        )
        #expect([reported.x, reported.y] == [place.x * 2, place.y * 2])
        #expect(atlas.animations.map(\.frames) == [["hat", "b"]])
    }

    @Test func `frames of animations that share a sprite belong together`() throws {
        let names = ["walk/0", "walk/1", "run/0", "run/1", "sit", "nod/0", "nod/1"]
        let frames = names.enumerated().map { index, name in
            // The second frame of `run` looks like the first of `walk`.
            let width = name == "run/1" ? 3 : index + 3
            var image = StraightImage(size: PixelSize(width: width, height: 4)!)
            image.fill(
                PixelRect(x: 0, y: 0, width: width, height: 4)!,
                with: StraightPixel(r: 9, g: 9, b: 9)
            )
            return RenderedFrame(name: name, image: image)
        }
        let list = PackingList(
            frames,
            settings: AtlasSettings(scales: [1], packing: .init()),
            traits: [:],
            sides: [],
            animations: [
                ["walk/0", "walk/1"], ["nod/1", "nod/0", "gone"], ["run/0", "run/1"], ["sit"],
            ]
        )
        #expect(
            list.items.map { "\($0.name) \($0.together ?? "-")" } == [
                "walk/0 run/0", "walk/1 run/0", "run/0 run/0", "sit -", "nod/0 nod/0",
                "nod/1 nod/0",
            ]
        )
    }

    @Test func `a page is the same in any number of lanes`() async throws {
        let frames = (0..<64).map { number in
            let shade = UInt8(number * 4)
            let size = PixelSize(width: 3 + number % 5, height: 2 + number % 7)
            let color = StraightPixel(r: shade, g: 255 - shade, b: 90, a: 255)
            return RenderedFrame(
                name: "\(number)",
                image: StraightImage(size: size ?? .onePixel, filledWith: color)
            )
        }
        let layout = try layout(frames, extrude: 1)
        let drawing = PageDrawing(layout, page: 0, scale: 1)
        func page(_ lanes: Int) async -> StraightImage? { await drawing.drawPage(in: Lanes(lanes)) }
        let alone = try #require(await page(1))
        for (index, frame) in frames.enumerated() {
            let place = try #require(layout.sprite(of: index)).placement.rect
            #expect(alone.cropped(to: place) == frame.pictures[1]?.unpacked())
        }
        for lanes in [2, 3, 8] { #expect(await page(lanes) == alone) }
    }

    @Test func `a page shows the trimmed frame where the layout has it`() async throws {
        let frames = [RenderedFrame(name: "a", image: hat)]
        let layout = try layout(frames)
        let drawing = PageDrawing(layout, page: 0, scale: 1)
        let page = try #require(await drawing.drawPage(in: Lanes(1)))
        let place = try #require(layout.sprite(of: 0)).placement.rect
        #expect(page.cropped(to: place) == StraightImage(drawn: "rr", "bb"))
    }

    @Test(arguments: [
        ("game-0.png", "game-0_n.png"), ("game-0@2x.png", "game-0_n@2x.png"),
        ("a@b/game-0.png", "a@b/game-0_n.png"),
    ])
    func `a side sheet's page is named after the sprites' page`(page: String, side: String) {
        #expect(SideSheet(suffix: "_n", pictures: [:]).file(besides: page) == side)
    }
}
