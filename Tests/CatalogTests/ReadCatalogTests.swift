import Catalog
import Diagnostics
import KilnManifest
import SheetSlicing
import Testing

/// Reads a catalog from text, as `catalog.json`.
func read(_ text: String) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    let (catalog, diagnostics) = readCatalog(Array(text.utf8), path: "catalog.json")
    return (catalog, diagnostics.inReportOrder())
}

/// A catalog with `members` next to the required ones.
func catalog(_ members: String) -> String {
    """
    {"catalogVersion": 1, "name": "mochi", "canvas": {"width": 256, "height": 256},
    \(members)}
    """
}

@Suite struct ReadCatalogTests {
    /// The example of the design, in full.
    static let mochi = """
        {
          "$schema": "Schemas/catalog.schema.json",
          "catalogVersion": 1,
          "name": "mochi",
          "sources": ["assets-src"],
          "canvas": { "width": 256, "height": 256 },
          "sourceDensity": 1,
          "naming": {
            "base":    ["<species>_pet_<asset>", "<species>_<asset>", "pet_<asset>", "<asset>"],
            "overlay": ["<species>_pet_overlay_<asset>", "<species>_overlay_<asset>", "<asset>"],
            "species": ["<species>_pet", "<species>"]
          },
          "axes": { "stage": ["baby", "adult"], "mood": ["happy", "sleepy"] },
          "chroma": { "key": "#00FF00", "mode": "best", "threshold": 0.40, "smoothing": 0.10, "spill": 0 },
          "species": [ { "id": "dog", "name": "Dog", "anchors": { "head": [128, 60], "neck": [[128, 132], [128, 133]] } } ],
          "items": [
            { "id": "wizard", "asset": "wizard", "name": "Wizard", "equipStyle": "replaceSprite", "species": ["dog", "penguin"] },
            { "id": "scarf", "asset": "scarf", "equipStyle": "overlay", "z": 20,
              "placement": { "anchor": "neck", "offset": [0, 4], "scale": 1.0, "rotation": 0, "flip": false },
              "chroma": { "preset": "glass" },
              "perSpecies": { "penguin": { "placement": { "offset": [0, 10], "scale": 0.9 } } } }
          ],
          "sheets": {
            "*_pet": { "grid": { "columns": 4, "rows": 1 }, "animations": { "idle": { "frames": "0-3,2,1", "fps": 6, "loop": true } } }
          },
          "looks": [ { "id": "birthday-dog", "species": "dog", "base": "wizard", "overlays": ["scarf"] } ],
          "targets": [ { "id": "game", "kind": "atlas", "scales": [3, 1, 2], "formats": ["kiln", "phaser", "libgdx"],
                         "maxPageSize": 2048, "padding": 2, "extrude": 1, "trim": true, "rotate": false } ]
        }
        """

    @Test func `the example of the design is read without a finding`() throws {
        let (read, diagnostics) = read(Self.mochi)
        #expect(diagnostics == [])
        let catalog = try #require(read)
        #expect(catalog.name == "mochi")
        #expect(catalog.axes.map(\.name) == ["stage", "mood"])
        #expect(catalog.axes.map(\.ids) == [["baby", "adult"], ["happy", "sleepy"]])
        #expect(catalog.naming.overlay.map(\.text).last == "<asset>")
        let dog = try #require(catalog.species("dog"))
        #expect(dog.anchor("head")?.points == [CanvasPoint(x: 128, y: 60)])
        #expect(dog.anchor("neck")?.point(atFrame: 9) == CanvasPoint(x: 128, y: 133))
        let scarf = try #require(catalog.item("scarf"))
        #expect(scarf.equipStyle == .overlay && scarf.z == 20 && scarf.name == "scarf")
        #expect(catalog.items[0].species == ["dog", "penguin"])
        let sheet = catalog.sheet(for: "dog_pet").value
        #expect(sheet.grid?.columns == 4 && sheet.cutting?.frameCount == 4)
        #expect(sheet.animations.map(\.frames) == [[0, 1, 2, 3, 2, 1]])
        #expect(catalog.sheet(for: "dog_hat").value.grid == nil)
        #expect(catalog.looks[0].overlays == ["scarf"])
        #expect(catalog.targets[0].settings.scales == [1, 2, 3])
        #expect(catalog.targets[0].settings.formats == [.kiln, .phaser, .libgdx])
        #expect(catalog.targets[0].settings.extrude == 1)
    }

    @Test func `a member that is left out has a default`() throws {
        let (read, diagnostics) = read(
            #"{"catalogVersion": 1, "name": "a", "canvas": {"width": 8, "height": 9}}"#
        )
        #expect(diagnostics == [])
        let catalog = try #require(read)
        #expect(catalog.canvas == Canvas(width: 8, height: 9))
        #expect(catalog.sources.folders == ["assets-src"])
        #expect(catalog.targets.map(\.id) == ["game"])
        #expect(catalog.targets[0].settings.maxPageSize == 2048)
        #expect(catalog.naming.overlay.count == 5)
    }

    @Test func `a place leads to the authored value`() throws {
        let catalog = try #require(read(Self.mochi).catalog)
        let offset = catalog.items[1].place["placement"]["offset"]
        #expect(offset.location?.position == .init(line: 19, column: 50))
        #expect(offset.location?.excerpt?.markLength == 6)
        #expect(offset.nameLocation?.position == .init(line: 19, column: 40))
        // What was not authored is where the nearest authored thing around it is.
        let missing = catalog.items[0].place["placement"]["offset"]
        #expect(missing.location?.position == .init(line: 17, column: 5))
    }

    @Test(arguments: [
        ("[[64, 46, 1]]", "has 3 values, expected 2"),
        (#"[["64", 64]]"#, "has the wrong type, found a string, expected a number"),
        ("[[]]", "has 0 values, expected 2"),
        ("[[1, 99999]]", "is out of range, found 99999, expected -16384 to 16384"),
    ])
    func `an anchor without a single good point is left out`(points: String, what: String) throws {
        let (read, diagnostics) = read(
            CatalogTests.catalog(#""species": [{"id": "dog", "anchors": {"head": \#(points)}}]"#)
        )
        #expect(try #require(read).species[0].anchors.isEmpty)
        #expect(diagnostics.map(\.message) == ["\"head\" \(what)"])
    }

    @Test(arguments: [
        ("manifest.json", "a bake's manifest has that name"),
        ("Manifest.JSON", "a bake's manifest has that name"),
        ("con", "Windows has a device of that name"),
        ("NUL.atlas", "Windows has a device of that name"),
        ("Com7", "Windows has a device of that name"),
        ("game.", "some systems drop a dot at the end of a name"),
    ])
    func `a target or a profile is no name that a system or a bake keeps`(
        id: String,
        why: String
    ) throws {
        let text = #""targets": [{"id": "\#(id)"}], "profiles": {"\#(id)": {}}"#
        let trouble = """
            error[unsafe-id]: the id "\(id)" cannot name files, \(why)
              help: choose another id: files are called after it
            """
        #expect(
            read(CatalogTests.catalog(text)).diagnostics.map(\.description) == [
                "catalog.json:2:20: " + trouble,
                "catalog.json:2:\(39 + id.utf8.count): " + trouble,
            ]
        )
    }

    @Test(arguments: ["console", "com", "com10", "nullify", "a.con", "manifest", "lpt_1"])
    func `a name that only looks like a device's is a target's all the same`(id: String) {
        let text = #""targets": [{"id": "\#(id)"}]"#
        #expect(read(CatalogTests.catalog(text)).diagnostics == [])
    }

    @Test func `a list of which too little is left has its default`() throws {
        let text = #"""
            "sources": ["/abroad"], "naming": {"base": ["<"]},
            "targets": [{"id": "game", "scales": [99]}],
            "sheets": {"a": {"animations": {"idle": {"frames": [1e9]}}}}
            """#
        let (read, diagnostics) = read(CatalogTests.catalog(text))
        let catalog = try #require(read)
        #expect(diagnostics.count == 4)
        #expect(catalog.sources.folders == ["assets-src"])
        #expect(catalog.naming.base.count == 4)
        #expect(catalog.targets[0].settings.scales == [1])
        #expect(catalog.sheet(for: "a").value.animations[0].frames == nil)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var text: String
        var expected: [String]
        var testDescription: String { text }
        init(_ text: String, _ expected: String...) {
            self.text = text
            self.expected = expected
        }
    }

    @Test(arguments: [
        Row(
            #""itmes": []"#,
            """
            catalog.json:2:1: error[unknown-member]: a catalog has no member "itmes"
              help: did you mean "items"?
            """
        ),
        Row(
            #""species": [{"id": "dog", "anchor": {}, "x": 1}]"#,
            """
            catalog.json:2:27: error[unknown-member]: a species has no member "anchor"
              help: did you mean "anchors"?
            """,
            """
            catalog.json:2:41: error[unknown-member]: a species has no member "x"
              help: the game's own data belongs in "extras"; it may have: id, name, asset, parts, anchors, placement, key, chroma, credit, license, extras, recolor, gradientMap, tint, variants
            """
        ),
        Row(
            #""species": [{"id": "dog", "perSpecies": {}, "animations": {}}]"#,
            """
            catalog.json:2:27: error[unknown-member]: a species has no member "perSpecies"
              help: "perSpecies" belongs to an item under "items"
            """,
            """
            catalog.json:2:45: error[unknown-member]: a species has no member "animations"
              help: it may have: id, name, asset, parts, anchors, placement, key, chroma, credit, license, extras, recolor, gradientMap, tint, variants
            """
        ),
        Row(
            #""items": [{"id": "hat"}]"#,
            """
            catalog.json:2:11: error[missing-member]: an item lacks the member "equipStyle"
              help: add "equipStyle": how it is worn
            """
        ),
        Row(
            #""items": [{"id": "hat", "equipstyle": "overlay"}]"#,
            """
            catalog.json:2:25: error[unknown-member]: an item has no member "equipstyle"
              help: did you mean "equipStyle"?
            """
        ),
        Row(
            #""items": [{"id": "hat", "equipStyle": "overlya"}]"#,
            """
            catalog.json:2:39: error[bad-value]: "equipStyle" is unknown, found "overlya", expected one of replaceSprite, overlay
              help: did you mean "overlay"?
            """
        ),
        Row(
            #""targets": [{"id": "t", "scales": [2, 1, 2], "formats": ["kiln", "kiln"]}]"#,
            """
            catalog.json:2:42: warning[no-effect]: "scales" lists 2 twice
              help: remove one
            """,
            """
            catalog.json:2:66: warning[no-effect]: "formats" lists "kiln" twice
              help: remove one
            """
        ),
        Row(
            #""swift": {"name": "my pets"}"#,
            """
            catalog.json:2:19: error[bad-value]: no Swift type can be called "my pets"
              help: begin with a letter, and use at most 64 of A-Z a-z 0-9 _
            """
        ),
        Row(
            #""sourceDensity": "2""#,
            #"catalog.json:2:18: error[wrong-type]: "sourceDensity" has the wrong type, found a string, expected a whole number"#
        ),
        Row(
            #""sourceDensity": 1.5"#,
            #"catalog.json:2:18: error[wrong-type]: "sourceDensity" has the wrong type, found 1.5, expected a whole number"#
        ),
        Row(
            #""sourceDensity": 0"#,
            #"catalog.json:2:18: error[value-out-of-range]: "sourceDensity" is out of range, found 0, expected 1 to 8"#
        ),
        Row(
            #""sourceDensity": 1e300"#,
            #"catalog.json:2:18: error[value-out-of-range]: "sourceDensity" is out of range, found 1e300, expected 1 to 8"#
        ),
        Row(
            #""sources": ["../art", "/art", "art\\x", "a/../b", "C:/x", "ok/deep"]"#,
            """
            catalog.json:2:13: error[unsafe-path]: "sources" leaves the catalog's folder, found "../art", expected a relative path with / and without ..
              help: put the catalog next to the folders of its art
            """,
            """
            catalog.json:2:23: error[unsafe-path]: "sources" leaves the catalog's folder, found "/art", expected a relative path with / and without ..
              help: write the path from the catalog's folder
            """,
            #"""
            catalog.json:2:31: error[unsafe-path]: "sources" is no path, found "art\\x", expected a relative path with / and without ..
              help: write / in place of \
            """#,
            """
            catalog.json:2:41: error[unsafe-path]: "sources" leaves the catalog's folder, found "a/../b", expected a relative path with / and without ..
              help: put the catalog next to the folders of its art
            """,
            """
            catalog.json:2:51: error[unsafe-path]: "sources" leaves the catalog's folder, found "C:/x", expected a relative path with / and without ..
              help: write the path from the catalog's folder
            """
        ),
        // To the system, a slash before a combining mark is one.
        Row(
            #""sources": ["../\u0301art"]"#,
            """
            catalog.json:2:13: error[unsafe-path]: "sources" leaves the catalog's folder, found "../\\u0301art", expected a relative path with / and without ..
              help: put the catalog next to the folders of its art
            """
        ),
        Row(
            #""looks": [{"id": "a b", "species": "dog"}]"#,
            """
            catalog.json:2:18: error[unsafe-id]: the id "a b" is unsafe in file names, found the character " ", expected at most 64 of A-Z a-z 0-9 _ . -
              help: saved games keep ids: use one that never has to change, and "name" for people
            """
        ),
        Row(
            #""targets": [{"id": "a b"}]"#,
            """
            catalog.json:2:20: error[unsafe-id]: the id "a b" is unsafe in file names, found the character " ", expected at most 64 of A-Z a-z 0-9 _ . -
              help: use only letters, digits, _, - and .
            """
        ),
        Row(
            ##""chroma": {"key": "#0f0", "keep": ["red"], "threshold": 40}"##,
            """
            catalog.json:2:19: error[bad-value]: "key" cannot be used, found "#0f0", expected a color as #RRGGBB, or "auto"
              help: write "#00FF00"
            """,
            #"catalog.json:2:36: error[bad-value]: "keep" cannot be used, found "red", expected a color as #RRGGBB"#,
            #"catalog.json:2:57: error[value-out-of-range]: "threshold" is out of range, found 40, expected 0 to 1, in mode distance to 2"#
        ),
        Row(
            #""chroma": {"edge": 17, "erode": 0.5, "feather": 16.5}"#,
            #"catalog.json:2:20: error[value-out-of-range]: "edge" is out of range, found 17, expected 0 to 16"#,
            #"catalog.json:2:33: error[wrong-type]: "erode" has the wrong type, found 0.5, expected a whole number"#,
            #"catalog.json:2:49: error[wrong-type]: "feather" has the wrong type, found 16.5, expected a whole number"#
        ),
        Row(
            #""species": [{"id": "dog", "anchors": {"head": [1, 2, 3], "neck": [[1, 2], ["a", 2]]}}]"#,
            #"catalog.json:2:47: error[value-out-of-range]: "head" has 3 values, expected 2"#,
            #"catalog.json:2:76: error[wrong-type]: "neck" has the wrong type, found a string, expected a number"#
        ),
        Row(
            #""sheets": {"a": {"animations": {"idle": {"frames": "0-x"}}}}"#,
            #"catalog.json:2:52: error[bad-value]: "frames" cannot be used, found "0-x", expected frame numbers such as "0-3" or "0-3,2,1", at most 4096"#
        ),
        Row(
            #""naming": {"base": ["<species_<asset>"]}"#,
            #"catalog.json:2:21: error[bad-value]: "base" cannot be used, found "<species_<asset>", expected a name with placeholders such as <species>_pet_<asset>"#
        ),
        Row(
            #""name": "again""#,
            """
            catalog.json:2:1: error[duplicate-member]: the member "name" occurs twice in one object
              help: remove one; only the first is read
            """
        ),
        Row(
            #""items": {}"#,
            #"catalog.json:2:10: error[wrong-type]: "items" has the wrong type, found an object, expected an array"#
        ),
        Row(
            #""checks": {"unused-asset": "of", "fringe": {"severity": "note", "reason": "soft art"}}"#,
            """
            catalog.json:2:28: error[bad-value]: "unused-asset" is unknown, found "of", expected one of off, note, warning, error
              help: did you mean "off"?
            """
        ),
    ]) func `problems are named`(_ row: Row) {
        let (read, diagnostics) = read(catalog(row.text))
        #expect(diagnostics.map(\.description) == row.expected)
        #expect(read != nil)
    }

    @Test(arguments: [
        (#""species": [{"id": "dog", "placement": {"rotate": 8}}]"#, "rotation"),
        (#""sheets": {"a": {"grid": {"cols": 2}}}"#, "columns"),
        (#""sheets": {"a": {"animations": {"b": {"repeat": true}}}}"#, "loop"),
        (#""sheets": {"a": {"filter": "point"}}"#, "nearest"),
        (#""sheets": {"a": {"filter": "bilinear"}}"#, "area"),
        (#""sheets": {"a": {"rects": [{"x": 0, "y": 0, "w": 8, "height": 8}]}}"#, "width"),
        (#""axes": {"a": {"values": ["b"], "type": "locale"}}"#, "kind"),
        (#""slots": {"a": {"maximum": 1}}"#, "max"),
        (#""checks": {"fringe": "warn"}"#, "warning"),
        (#""checks": {"fringe": "info"}"#, "note"),
        (#""checks": {"fringe": "ignore"}"#, "off"),
        (#""checks": {"fringe": {"level": "off"}}"#, "severity"),
        (#""items": [{"id": "a", "equipStyle": "outfit"}]"#, "replaceSprite"),
        (#""looks": [{"id": "a", "species": "b", "outfit": "c"}]"#, "base"),
        (#""images": [{"id": "a", "size": [8, 8], "fit": "fill"}]"#, "stretch"),
        (#""targets": [{"id": "a", "maxSize": 64}]"#, "maxPageSize"),
        (#""targets": [{"id": "a", "encoding": ["png"]}]"#, "encode"),
        (#""targets": [{"id": "a", "formats": ["texturepacker"]}]"#, "texturepacker-hash"),
        (#""targets": [{"id": "a", "kind": "eink", "eink": {"dither": "bayer"}}]"#, "dithering"),
        (
            #""targets": [{"id": "a", "assetCatalog": {"appIcons": [{"id": "b", "platforms": ["iphone"]}]}}]"#,
            "ios"
        ),
    ]) func `another tool's word is read as the catalog's`(members: String, word: String) {
        #expect(
            read(catalog(members)).diagnostics.map(\.help) == ["did you mean \"\(word)\"?"]
        )
    }

    @Test(arguments: [
        (
            #""sheets": {"a": {"fps": 4}}"#,
            #""fps" belongs to an animation under "animations""#
        ),
        (#""fps": 4"#, #""fps" belongs to an animation under "sheets""#),
        (
            #""items": [{"id": "a", "equipStyle": "overlay", "offset": [0, 1]}]"#,
            #""offset" belongs in "placement""#
        ),
        (#""formats": ["kiln"]"#, #""formats" belongs to a target under "targets""#),
        (#""grid": {"columns": 2}"#, #""grid" belongs to a sheet under "sheets""#),
        (
            #""targets": [{"id": "a", "requireCredits": []}]"#,
            #""requireCredits" belongs at the top level of the catalog"#
        ),
        (
            #""axes": {"mood": ["calm"]}, "looks": [{"id": "a", "species": "b", "mood": "calm"}]"#,
            #""mood" belongs in "axes""#
        ),
    ]) func `the help says where a misplaced member belongs`(
        members: String,
        help: String
    ) {
        #expect(read(catalog(members)).diagnostics.map(\.help) == [help])
    }

    @Test(arguments: [
        (
            ##""sheets": {"a": {"key": "#00FF00"}}"##,
            ##"expected true, false or "auto""##,
            ##"the color goes into "chroma": {"key": "#00FF00"}"##
        ),
        (
            #""sheets": {"a": {"animations": {"b": {"frames": 2}}}}"#,
            #"expected a list such as [0, 1], or a string such as "0-3""#, nil
        ),
        (
            #""targets": [{"id": "a", "trim": "poly"}]"#,
            "expected one of true, false, polygon", nil
        ),
        (
            #""images": [{"id": "a", "tint": {}}]"#, #"a tint lacks the member "color""#,
            #"add "color": the color"#
        ),
    ]) func `the message or the help says all that is valid`(
        members: String,
        end: String,
        help: String?
    ) {
        let found = read(catalog(members)).diagnostics
        #expect(found.count == 1)
        #expect(found.first?.message.hasSuffix(end) == true, "\(found)")
        #expect(found.first?.help == help)
    }

    @Test(arguments: [
        #""sheets": {"a": {"animations": {"b": {"frames": ["0", "1"]}}}}"#,
        #""sheets": {"a": {"animations": {"b": {"frames": "0-1", "durations": [0, 170]}}}}"#,
        #""sheets": {"a": {"rects": [{"x": 0, "y": 0, "w": 8, "h": 8}]}}"#,
        #""species": [{"id": "dog", "anchors": {"head": ["32", "8"], "neck": [32, 8]}}]"#,
        #""species": [{"id": "dog", "anchors": {"head": [["32", "8"], ["32", "9"]]}}]"#,
        #""targets": [{"id": "a", "scales": ["1x", "2x"]}]"#,
        #""targets": [{"id": "a", "kind": "images", "sizes": [32, 32]}]"#,
        #""species": ["dog", "cat"]"#,
    ]) func `one mistake is reported once`(members: String) {
        let found = read(catalog(members)).diagnostics.withholdingConsequences()
        #expect(found.count == 1, "\(found)")
    }

    @Test func `each wrong object of a list is reported`() {
        let found = read(catalog(#""species": [{"id": 1}, {"id": 2}]"#)).diagnostics
        #expect(found.withholdingConsequences().count == 2)
    }

    @Test func `an object that lacks several members is one finding`() {
        #expect(
            read("{}").diagnostics.map(\.description) == [
                """
                catalog.json:1:1: error[missing-member]: a catalog lacks the members "catalogVersion", "name", "canvas"
                  help: add "catalogVersion": the version of the catalog's format: 1; add "name": the game's short name; add "canvas": the size of a composed pet in points (pixels at scale 1)
                """
            ]
        )
    }

    @Test func `a point with two wrong numbers is one finding`() {
        let placed = #"{"id": "hat", "equipStyle": "overlay", "placement": {"pivot": [16, 40]}}"#
        #expect(
            read(catalog("\"items\": [\(placed)]")).diagnostics.map(\.message) == [
                #""pivot" is out of range, found 16, expected -8 to 8"#
            ]
        )
    }

    @Test func `a backslash in a path is named`() {
        let found = read(catalog(#""sources": ["art\\pets"]"#)).diagnostics
        #expect(found.map(\.id) == ["unsafe-path"])
        #expect(found.map(\.help) == [#"write / in place of \"#])
    }

    @Test func `another version is refused`() {
        let text = catalog("").replacing("\"catalogVersion\": 1", with: "\"catalogVersion\": 2")
            .replacing(",\n}", with: "}")
        #expect(
            read(text).diagnostics.map(\.description) == [
                """
                catalog.json:1:20: error[unsupported-version]: the catalog has version 2, expected 1
                  help: a newer kiln may read it
                """
            ]
        )
    }

    @Test func `a root that is no object is refused`() {
        let (catalog, diagnostics) = read("[1]")
        #expect(catalog == nil)
        #expect(
            diagnostics.map(\.message) == [
                #"the file has the wrong type, found an array, expected an object (a catalog)"#
            ]
        )
    }

    @Test func `every prefix and every changed byte ends without a crash`() {
        let text = Array(Self.mochi.utf8)
        for count in 0..<text.count { _ = readCatalog(Array(text[..<count]), path: "x") }
        var changed = text
        for index in text.indices {
            for byte: UInt8 in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0xC3, 0xFF] {
                changed[index] = byte
                _ = readCatalog(changed, path: "x")
            }
            changed[index] = text[index]
        }
    }
}
