import AtlasBuilding
import Catalog
import FileStore
import Foundation
import Testing

/// A panel of 40x30 points with borders of 4, 5, 6 and 7 points.
private func panel(scale: Int) -> AtlasDescription {
    AtlasDescription(
        name: "atlas",
        scale: Double(scale),
        pages: [
            .init(
                imageFile: "atlas-0.png",
                width: 64 * scale,
                height: 32 * scale,
                frames: [
                    AtlasFrame(
                        "panel",
                        [0, 0, 40 * scale, 30 * scale],
                        nineSlice: .init(
                            left: 4 * scale,
                            top: 5 * scale,
                            right: 6 * scale,
                            bottom: 7 * scale
                        )
                    )
                ]
            )
        ]
    )
}

/// What engines make of the files, by the facts that their sources tell.
@Suite struct EngineTests {
    @Test(arguments: [
        // Pixi divides frames by the resolution, but `borders` reach `NineSliceSprite` as they are.
        (AtlasFormat.pixi, 1, #""borders": {"left": 4, "top": 5, "right": 6, "bottom": 7}"#),
        (.pixi, 2, #""borders": {"left": 4, "top": 5, "right": 6, "bottom": 7}"#),
        // Phaser and TexturePacker want the middle, in pixels of the frame.
        (.phaser, 1, #""scale9Borders": {"x": 4, "y": 5, "w": 30, "h": 18}"#),
        (.phaser, 2, #""scale9Borders": {"x": 8, "y": 10, "w": 60, "h": 36}"#),
        (.texturePackerArray, 2, #""scale9Borders": {"x": 8, "y": 10, "w": 60, "h": 36}"#),
        (.libgdx, 1, "split:4,6,5,7"), (.libgdx, 2, "split:8,12,10,14"),
        (.unity, 1, "4;6;5;7\n"), (.unity, 2, "8;12;10;14\n"),
    ])
    func `borders are reported as each engine takes them`(
        _ format: AtlasFormat,
        _ scale: Int,
        _ reported: String
    ) throws {
        let files = try export(panel(scale: scale), format: format)
        #expect(text(files).contains(reported), "\(text(files))")
        let read = try readAtlas(files, format: format)
        let slice = try #require(read.first?.pages.first?.frames.first?.nineSlice)
        #expect(slice == panel(scale: scale).pages[0].frames[0].nineSlice)
    }

    @Test(arguments: [AtlasFormat.texturePackerHash, .texturePackerArray])
    func `loaders that know dialects by their program know TexturePacker's`(
        _ format: AtlasFormat
    ) throws {
        struct File: Decodable {
            struct Meta: Decodable {
                var app: String
                var generator: String
            }
            var meta: Meta
        }
        let files = try export(panel(scale: 1), format: format)
        let meta = try JSONDecoder().decode(File.self, from: Data(files[0].bytes)).meta
        // melonJS, src/video/texture/atlas.js: `app.includes("texturepacker")`.
        #expect(meta.app.contains("texturepacker"))
        #expect(meta.generator == "\(Generator.name) \(Generator.version)")
        #expect(AtlasFormat.detected(in: files[0]) == format)
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln })
    func `colors that are multiplied by alpha are reported or refused`(_ format: AtlasFormat) throws
    {
        var atlas = panel(scale: 1)
        atlas.isPremultiplied = true
        switch format {
        case .libgdx, .spine:
            #expect(try text(export(atlas, format: format)).contains("pma:true"))
        case .cocos2d:
            let reported = try text(export(atlas, format: format))
            #expect(reported.contains("<key>premultiplyAlpha</key><true/>"))
        case .spriteatlas: #expect(throws: Never.self) { try export(atlas, format: format) }
        default:
            let error = #expect(throws: ExportError.self) { try export(atlas, format: format) }
            let fact = "\"\(format.rawValue)\" has no word for colors multiplied by alpha, "
            #expect(
                error == .contradiction(fact + "and its engines would draw them too dark")
            )
        }
    }
}
