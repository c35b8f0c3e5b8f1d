import AtlasBuilding
import Catalog
import FileStore
import Testing

private func atlas(
    _ frames: [String],
    name: String = "atlas",
    image: String = "atlas-0.png"
) -> AtlasDescription {
    AtlasDescription(
        name: name,
        pages: [
            .init(
                imageFile: image,
                width: 8 * frames.count,
                height: 8,
                frames: frames.enumerated().map { index, name in
                    AtlasFrame(name, [8 * index, 0, 8, 8])
                }
            )
        ]
    )
}

/// The two classes of each rule for a sprite, in the order of the rules.
private func classes(_ css: String) -> [String] {
    css.split(separator: "\n").filter { $0.hasPrefix(".") && $0.contains("background-image") }
        .map { String($0.prefix { $0 != " " }) }
}

@Suite struct WebNameTests {
    @Test(arguments: [
        ("hat", "hat"), ("Red_Hat-2", "Red_Hat-2"), ("pet/dragon", "pet-dragon"),
        ("my #1 50% atlas", "my-1-50-atlas"), ("Bär groß", "Bar-gross"), ("Ærø", "AEro"),
        ("e\u{301}te\u{301}", "ete"), ("Жар-птица", "ZHar-ptitsa"), ("γάτα", "gata"),
        ("猫", "u732b"), ("🐶", "u1f436"), ("1up", "_1up"), ("-5", "_-5"), ("--", "_--"),
        ("(*)", "_"), (" a ", "a"), ("a*/b", "a-b"), ("\"quoted\"", "quoted"),
    ])
    func `a class attribute can hold the class of any name, and the name comes back`(
        name: String,
        expected: String
    ) throws {
        let files = try export([atlas([name])], format: .css)
        let css = text(files)
        #expect(css.hasPrefix("@charset \"utf-8\";\n"))
        #expect(classes(css) == [".atlas.\(expected)"])
        let read = try readAtlas(files, format: .css)
        #expect(read.first?.pages.first?.frames.map(\.name) == [name])
        #expect(css.contains("data-name") == (name != expected))
    }

    @Test func `classes that would be one are numbered, and a name that is a class keeps it`()
        throws
    {
        let frames = ["a b", "a/b", "a-b", "a-b-2", "atlas", "a%b"]
        let files = try export([atlas(frames)], format: .css)
        #expect(
            classes(text(files)).sorted() == [
                ".atlas.a-b", ".atlas.a-b-2", ".atlas.a-b-3", ".atlas.a-b-4", ".atlas.a-b-5",
                ".atlas.atlas-2",
            ]
        )
        let read = try #require(try readAtlas(files, format: .css).first)
        #expect(read.pages[0].frames.map(\.name) == frames.sorted())
        for (index, frame) in frames.enumerated() {
            #expect(read.pages[0].frames.first { $0.name == frame }?.x == 8 * index)
        }
    }

    @Test func `a style sheet of old is read as it was`() throws {
        let css = """
            .my\\ pets {
              --scale: 1; display: inline-block;
            }
            .my\\ pets.pet\\/dragon { background-image: url("a-0.png"); \
            background-position: 0px 0px; background-size: 9px 9px; width: 8px; height: 8px; \
            padding: 0px 0px 0px 1px; }

            """
        let file = ExportedFile(path: "a.css", bytes: Array(css.utf8))
        let read = try #require(try readAtlas([file], format: .css).first)
        #expect(read.name == "my pets")
        #expect(read.pages[0].frames.map(\.name) == ["pet/dragon"])
    }

    @Test(arguments: [
        (AtlasFormat.css, #"url("my%20%231%2050%25%20b%C3%A4r-0.png")"#),
        (.pixi, #""image": "my%20%231%2050%25%20b%C3%A4r-0.png""#),
        (.phaser, #""image": "my%20%231%2050%25%20b%C3%A4r-0.png""#),
        // Engines of these open files by name.
        (.texturePackerHash, #""image": "my #1 50% bär-0.png""#),
        (.libgdx, "my #1 50% bär-0.png\n"), (.cocos2d, "<string>my #1 50% bär-0.png</string>"),
        (.starling, "imagePath=\"my #1 50% bär-0.png\""), (.godot, "../my #1 50% bär-0.png"),
        (.unity, ":texture=my #1 50% bär-0.png\n"),
    ])
    func `what an engine loads as a URL is escaped, and comes back`(
        format: AtlasFormat,
        written: String
    ) throws {
        let image = "my #1 50% bär-0.png"
        let files = try export(
            [atlas(["hat"], name: "my #1 50% bär", image: image)],
            format: format
        )
        #expect(String(decoding: files[0].bytes, as: UTF8.self).contains(written))
        let read = try #require(try readAtlas(files, format: format).first)
        #expect(read.pages.map(\.imageFile) == [image])
        if format == .css { #expect(read.name == "my #1 50% bär") }
    }

    @Test func `sheets that Pixi loads beside the first are escaped too`() throws {
        var atlas = atlas(["hat"], name: "a#b", image: "a#b-0.png")
        var second = atlas.pages[0]
        second.imageFile = "a#b-1.png"
        second.frames[0].name = "cap"
        atlas.pages.append(second)
        let files = try export([atlas], format: .pixi)
        #expect(files.map(\.path) == ["a#b-0.pixi.json", "a#b-1.pixi.json"])
        #expect(text([files[0]]).contains(#""related_multi_packs": ["a%23b-1.pixi.json"]"#))
    }

    @Test func `a name with a percent sign that escapes nothing is read as it stands`() throws {
        let json = #"""
            {"frames": {}, "meta": {"image": "50% off %zz.png", "size": {"w": 4, "h": 4}, "scale": 1}}
            """#
        let file = ExportedFile(path: "a.pixi.json", bytes: Array(json.utf8))
        #expect(try readAtlas([file], format: .pixi)[0].pages[0].imageFile == "50% off %zz.png")
    }
}
