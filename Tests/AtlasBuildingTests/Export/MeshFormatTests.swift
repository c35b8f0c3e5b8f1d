import AtlasBuilding
import Catalog
import FileStore
import Raster
import Testing

/// A kite in the 47x159 box at (1, 11) of a 64x186 sprite, at (0, 473) of the page.
private func kiteAtlas(_ rotation: FrameRotation) -> AtlasDescription {
    var atlas = exampleAtlas(rotation: rotation)
    atlas.pages[0].frames[0].mesh = AtlasFrame.Mesh(
        vertices: [
            .init(x: 24, y: 11), .init(x: 48, y: 50), .init(x: 20, y: 170), .init(x: 1, y: 60),
        ],
        indexes: [0, 1, 3, 1, 2, 3]
    )
    return atlas
}

/// What formats that know meshes say, in the words of their own readers: pixijs#2243 for TexturePacker,
/// `SpriteFrameCache::initializePolygonInfo` of cocos2d-x, and TexturePacker's importer for Unity.
@Suite struct MeshFormatTests {
    @Test(arguments: [AtlasFormat.texturePackerHash, .texturePackerArray])
    func `TexturePacker reports corners in the sprite and on the page`(format: AtlasFormat) throws {
        let upright = text(try export(kiteAtlas(.none), format: format))
        #expect(upright.contains("\"vertices\": [[24, 11], [48, 50], [20, 170], [1, 60]]"))
        #expect(upright.contains("\"verticesUV\": [[23, 473], [47, 512], [19, 632], [0, 522]]"))
        #expect(upright.contains("\"triangles\": [[0, 1, 3], [1, 2, 3]]"))
        // Turned clockwise: the sprite's left column is the top row of 159 x 47 pixels.
        let turned = text(try export(kiteAtlas(.clockwise), format: format))
        #expect(turned.contains("\"vertices\": [[24, 11], [48, 50], [20, 170], [1, 60]]"))
        #expect(turned.contains("\"verticesUV\": [[159, 496], [120, 520], [0, 492], [110, 473]]"))
    }

    @Test func `Cocos2d reports numbers with blanks between them`() throws {
        let plist = text(try export(kiteAtlas(.clockwise), format: .cocos2d))
        #expect(
            plist.contains(
                """
                <key>textureRotated</key><true/>
                <key>triangles</key><string>0 1 3 1 2 3</string>
                <key>vertices</key><string>24 11 48 50 20 170 1 60</string>
                <key>verticesUV</key><string>159 496 120 520 0 492 110 473</string>
                </dict>
                """
            )
        )
    }

    @Test func `Unity reports corners in the rectangle with y up`() throws {
        let sheet = text(try export(kiteAtlas(.none), format: .unity))
        #expect(
            sheet.contains("; 0;0;0;0; 4;23;159;47;120;19;0;0;110; 2;0;1;3;1;2;3\n"),
            "\(sheet)"
        )
        // A frame without a mesh is reported as before.
        #expect(sheet.contains("4;6;5;7\n"))
    }

    @Test(arguments: AtlasFormat.allCases.filter { $0 != .kiln && $0 != .spriteatlas })
    func `meshes come back from formats that carry them`(format: AtlasFormat) throws {
        let atlas = kiteAtlas(format.capabilities.rotation)
        let files = try export(atlas, format: format)
        let frames = try #require(try readAtlas(files, format: format).first?.pages.first?.frames)
        let dragon = try #require(frames.first { $0.name == "pet/dragon" })
        guard format.capabilities.writesMeshes else {
            #expect(dragon.mesh == nil)
            #expect(
                files
                    == (try export(
                        exampleAtlas(rotation: format.capabilities.rotation),
                        format: format
                    ))
            )
            return
        }
        var expected = try #require(atlas.pages[0].frames[0].mesh)
        if !format.capabilities.keepsSourceSize {
            expected.vertices = expected.vertices.map { .init(x: $0.x - 1, y: $0.y - 11) }
        }
        #expect(dragon.mesh == expected)
        #expect(frames.first { $0.name == "panel" }?.mesh == nil)
    }

    @Test func `outlines may interlock only where every reader draws meshes`() {
        #expect(AtlasFormat.allDrawMeshes([.texturePackerHash, .unity, .cocos2d]))
        #expect(!AtlasFormat.allDrawMeshes([.texturePackerHash, .phaser]))
        #expect(!AtlasFormat.allDrawMeshes([.kiln]))
        #expect(!AtlasFormat.allDrawMeshes([.spriteatlas]))
        #expect(AtlasFormat.allDrawMeshes([.unity, .spriteatlas]))
    }

    @Test func `meshes that contradict themselves are refused`() throws {
        var outside = kiteAtlas(.none)
        outside.pages[0].frames[0].mesh?.vertices[0].x = 49
        #expect(
            throws: ExportError.contradiction(
                "vertices of frame \"pet/dragon\" leave its rectangle"
            )
        ) {
            try export(outside, format: .texturePackerHash)
        }
        var unknown = kiteAtlas(.none)
        unknown.pages[0].frames[0].mesh?.indexes[5] = 4
        #expect(
            throws: ExportError.contradiction(
                "triangles of frame \"pet/dragon\" name vertices that are not there"
            )
        ) {
            try export(unknown, format: .unity)
        }
    }

    @Test(arguments: [
        (
            AtlasFormat.texturePackerHash, "[23, 473]", "[29, 473]",
            "found 29,473 in \"verticesUV\", expected 23,473 by \"vertices\" and \"frame\""
        ),
        (
            .texturePackerHash, "[[23, 473], ", "[",
            "found 3 \"verticesUV\", expected 4 as of \"vertices\""
        ),
        (.texturePackerHash, "[23, 473]", "[23]", "found a vertex that has not two numbers"),
        (
            .cocos2d, "0 1 3 1 2 3", "0 1 3 1 2 9",
            "triangles of frame \"pet/dragon\" name vertices that are not there"
        ),
        (.cocos2d, "24 11 48 50", "24 11 48", "found 7 numbers in a list of vertices"),
        (
            .unity, " 2;0;1;3;1;2;3", " 3;0;1;3;1;2;3",
            "found 6 indexes, expected those of 3 triangles"
        ),
        (.unity, " 4;23;159", " 9;23;159", "found no whole list of vertices behind the borders"),
    ])
    func `a damaged mesh is reported`(
        format: AtlasFormat,
        old: String,
        new: String,
        message: String
    ) throws {
        var file = try #require(try export(kiteAtlas(.none), format: format).first)
        let damaged = String(decoding: file.bytes, as: UTF8.self).replacing(old, with: new)
        #expect(damaged.utf8.count != file.bytes.count || Array(damaged.utf8) != file.bytes)
        file.bytes = Array(damaged.utf8)
        let error = #expect(throws: PictureFailure.self) { try readAtlas([file], format: format) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `a pixel of rounding is put up with`() throws {
        var file = try #require(try export(kiteAtlas(.none), format: .texturePackerHash).first)
        let text = String(decoding: file.bytes, as: UTF8.self)
        file.bytes = Array(text.replacing("[47, 512]", with: "[46, 512]").utf8)
        let frames = try readAtlas([file], format: .texturePackerHash)[0].pages[0].frames
        #expect(frames.first { $0.name == "pet/dragon" }?.mesh?.vertices[1] == .init(x: 47, y: 50))
    }
}
