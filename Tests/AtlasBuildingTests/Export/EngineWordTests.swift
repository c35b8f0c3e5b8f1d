import AtlasBuilding
import Catalog
import FileStore
import Testing

/// An atlas of frames of 8x8 pixels side by side, without pivots.
private func atlas(_ frames: [String], image: String = "atlas-0.png") -> AtlasDescription {
    AtlasDescription(
        name: "atlas",
        pages: [
            .init(
                imageFile: image,
                width: 8 * max(1, frames.count),
                height: 8,
                frames: frames.enumerated().map { index, name in
                    AtlasFrame(name, [8 * index, 0, 8, 8])
                }
            )
        ]
    )
}

private func names(_ atlases: [AtlasDescription]) -> [String] {
    atlases.flatMap(\.pages).flatMap(\.frames).map(\.name).sorted()
}

@Suite struct EngineWordTests {
    @Test(arguments: [
        (AtlasFormat.phaser, "__BASE", "Phaser has the whole page under that name"),
        (
            .phaser, "constructor",
            "Phaser keeps frames in an object, and every object has that member already"
        ),
        (
            .phaser, "toString",
            "Phaser keeps frames in an object, and every object has that member already"
        ),
        (.pixi, "__proto__", "JavaScript takes it for an object's prototype"),
        (.texturePackerHash, "__proto__", "JavaScript takes it for an object's prototype"),
        (.texturePackerArray, "__proto__", "JavaScript takes it for an object's prototype"),
    ])
    func `a name that an engine loses is refused with the reason`(
        format: AtlasFormat,
        name: String,
        reason: String
    ) {
        let error = #expect(throws: ExportError.self) {
            try export(atlas(["hat", name]), format: format)
        }
        #expect(
            error?.description == "a frame or an animation named \"\(name)\" is lost with "
                + "\"\(format.rawValue)\": \(reason); rename its picture"
        )
    }

    @Test(arguments: [
        (AtlasFormat.pixi, ["__BASE", "constructor", "toString"]),
        (.texturePackerHash, ["__BASE", "constructor"]),
        (.phaser, ["__proto", "base", "ToString"]),
        (.libgdx, ["__BASE", "__proto__", "constructor"]), (.css, ["__proto__", "constructor"]),
        (.cocos2d, ["__proto__", "constructor"]), (.unity, ["__BASE", "__proto__"]),
    ])
    func `names that an engine keeps are kept`(format: AtlasFormat, frames: [String]) throws {
        let files = try export(atlas(frames), format: format)
        #expect(names(try readAtlas(files, format: format)) == frames.sorted())
    }

    @Test func `an animation that Phaser or Pixi would lose is refused too`() {
        for (format, name) in [(AtlasFormat.phaser, "hasOwnProperty"), (.pixi, "__proto__")] {
            var atlas = atlas(["hat"])
            atlas.animations = [
                .init(name: name, frames: ["hat"], framesPerSecond: 8, loops: true)
            ]
            #expect(throws: ExportError.self) { try export(atlas, format: format) }
        }
    }

    @Test(arguments: [
        AtlasFormat.texturePackerHash, .texturePackerArray, .pixi, .phaser, .starling, .cocos2d,
        .godot,
    ])
    func `a frame without a given pivot has none`(format: AtlasFormat) throws {
        let files = try export(atlas(["hat"]), format: format)
        for file in files {
            let text = String(decoding: file.bytes, as: UTF8.self).lowercased()
            #expect(!text.contains("pivot") && !text.contains("anchor"), "\(file.path)")
        }
        let read = try readAtlas(files, format: format)
        #expect(read.first?.pages.first?.frames.first?.pivot == nil)
    }

    @Test func `Unity gets pivots where there are some, or where trimming moved a center`() throws {
        func header(_ change: (inout AtlasDescription) -> Void) throws -> String {
            var atlas = atlas(["hat", "cap"])
            change(&atlas)
            let text = text(try export(atlas, format: .unity))
            return text.split(separator: "\n").first { $0.hasPrefix(":pivot") }.map(String.init)
                ?? "none"
        }
        #expect(try header { _ in } == ":pivotpoints=disabled")
        #expect(
            try header { $0.pages[0].frames[0].pivot = .init(x: 0.5, y: 1) }
                == ":pivotpoints=enabled"
        )
        func trim(_ atlas: inout AtlasDescription) {
            atlas.pages[0].frames[0].sourceWidth = 10
        }
        #expect(try header { trim(&$0) } == ":pivotpoints=enabled")
        #expect(
            try header {
                trim(&$0)
                $0.pages[0].frames[0].trimX = 1
            } == ":pivotpoints=disabled"
        )
        #expect(
            try header {
                trim(&$0)
                $0.refusesPivots = true
            } == ":pivotpoints=disabled"
        )
    }

    @Test func `findRegions of libGDX finds numbered names by their index`() throws {
        let frames = ["hat", "run/00", "walk_0", "walk_1", "walk_10", "jump_007", "x_1234567890"]
        let modern = text(try export(atlas(frames), format: .libgdx))
        #expect(modern.contains("\nwalk\nindex:0\nbounds:"))
        #expect(modern.contains("\nwalk\nindex:10\nbounds:"))
        #expect(modern.contains("\njump\nindex:7\ndigits:3\nbounds:"))
        // A folder's file of a mere number, and a number that Java cannot hold, stay whole.
        #expect(modern.contains("\nrun/00\nbounds:"))
        #expect(modern.contains("\nx_1234567890\nbounds:"))
        let read = try readAtlas(export(atlas(frames), format: .libgdx), format: .libgdx)
        #expect(names(read) == frames.sorted())
        let legacy = text(try export(atlas(frames), format: .libgdxLegacy))
        #expect(legacy.contains("\nwalk\n  rotate: false\n"))
        #expect(legacy.contains("\n  index: 10\n"))
        // Spine looks for whole names.
        let spine = try export(atlas(frames), format: .spine)
        #expect(spine.map(\.path) == ["atlas.spine.atlas"])
        #expect(!text(spine).contains("index") && text(spine).contains("\nwalk_10\n"))
    }

    @Test func `numbers that libGDX takes for one are an error`() {
        let error = #expect(throws: ExportError.self) {
            try export(atlas(["walk_1", "walk_01"]), format: .libgdx)
        }
        #expect(
            error?.description == "\"libgdx\" cannot tell \"walk_1\" and \"walk_01\" apart"
                || error?.description == "\"libgdx\" cannot tell \"walk_01\" and \"walk_1\" apart"
        )
    }

    @Test(arguments: [
        (TextureFilter.linear, "Linear,Linear"), (.nearest, "Nearest,Nearest"),
        (.mipmap, "MipMapLinearLinear,Linear"), (.mipmapNearest, "MipMapNearestNearest,Nearest"),
    ])
    func `the filter is reported in libGDX's words`(filter: TextureFilter, words: String) throws {
        var atlas = atlas(["hat"])
        atlas.filter = filter
        #expect(text(try export(atlas, format: .libgdx)).contains("\nfilter:\(words)\n"))
        #expect(text(try export(atlas, format: .libgdxLegacy)).contains("\nfilter: \(words)\n"))
        let css = text(try export(atlas, format: .css))
        #expect(css.contains("image-rendering: pixelated") == words.hasSuffix("Nearest"))
    }

    @Test func `Phaser's loader reads the animations`() throws {
        var small = atlas(["walk_0", "walk_1"])
        small.name = "hero@1x"
        small.animations = [
            .init(
                name: "walk",
                frames: ["walk_0", "walk_1"],
                framesPerSecond: 5,
                loops: true,
                durations: [100, 300]
            ),
            .init(name: "blink", frames: ["walk_1"], framesPerSecond: 12.5, loops: false),
        ]
        var large = small
        large.name = "hero@2x"
        large.scale = 2
        let files = try export([small, large], format: .phaser)
        #expect(
            files.map(\.path) == [
                "hero.phaser.animations.json", "hero@1x.phaser.json", "hero@2x.phaser.json",
            ]
        )
        #expect(
            text([files[0]]) == """
                {
                  "anims": [
                    {
                      "key": "blink",
                      "type": "frame",
                      "frames": [
                        {"key": "hero", "frame": "walk_1"}
                      ],
                      "frameRate": 12.5,
                      "repeat": 0
                    },
                    {
                      "key": "walk",
                      "type": "frame",
                      "frames": [
                        {"key": "hero", "frame": "walk_0", "duration": 100},
                        {"key": "hero", "frame": "walk_1", "duration": 300}
                      ],
                      "frameRate": 5,
                      "repeat": -1
                    }
                  ],
                  "globalTimeScale": 1
                }

                """
        )
        let read = try readAtlas(files, format: .phaser)
        #expect(read.map(\.scale) == [1, 2])
        #expect(read.map(\.animations) == [small, large].map { $0.animations.reversed() })
    }

    @Test func `Godot gets the animations of each species under their own names`() throws {
        var atlas = atlas(["dog/0", "dog/1", "cat"])
        let idle = AtlasDescription.Animation(
            name: "idle",
            frames: ["dog/0", "dog/1"],
            framesPerSecond: 4,
            loops: true
        )
        atlas.species = [
            .init(id: "dog", animations: [idle]), .init(id: "stone", animations: []),
        ]
        let files = try export(atlas, format: .godot)
        let own = try #require(files.first { $0.path == "atlas.species/dog.tres" })
        let species = text([own])
        #expect(species.contains("path=\"../atlas.sprites/dog/0.tres\""))
        #expect(species.contains("\"name\": &\"idle\""))
        #expect(!files.contains { $0.path.contains("stone") })
        let read = try #require(try readAtlas(files, format: .godot).first)
        #expect(read.animations.map(\.name) == ["dog/idle"])
    }

    @Test func `numbered names are animations`() {
        let found = AtlasDescription.Animation.numbered(
            ["walk_10", "walk_2", "dog/idle-01", "dog/idle-02", "run1", "run2", "hat", "x_1", "7"],
            framesPerSecond: 8
        )
        #expect(
            found.map { "\($0.name): \($0.frames.joined(separator: " "))" } == [
                "dog/idle: dog/idle-01 dog/idle-02", "run: run1 run2", "walk: walk_2 walk_10",
            ]
        )
        #expect(found.allSatisfy { $0.loops && $0.framesPerSecond == 8 })
    }
}
