import AtlasBuilding
import Catalog
import FileStore
import Testing

/// Files of other programs, and broken files.
@Suite struct ReaderTests {
    @Test func `an older libGDX atlas is read`() throws {
        let text = """

            page.png
            size: 64, 32
            format: RGBA8888
            filter: Nearest, Nearest
            repeat: none
            walk
              rotate: true
              xy: 2, 3
              size: 5, 7
              orig: 8, 10
              offset: 1, 2
              index: 4
            """
        let page = try #require(read(text, "a.atlas", .libgdx).pages.first)
        #expect(
            page.frames == [
                AtlasFrame(
                    "walk_4",
                    [2, 3, 5, 7],
                    trim: [1, 1],
                    source: [8, 10],
                    rotation: .counterclockwise
                )
            ]
        )
    }

    @Test func `a Cocos list of format 2 is read`() throws {
        let text = """
            <plist version="1.0"><dict><key>frames</key><dict><key>a.png</key><dict>
            <key>frame</key><string>{{2,3},{5,8}}</string><key>offset</key><string>{-0.5,1}</string>
            <key>rotated</key><true/><key>sourceColorRect</key><string>{{1,0},{5,8}}</string>
            <key>sourceSize</key><string>{8,10}</string></dict></dict>
            <key>metadata</key><dict><key>format</key><integer>2</integer>
            <key>size</key><string>{64,32}</string><key>textureFileName</key><string>a.png</string>
            </dict></dict></plist>
            """
        let frame = try #require(read(text, "a.plist", .cocos2d).pages.first?.frames.first)
        #expect(
            [frame.trimX, frame.trimY, frame.sourceWidth, frame.sourceHeight] == [1, 0, 8, 10]
        )
        #expect(frame.rotation == .clockwise)
    }

    @Test func `an Aseprite hash is read`() throws {
        let text = """
            { "frames": { "cat 0.aseprite": { "frame": { "x": 0, "y": 0, "w": 8, "h": 9 },
              "rotated": false, "trimmed": false, "spriteSourceSize": { "x": 0, "y": 0, "w": 8, "h": 9 },
              "sourceSize": { "w": 8, "h": 9 }, "duration": 100 } },
              "meta": { "app": "https://www.aseprite.org/", "version": "1.3", "image": "cat.png",
              "format": "RGBA8888", "size": { "w": 8, "h": 9 }, "scale": "1", "frameTags": [] } }
            """
        let atlas = try read(text, "cat.json", .texturePackerHash)
        #expect(atlas.pages[0].frames.map(\.name) == ["cat 0.aseprite"])
    }

    @Test(arguments: [
        (
            AtlasFormat.libgdx, "a.png\nsize:8,8\nx\nbounds:0,0,9,1",
            "frame \"x\" leaves the page \"a.png\""
        ),
        (
            .libgdx, "a.png\nsize:8,8\nx\nbounds:0,0,1",
            "line 4: found \"0,0,1\", expected 4 numbers with commas between them"
        ),
        (
            .libgdx, "a.png\nsize:8,8\nx\nrotate:180",
            "line 4: found rotate \"180\", expected true, false, 0 or 90"
        ),
        (.libgdx, "a.png\nsize:8,8\nx\n", "line 4: region \"x\" has no bounds"),
        (
            .libgdx, "a.png\nsize:1e300,8",
            "line 2: found \"1e300,8\", expected whole numbers of pixels"
        ),
        (.starling, "<a/>", "found \"<a>\", expected \"<TextureAtlas imagePath=…>\""),
        (.starling, "<a", "found \"\", expected a name"),
        (.starling, "<a>&x;</a>", "found \"&x;\", expected a character reference"),
        (
            .starling, "<!DOCTYPE a [<!ENTITY x \"y\">]><a/>",
            "the document type declares entities or elements"
        ),
        (
            .cocos2d, "<plist><dict><key>frames</key></dict></plist>",
            "found \"<key>\" in a dictionary, expected a \"<key>\""
        ),
        (.cocos2d, "<plist><string/></plist>", "the property list is not a dictionary"),
        (
            .unity, ":texture=a.png\n:size=8x8\na;1;2",
            "line 3: found 3 fields, expected a name and at least 6 numbers"
        ),
        (.godot, "a = 1", "found \"a\" without a value or a section"),
        (
            .godot, "[gd_resource type=\"Mesh\"]\n[resource]\n",
            "found a \"Mesh\", expected \"AtlasTexture\", \"StyleBoxTexture\" or \"SpriteFrames\""
        ),
        (.css, "a { }", "found \"a { }\", expected a rule"),
        (.phaser, "{}", "found neither \"textures\" nor \"frames\" with \"meta\""),
        (.kiln, "{}", "format \"kiln\" has no frames on pages to read here"),
    ])
    func `broken files are errors`(_ format: AtlasFormat, _ text: String, _ message: String) {
        let error = #expect(throws: PictureFailure.self) { try read(text, "broken", format) }
        #expect(error == PictureFailure(path: "broken", message: message))
    }

    @Test(arguments: [
        "", "[]", "{", "{\"frames\": 3}", "{\"frames\": {\"a\": {\"frame\": {\"x\": 1.5}}}}",
    ])
    func `broken JSON is an error`(_ text: String) {
        #expect(throws: PictureFailure.self) { try read(text, "a.json", .pixi) }
    }

    private func read(
        _ text: String,
        _ path: String,
        _ format: AtlasFormat
    ) throws(PictureFailure) -> AtlasDescription {
        let atlases = try readAtlas(
            [ExportedFile(path: path, bytes: Array(text.utf8))],
            format: format
        )
        return atlases[0]
    }
}
