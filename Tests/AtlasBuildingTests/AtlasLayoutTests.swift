import AtlasBuilding
import AtlasPack
import Raster
import TestSupport
import Testing

struct AtlasLayoutTests {
    private let hat = StraightImage(drawn: "....", ".rr.", ".bb.", "....")

    private func layout(_ frames: [RenderedFrame]) throws -> AtlasLayout {
        let settings = AtlasSettings(scales: [1], packing: .init())
        return try PackingList(frames, settings: settings, traits: [:], sides: [])
            .packed(settings.packing, keeping: nil)
    }

    @Test func `frames with equal pixels share a sprite, clear ones have none`() throws {
        let frames = [
            RenderedFrame(name: "a", image: hat),
            RenderedFrame(name: "b", image: hat),
            RenderedFrame(name: "c", image: StraightImage(drawn: "..", "..")),
        ]
        let layout = try layout(frames)
        #expect(layout.spriteOfFrame == [0, 0, nil])
        #expect(layout.sprites(on: 0).map(\.frame) == [0])
    }

    @Test func `a page shows the trimmed frame where the layout has it`() throws {
        let frames = [RenderedFrame(name: "a", image: hat)]
        let layout = try layout(frames)
        let page = try #require(layout.drawPage(0, scale: 1, frames: frames, extrude: 0))
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
