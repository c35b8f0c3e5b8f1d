import AtlasBuilding
import Catalog
import FileStore
import Testing

/// What each format says about the sprite of `exampleAtlas`: the facts are those of real files and
/// of the engines' own readers.
@Suite struct FormatTextTests {
    @Test(arguments: [
        (
            AtlasFormat.texturePackerArray, FrameRotation.clockwise,
            [
                "{\"filename\": \"pet/dragon\", \"frame\": {\"x\": 0, \"y\": 473, \"w\": 47, \"h\": 159}",
                "\"rotated\": true, \"trimmed\": true",
                "\"spriteSourceSize\": {\"x\": 1, \"y\": 11, \"w\": 47, \"h\": 159}",
                "\"sourceSize\": {\"w\": 64, \"h\": 186}", "\"scale\": \"1\"",
            ]
        ),
        (
            .phaser, .none,
            [
                "\"textures\": [", "\"image\": \"atlas-0.png\"", "\"scale\": 1",
                "\"filename\": \"pet/dragon\"", "\"rotated\": false",
                "\"anchor\": {\"x\": 0.5, \"y\": 0.95}",
                "\"scale9Borders\": {\"x\": 4, \"y\": 5, \"w\": 30, \"h\": 18}",
            ]
        ),
        (
            .pixi, .clockwise,
            [
                "\"pet/dragon\": {\"frame\": {\"x\": 0, \"y\": 473, \"w\": 47, \"h\": 159}",
                "\"anchor\": {\"x\": 0.5, \"y\": 0.95}",
                "\"borders\": {\"left\": 4, \"top\": 5, \"right\": 6, \"bottom\": 7}",
                "\"animations\": {\"idle\": [\"pet/dragon\", \"panel\"]}", "\"scale\": 1",
            ]
        ),
        (
            .libgdx, .counterclockwise,
            [
                "atlas-0.png\nsize:1590,1602\nformat:RGBA8888\nfilter:Linear,Linear\n",
                "\npet/dragon\nbounds:0,473,47,159\noffsets:1,16,64,186\nrotate:true\n",
                "\npanel\nbounds:300,20,40,30\nsplit:4,6,5,7\n",
            ]
        ),
        (
            .libgdxLegacy, .counterclockwise,
            [
                "\natlas-0.png\nsize: 1590, 1602\nformat: RGBA8888\nfilter: Linear,Linear\nrepeat: none\n",
                "\npet/dragon\n  rotate: true\n  xy: 0, 473\n  size: 47, 159\n  orig: 64, 186\n"
                    + "  offset: 1, 16\n  index: -1\n",
                "\npanel\n  rotate: false\n  xy: 300, 20\n  size: 40, 30\n  split: 4, 6, 5, 7\n"
                    + "  orig: 40, 30\n",
            ]
        ),
        (
            .cocos2d, .clockwise,
            [
                """
                <key>pet/dragon.png</key>
                <dict>
                <key>aliases</key><array/>
                <key>anchor</key><string>{0.5,0.05}</string>
                <key>spriteOffset</key><string>{-7.5,2.5}</string>
                <key>spriteSize</key><string>{47,159}</string>
                <key>spriteSourceSize</key><string>{64,186}</string>
                <key>textureRect</key><string>{{0,473},{47,159}}</string>
                <key>textureRotated</key><true/>
                </dict>
                """,
                "<key>aliases</key><array><string>button.png</string></array>",
            ]
        ),
        (
            .starling, .clockwise,
            [
                "<TextureAtlas imagePath=\"atlas-0.png\"",
                "<SubTexture name=\"pet/dragon\" x=\"0\" y=\"473\" width=\"159\" height=\"47\" "
                    + "frameX=\"-1\" frameY=\"-11\" frameWidth=\"64\" frameHeight=\"186\" "
                    + "rotated=\"true\" pivotX=\"32\" pivotY=\"176.7\"/>",
                "<SubTexture name=\"button\" x=\"300\" y=\"20\" width=\"40\" height=\"30\"/>",
            ]
        ),
        (
            .unity, .none,
            [
                ":format=40300\n:texture=atlas-0.png\n:size=1590x1602\n:pivotpoints=enabled\n",
                "\npet/dragon;0;970;47;159; 0.659574;-0.042138; 0;0;0;0\n",
                "\npanel;300;1552;40;30; 0.5;0.5; 4;6;5;7\n",
            ]
        ),
        (
            .css, .none,
            [
                "@charset \"utf-8\";\n.atlas {\n",
                "\n/* data-name=\"pet/dragon\" */\n.atlas.pet-dragon { background-image: url(\"atlas-0.png\"); "
                    + "background-position: 0px -473px; background-size: 1590px 1602px; "
                    + "width: 47px; height: 159px; padding: 11px 16px 16px 1px; }",
            ]
        ),
    ])
    func `the example is written as the format wants`(
        _ format: AtlasFormat,
        _ rotation: FrameRotation,
        _ parts: [String]
    ) throws {
        let files = try export(exampleAtlas(rotation: rotation), format: format)
        let text = text(files.filter { !$0.path.hasSuffix(".animations.json") })
        for part in parts where !text.contains(part) {
            Issue.record("\(part)\nis not in\n\(text)")
        }
    }

    @Test func `Godot gets a texture for each sprite and one for animations`() throws {
        let files = try export(exampleAtlas(rotation: .none), format: .godot)
        #expect(
            files.map(\.path) == [
                "atlas.animations.tres", "atlas.sprites/button.tres", "atlas.sprites/panel.tres",
                "atlas.sprites/pet/dragon.tres", "atlas.styles/button.tres",
                "atlas.styles/panel.tres",
            ]
        )
        #expect(
            text([files[3]]) == """
                [gd_resource type="AtlasTexture" load_steps=2 format=3]

                [ext_resource type="Texture2D" path="../../atlas-0.png" id="1"]

                [resource]
                atlas = ExtResource("1")
                region = Rect2(0, 473, 47, 159)
                margin = Rect2(1, 11, 17, 27)
                filter_clip = true
                metadata/pivot = Vector2(32, 176.7)

                """
        )
        #expect(
            text([files[0]]) == """
                [gd_resource type="SpriteFrames" load_steps=3 format=3]

                [ext_resource type="Texture2D" path="atlas.sprites/panel.tres" id="1"]
                [ext_resource type="Texture2D" path="atlas.sprites/pet/dragon.tres" id="2"]

                [resource]
                animations = [{
                "frames": [{
                "duration": 1.0,
                "texture": ExtResource("2")
                }, {
                "duration": 1.0,
                "texture": ExtResource("1")
                }],
                "loop": true,
                "name": &"idle",
                "speed": 6.0
                }]

                """
        )
    }

    @Test(arguments: [
        ([100, 300], "10.0", ["1.0", "3.0"]), ([83, 84], "1000.0", ["83.0", "84.0"]),
        ([60_000, 1000], "1.0", ["60.0", "1.0"]), ([7, 7], "1000.0", ["7.0", "7.0"]),
    ])
    func `Godot reads how long each frame is shown`(
        _ durations: [Int],
        _ speed: String,
        _ shares: [String]
    ) throws {
        var atlas = exampleAtlas(rotation: .none)
        atlas.animations[0].durations = durations
        let files = try export(atlas, format: .godot)
        let text = text([files[0]])
        #expect(text.contains("\"speed\": \(speed)"))
        let written = text.matches(of: #/"duration": ([0-9.]+)/#).map { String($0.1) }
        #expect(written == shares)
        let read = try #require(try readAtlas(files, format: .godot).first?.animations.first)
        #expect(read.durations == durations)
        #expect(read.framesPerSecond == 2000 / Double(durations.reduce(0, +)))
    }

    @Test func `there are as many durations as frames`() {
        for durations in [[1], [1, 0], [1, 2, 3]] {
            var atlas = exampleAtlas(rotation: .none)
            atlas.animations[0].durations = durations
            #expect(throws: ExportError.self) { try export(atlas, format: .godot) }
        }
    }

    @Test func `Xcode gets an image set for each sprite`() throws {
        var double = exampleAtlas(rotation: .clockwise)
        double.name = "atlas@2x"
        double.scale = 2
        let scales = [exampleAtlas(rotation: .clockwise), double]
        let files = try export(scales, format: .spriteatlas)
        #expect(
            files.map(\.path) == [
                "atlas.spriteatlas/Contents.json",
                "atlas.spriteatlas/button.imageset/Contents.json",
                "atlas.spriteatlas/panel.imageset/Contents.json",
                "atlas.spriteatlas/pet_dragon.imageset/Contents.json",
            ]
        )
        #expect(
            text([files[3]]) == """
                {
                  "images" : [
                    {
                      "filename" : "pet_dragon.png",
                      "idiom" : "universal",
                      "scale" : "1x"
                    },
                    {
                      "filename" : "pet_dragon@2x.png",
                      "idiom" : "universal",
                      "scale" : "2x"
                    }
                  ],
                  "info" : {
                    "author" : "kiln",
                    "version" : 1
                  }
                }

                """
        )
        #expect(
            spriteAtlasImages(scales).suffix(2).map { "\($0.frame) \($0.scale) \($0.path)" } == [
                "pet/dragon 1 atlas.spriteatlas/pet_dragon.imageset/pet_dragon.png",
                "pet/dragon 2 atlas.spriteatlas/pet_dragon.imageset/pet_dragon@2x.png",
            ]
        )
    }

    @Test func `pages name each other`() throws {
        var atlas = exampleAtlas(rotation: .none)
        var second = atlas.pages[0]
        second.imageFile = "atlas-1.png"
        second.frames = [AtlasFrame("z", [0, 0, 1, 1])]
        atlas.pages.append(second)
        for (format, suffix) in [(AtlasFormat.pixi, ".pixi"), (.texturePackerHash, "")] {
            let files = try export(atlas, format: format)
            #expect(files.map(\.path) == ["atlas-0\(suffix).json", "atlas-1\(suffix).json"])
            #expect(
                text([files[0]]).contains("\"related_multi_packs\": [\"atlas-1\(suffix).json\"]")
            )
        }
        let libgdx = text(try export(atlas, format: .libgdx))
        #expect(libgdx.contains("rotate") == false)
        #expect(libgdx.contains("\n\natlas-1.png\nsize:1590,1602\n"))
    }

    @Test func `the order of frames does not matter`() throws {
        let atlas = exampleAtlas(rotation: .none)
        var reversed = atlas
        reversed.pages[0].frames.reverse()
        for format in AtlasFormat.allCases where format != .kiln {
            #expect(try export(atlas, format: format) == export(reversed, format: format))
        }
    }

    @Test(arguments: [
        (AtlasFormat.libgdx, "a:b", "\"libgdx\" cannot hold the name \"a:b\""),
        (.libgdx, " a", "\"libgdx\" cannot hold the name \" a\""),
        (.godot, "../a", "\"godot\" cannot hold the name \"../a\""),
        (.godot, "/etc/a", "\"godot\" cannot hold the name \"/etc/a\""),
        (.godot, "a\"b", "\"godot\" cannot hold the name \"a\"b\""),
        (.pixi, "", "a name is empty"),
        (.css, "a\nb", "the name \"a\nb\" has control characters"),
        (.unity, "pet-dragon", "\"unity\" cannot tell \"pet-dragon\" and \"pet/dragon\" apart"),
        (.phaser, "pet/dragon", "two frames are named \"pet/dragon\""),
        (
            .spriteatlas, "pet_dragon",
            "two descriptors are named \"atlas.spriteatlas/pet_dragon.imageset/Contents.json\""
        ),
        (
            .godot, "PANEL",
            "descriptors \"atlas.sprites/panel.tres\" and \"atlas.sprites/PANEL.tres\" differ only in case"
        ),
    ])
    func `names that a format cannot hold are errors`(
        _ format: AtlasFormat,
        _ name: String,
        _ message: String
    ) {
        var atlas = exampleAtlas(rotation: .none)
        atlas.pages[0].frames.append(AtlasFrame(name, [0, 0, 1, 1]))
        let error = #expect(throws: ExportError.self) { try export(atlas, format: format) }
        #expect(error?.description == message)
    }

    @Test func `contradictions are errors`() {
        func message(_ change: (inout AtlasDescription) -> Void) -> String? {
            var atlas = exampleAtlas(rotation: .none)
            change(&atlas)
            do throws(ExportError) {
                _ = try export(atlas, format: .pixi)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(message { _ in } == nil)
        #expect(
            message { $0.pages[0].frames[0].x = 1590 }
                == "frame \"pet/dragon\" leaves the page \"atlas-0.png\""
        )
        #expect(
            message { $0.pages[0].frames[0].trimX = 30 } == "frame \"pet/dragon\" leaves its source"
        )
        #expect(message { $0.pages[0].frames[0].x = .max } != nil)
        #expect(
            message { $0.animations[0].frames.append("x") }
                == "animation \"idle\" names no frame: \"x\""
        )
        #expect(
            message {
                $0.pages[0].frames[0].nineSlice = .init(left: 1, top: 1, right: 1, bottom: 1)
            }
                == "frame \"pet/dragon\" has a nine-slice and is trimmed or turned, which \"pixi\" "
                + "engines draw wrong"
        )
        #expect(
            message {
                $0.pages.append(
                    .init(
                        imageFile: "b.png",
                        width: 9,
                        height: 9,
                        frames: [$0.pages[0].frames.removeLast()]
                    )
                )
                $0.pages[1].frames[0].width = 9
                $0.pages[1].frames[0].height = 9
                $0.pages[1].frames[0].x = 0
                $0.pages[1].frames[0].y = 0
                $0.pages[1].frames[0].sourceWidth = 9
                $0.pages[1].frames[0].sourceHeight = 9
                $0.pages[1].frames[0].nineSlice = nil
            }
                == "animation \"idle\" has frames on several pages, found no page with all of them, "
                + "which \"pixi\" needs"
        )
    }
}
