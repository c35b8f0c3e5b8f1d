import AtlasBuilding
import Catalog
import FileStore
import Testing

@Suite struct ExportTests {
    @Test func `TexturePacker hash reads as TexturePacker writes it`() throws {
        let files = try export(exampleAtlas(rotation: .clockwise), format: .texturePackerHash)
        #expect(files.map(\.path) == ["atlas-0.json"])
        #expect(
            text(files) == """
                {
                  "frames": {
                    "button": {"frame": {"x": 300, "y": 20, "w": 40, "h": 30}, "rotated": false, \
                "trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 40, "h": 30}, \
                "sourceSize": {"w": 40, "h": 30}, \
                "scale9Borders": {"x": 4, "y": 5, "w": 30, "h": 18}},
                    "panel": {"frame": {"x": 300, "y": 20, "w": 40, "h": 30}, "rotated": false, \
                "trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 40, "h": 30}, \
                "sourceSize": {"w": 40, "h": 30}, \
                "scale9Borders": {"x": 4, "y": 5, "w": 30, "h": 18}},
                    "pet/dragon": {"frame": {"x": 0, "y": 473, "w": 47, "h": 159}, \
                "rotated": true, "trimmed": true, \
                "spriteSourceSize": {"x": 1, "y": 11, "w": 47, "h": 159}, \
                "sourceSize": {"w": 64, "h": 186}, "pivot": {"x": 0.5, "y": 0.95}}
                  },
                  "meta": {"app": "https://www.codeandweb.com/texturepacker", "version": "1.0", \
                "generator": "kiln \(Generator.version)", "image": "atlas-0.png", \
                "format": "RGBA8888", "size": {"w": 1590, "h": 1602}, "scale": "1"}
                }

                """
        )
    }

    @Test(arguments: [
        ([AtlasFormat.libgdx], FrameRotation.counterclockwise),
        ([.pixi, .cocos2d, .kiln, .spriteatlas], .clockwise),
        ([.pixi, .libgdx], .none), ([.pixi, .phaser], .none), ([.spriteatlas], .none), ([], .none),
    ])
    func `pages for several formats turn as all of these formats do`(
        _ formats: [AtlasFormat],
        _ expected: FrameRotation
    ) {
        #expect(AtlasFormat.sharedRotation(of: formats) == expected)
    }

    @Test(arguments: [
        (
            AtlasFormat.phaser,
            "frame \"pet/dragon\" is turned, found clockwise, but \"phaser\" cannot turn frames"
        ),
        (
            .godot,
            "frame \"pet/dragon\" is turned, found clockwise, but \"godot\" cannot turn frames"
        ),
        (
            .unity,
            "frame \"pet/dragon\" is turned, found clockwise, but \"unity\" cannot turn frames"
        ),
        (.css, "frame \"pet/dragon\" is turned, found clockwise, but \"css\" cannot turn frames"),
        (
            .libgdx,
            "frame \"pet/dragon\" is turned, found clockwise, but \"libgdx\" turns counterclockwise"
        ),
        (.kiln, "format \"kiln\" has no descriptor for a single atlas"),
    ])
    func `what an engine cannot draw is an error`(_ format: AtlasFormat, _ message: String) {
        let error = #expect(throws: ExportError.self) {
            try export(exampleAtlas(rotation: .clockwise), format: format)
        }
        #expect(error?.description == message)
    }
}
