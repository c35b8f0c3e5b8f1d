import AtlasBuilding
import Catalog
import FileStore
import Testing

/// The text in another encoding, with what other programs put before it.
private func utf16(_ text: String, isBigEndian: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xfeff] : []) + Array(text.utf16)
    return units.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xff)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

private let starling = """
    <?xml version="1.0" encoding="UTF-16"?>
    <TextureAtlas imagePath="bär.png" width="9" height="9">
      <SubTexture name="猫" x="0" y="0" width="8" height="8"/>
    </TextureAtlas>
    """
private let plist = """
    <?xml version="1.0" encoding="UTF-16"?>
    <plist version="1.0"><dict><key>frames</key><dict><key>猫.png</key><dict>
    <key>spriteOffset</key><string>{0,0}</string><key>spriteSize</key><string>{8,8}</string>
    <key>spriteSourceSize</key><string>{8,8}</string>
    <key>textureRect</key><string>{{0,0},{8,8}}</string></dict></dict>
    <key>metadata</key><dict><key>size</key><string>{9,9}</string>
    <key>textureFileName</key><string>bär.png</string></dict></dict></plist>
    """

@Suite struct TextEncodingTests {
    @Test(
        arguments: [(AtlasFormat.starling, "a.xml", starling), (.cocos2d, "a.plist", plist)],
        [(true, true), (false, true), (true, false), (false, false)]
    )
    func `XML in UTF-16 is read`(
        file: (format: AtlasFormat, path: String, text: String),
        kind: (isBigEndian: Bool, mark: Bool)
    ) throws {
        let bytes = utf16(file.text, isBigEndian: kind.isBigEndian, mark: kind.mark)
        let exported = ExportedFile(path: file.path, bytes: bytes)
        #expect(AtlasFormat.detected(in: exported) == file.format)
        let read = try #require(try readAtlas([exported], format: file.format).first)
        #expect(read.pages.map(\.imageFile) == ["bär.png"])
        #expect(read.pages[0].frames.map(\.name) == ["猫"])
    }

    @Test(arguments: [
        (Array("bplist00....".utf8), "the file is a binary property list, expected XML"),
        ([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0], "the file is UTF-32 text, expected UTF-8 or UTF-16"),
        ([0xfe, 0xff, 0, 0x3c, 0], "the file begins like UTF-16 text but is not"),
        ([0xff, 0xfe, 0x3c, 0, 0, 0xd8], "the file begins like UTF-16 text but is not"),
        (
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><plist>b".utf8) + [0xe4],
            "the file is \"ISO-8859-1\" text, expected UTF-8 or UTF-16"
        ),
        ([0x3c, 0xff], "the file is not UTF-8 text, expected UTF-8 or UTF-16"), ([], "found no"),
        ([0xff, 0xfe], "found no element"),
    ])
    func `text in any other encoding is an error that names it`(bytes: [UInt8], message: String) {
        let file = ExportedFile(path: "a.plist", bytes: bytes)
        let error = #expect(throws: PictureFailure.self) { try readAtlas([file], format: .cocos2d) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("hero@0.5x.json", "hero@0.5x"), ("hero-0@0.5x.json", "hero-0@0.5x"),
        ("v1.2.json", "v1.2"), ("hero.array.json", "hero"), ("hero", "hero"), (".json", ".json"),
    ])
    func `an atlas is named after its file, with all dots but the ending's`(
        path: String,
        name: String
    ) throws {
        let json = #"{"frames": {}, "meta": {"image": "a.png", "size": {"w": 4, "h": 4}}}"#
        let file = ExportedFile(path: path, bytes: Array(json.utf8))
        #expect(try readAtlas([file], format: .texturePackerHash).map(\.name) == [name])
    }

    @Test(arguments: ["atlas.phaser.json", "atlas@0.5x.pixi.json", "atlas.spine.atlas"])
    func `an ending that tells the format is no part of the name`(path: String) throws {
        let isJSON = path.hasSuffix(".json")
        let text =
            isJSON
            ? #"{"frames": {}, "meta": {"image": "a.png", "size": {"w": 4, "h": 4}, "scale": 1}}"#
            : "a.png\nsize:4,4\n"
        let file = ExportedFile(path: path, bytes: Array(text.utf8))
        let format = isJSON ? AtlasFormat.pixi : .spine
        let name = try readAtlas([file], format: format).first?.name
        #expect(name == (path.contains("@") ? "atlas@0.5x" : "atlas"))
    }
}
