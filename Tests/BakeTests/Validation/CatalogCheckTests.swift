import Bake
import Catalog
import Diagnostics
import Testing

/// A catalog with a dog, a cat, a hat (overlay) and a coat (outfit), and `members` next to them.
func catalog(
    species: String = #"[{"id": "dog", "anchors": {"head": [32, 10]}}, {"id": "cat"}]"#,
    items: String =
        #"[{"id": "hat", "equipStyle": "overlay"}, {"id": "coat", "equipStyle": "replaceSprite"}]"#,
    _ members: String = ""
) throws -> Catalog {
    let text = """
        {"catalogVersion": 1, "name": "t", "canvas": {"width": 64, "height": 64},
        "species": \(species),
        "items": \(items)\(members.isEmpty ? "" : ",\n" + members)}
        """
    let (catalog, diagnostics) = readCatalog(Array(text.utf8), path: "catalog.json")
    #expect(diagnostics == [])
    return try #require(catalog)
}

@Suite struct CatalogCheckTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var species = #"[{"id": "dog", "anchors": {"head": [32, 10]}}, {"id": "cat"}]"#
        var items =
            #"[{"id": "hat", "equipStyle": "overlay"}, {"id": "coat", "equipStyle": "replaceSprite"}]"#
        var members = ""
        var expected: [String] = []
    }

    @Test(arguments: [
        Row(testDescription: "nothing wrong"),
        Row(
            testDescription: "an id that exists already, and one that differs in case",
            species: #"[{"id": "dog"}, {"id": "Dog"}, {"id": "dog"}]"#,
            expected: [
                """
                catalog.json:2:35: error[duplicate-id]: the species "Dog" differs only in case from "dog"
                  help: give it another id
                """,
                """
                catalog.json:2:50: error[duplicate-id]: another species has the id "dog"
                  help: give it another id
                """,
            ]
        ),
        Row(
            testDescription: "a profile that differs from another only in case",
            members: #""profiles": {"web": {}, "Web": {}, "webs": {}}"#,
            expected: [
                """
                catalog.json:4:32: error[duplicate-id]: the profile "Web" differs only in case from "web"
                  help: give it another id
                """
            ]
        ),
        Row(
            testDescription: "a layout file that belongs to two targets",
            members: #"""
                "targets": [{"id": "game", "layout": "stable"}, {"id": "game.web", "layout": "stable"},
                            {"id": "game.mac"}],
                "profiles": {"web": {}, "mac": {}}
                """#,
            expected: [
                """
                catalog.json:6:14: error[target-settings]: target "game" keeps its layout in the same file in profile "web" as target "game.web"
                  help: rename the profile, or one of the targets
                """
            ]
        ),
        Row(
            testDescription: "a species and an item may share an id",
            items: #"[{"id": "dog", "equipStyle": "overlay"}]"#
        ),
        Row(
            testDescription: "species that do not exist",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "species": ["dgo", "cat"],
                  "perSpecies": {"bird": {"z": 1}, "cat": {"z": 1}}}]
                """#,
            expected: [
                """
                catalog.json:3:62: error[unknown-reference]: there is no species "dgo"
                  help: did you mean "dog"?
                """,
                """
                catalog.json:4:18: error[unknown-reference]: there is no species "bird"
                  help: there are "dog", "cat"
                """,
            ]
        ),
        Row(
            testDescription: "settings for a species that cannot wear it",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "species": ["dog"], "perSpecies": {"cat": {"z": 1}}}]
                """#,
            expected: [
                """
                catalog.json:3:85: warning[misfit]: item "hat" has settings for species "cat", which cannot wear it
                  help: add it to "species", or remove the settings
                """
            ]
        ),
        Row(
            testDescription: "an item that nobody can wear",
            species: "[]",
            items: #"[{"id": "hat", "equipStyle": "overlay"}]"#,
            expected: [
                """
                catalog.json:3:18: warning[unused-item]: no species can wear item "hat"
                  help: name a species under "species", or remove the item
                """
            ]
        ),
        Row(
            testDescription: "an anchor that one wearer lacks",
            items: #"[{"id": "hat", "equipStyle": "overlay", "placement": {"anchor": "head"}}]"#,
            expected: [
                """
                catalog.json:2:66: error[unknown-reference]: species "cat" has no anchor "head"
                  help: give the species one: "anchors": {"head": [x, y]}
                """
            ]
        ),
        Row(
            testDescription: "an anchor that is misspelled for one species",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "species": ["dog"], "placement": {"anchor": "head"},
                  "perSpecies": {"dog": {"placement": {"anchor": "haed"}}}}]
                """#,
            expected: [
                """
                catalog.json:4:50: error[unknown-reference]: species "dog" has no anchor "haed"
                  help: did you mean "head"?
                """
            ]
        ),
        Row(
            testDescription: "a placement outside of the canvas, and one on its edge",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "species": ["dog"],
                  "placement": {"anchor": "head", "offset": [0, -11]}},
                 {"id": "cap", "equipStyle": "overlay", "species": ["dog"],
                  "placement": {"anchor": "head", "offset": [32, -10]}}]
                """#,
            expected: [
                """
                catalog.json:4:45: warning[placement-outside-canvas]: item "hat" is placed outside of the canvas on species "dog", found [32, -1], expected a point within 64x64
                  help: "offset" is added to the anchor, in points
                """
            ]
        ),
        Row(
            testDescription: "anchors outside of the canvas, and on its edge",
            species:
                #"[{"id": "dog", "anchors": {"head": [[32, 64], [32, 65]], "neck": [0, 64]}}]"#,
            expected: [
                """
                catalog.json:2:47: warning[anchor-outside-canvas]: anchor "head" of species "dog" lies outside of the canvas, found [32, 65], expected a point within 64x64
                  help: anchors are in points: divide pixels of an @2x picture by 2
                """
            ]
        ),
        Row(
            testDescription: "a look of things that do not exist",
            members: #"""
                "axes": {"mood": ["happy"]},
                "looks": [{"id": "l", "species": "dgo", "base": "caot", "overlays": ["hta", "x"],
                           "axes": {"mood": "hapy", "mod": "x"}}]
                """#,
            expected: [
                """
                catalog.json:4:10: warning[no-effect]: no art depends on the axis "mood"
                  help: put <mood> into a template of "naming" or into an "asset", or remove it
                """,
                """
                catalog.json:5:34: error[unknown-reference]: there is no species "dgo"
                  help: did you mean "dog"?
                """,
                """
                catalog.json:5:49: error[unknown-reference]: there is no item "caot"
                  help: did you mean "coat"?
                """,
                """
                catalog.json:5:70: error[unknown-reference]: there is no item "hta"
                  help: did you mean "hat"?
                """,
                """
                catalog.json:5:77: error[unknown-reference]: there is no item "x"
                  help: there is only "hat"
                """,
                """
                catalog.json:6:29: error[unknown-reference]: axis "mood" has no value "hapy"
                  help: did you mean "happy"?
                """,
                """
                catalog.json:6:37: error[unknown-reference]: there is no axis "mod"
                  help: did you mean "mood"?
                """,
            ]
        ),
        Row(
            testDescription: "ranges with a gap between them",
            members:
                #""naming": {"species": ["<species>_<level>"]}, "axes": {"level": {"values": [{"id": "low", "range": [0, 10]}, {"id": "high", "range": [11, 20]}]}}"#,
            expected: [
                """
                catalog.json:4:134: warning[range-gap]: no value of axis "level" stands for numbers between "low" and "high", found [0, 10] and [11, 20]
                  help: let one range begin where the one before it ends: an end belongs to the next range
                """
            ]
        ),
        Row(
            testDescription:
                "an axis that nothing depends on, a template and a source twice, a source in another",
            members:
                ##""axes": {"mood": ["calm"], "level": ["low"]}, "sheets": {"dog": {"variants": {"level=low": {"tint": {"color": "#ff0000"}}}}}, "naming": {"overlay": ["<asset>", "<asset>"]}, "sources": ["a", "a/b", "a", "ab"]"##,
            expected: [
                """
                catalog.json:4:10: warning[no-effect]: no art depends on the axis "mood"
                  help: put <mood> into a template of "naming" or into an "asset", or remove it
                """,
                """
                catalog.json:4:161: warning[no-effect]: the template "<asset>" is listed twice
                  help: remove it, or name the file to look for next
                """,
                """
                catalog.json:4:191: warning[no-effect]: the source "a/b" lies in "a", which is read with all folders in it
                  help: remove one of them
                """,
                """
                catalog.json:4:198: warning[no-effect]: the source "a" is listed twice
                  help: remove one of them
                """,
            ]
        ),
        Row(
            testDescription:
                "overlays at one anchor with the same depth, unless they share a slot or no species",
            species:
                #"[{"id": "dog", "anchors": {"head": [32, 10]}}, {"id": "cat", "anchors": {"head": [32, 9]}}]"#,
            items: #"""
                [{"id": "hat", "species": ["dog"], "equipStyle": "overlay", "z": 5, "placement": {"anchor": "head"}}, {"id": "cap", "equipStyle": "overlay", "z": 5, "placement": {"anchor": "head"}, "species": ["dog"]}, {"id": "moon", "equipStyle": "overlay", "z": 5},
                {"id": "ring", "species": ["dog"], "equipStyle": "overlay", "z": 7, "slot": "arm", "placement": {"anchor": "head"}}, {"id": "band", "species": ["dog"], "equipStyle": "overlay", "z": 7, "slot": "arm", "placement": {"anchor": "head"}},
                {"id": "mask", "species": ["dog"], "equipStyle": "overlay", "z": 9, "placement": {"anchor": "head"}}, {"id": "veil", "species": ["cat"], "equipStyle": "overlay", "z": 9, "placement": {"anchor": "head"}}]
                """#,
            members: #""slots": {"arm": {}}"#,
            expected: [
                """
                catalog.json:3:156: note[same-depth]: item "cap" has the same "z" as item "hat", found 5
                  help: give them different numbers: until then their order in the catalog decides which is in front
                """
            ]
        ),
        Row(
            testDescription: "a page a little larger than what devices load",
            members:
                #""targets": [{"id": "a", "kind": "atlas", "maxPageSize": 4097}, {"id": "b", "kind": "atlas", "maxPageSize": 3000}]"#,
            expected: [
                """
                catalog.json:4:57: warning[target-settings]: target "a": pages may be larger than the 4096 pixels that some devices can load, found 4097
                  help: use 4096
                """
            ]
        ),
        Row(
            testDescription: "hashed names for an engine that refers to pages by name",
            members:
                #""targets": [{"id": "a", "formats": ["unity"], "names": "hashed"}, {"id": "b", "formats": ["godot"], "names": "hashed"}]"#,
            expected: [
                """
                catalog.json:4:56: warning[target-settings]: target "a": Unity finds textures by their file names, so its references break whenever a page with a hashed name changes
                  help: leave out "names", or give unity a target of its own
                """
            ]
        ),
        Row(
            testDescription: "settings that change nothing",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "placement": {"fit": "cover"}}, {"id": "coat", "equipStyle": "replaceSprite", "z": 3}]
                """#,
            expected: [
                """
                catalog.json:3:71: warning[no-effect]: "fit" of a placement without "size" has no effect
                  help: add the "size" of the box that it fills, or remove it
                """,
                """
                catalog.json:3:133: warning[no-effect]: "z" of outfit "coat" has no effect
                  help: remove it: an outfit of one picture is at 0, and overlays with a negative "z" are behind it
                """,
            ]
        ),
        Row(
            testDescription: "a tolerance of polygons that are not asked for",
            members: #""targets": [{"id": "a", "kind": "atlas", "polygonTolerance": 3}]"#,
            expected: [
                """
                catalog.json:4:62: warning[no-effect]: target "a": "polygonTolerance" has no effect without "trim": "polygon"
                  help: set "trim": "polygon", or remove "polygonTolerance"
                """
            ]
        ),
        Row(
            testDescription: "a shape of polygons that are not asked for",
            members: #""targets": [{"id": "a", "kind": "atlas", "polygonShape": "convex"}]"#,
            expected: [
                """
                catalog.json:4:58: warning[no-effect]: target "a": "polygonShape" has no effect without "trim": "polygon"
                  help: set "trim": "polygon", or remove "polygonShape"
                """
            ]
        ),
        Row(
            testDescription: "a threshold of what is not trimmed",
            members:
                #""targets": [{"id": "a", "kind": "atlas", "trim": false, "trimThreshold": 4}]"#,
            expected: [
                """
                catalog.json:4:74: warning[no-effect]: target "a": "trimThreshold" has no effect without "trim": true
                  help: set "trim": true, or remove "trimThreshold"
                """
            ]
        ),
        Row(
            testDescription: "a limit for a layout that is not kept",
            members: #""targets": [{"id": "a", "kind": "atlas", "repackAbove": 10}]"#,
            expected: [
                """
                catalog.json:4:57: warning[no-effect]: target "a": "repackAbove" has no effect without "layout": "stable"
                  help: set "layout": "stable", or remove "repackAbove"
                """
            ]
        ),
        Row(
            testDescription: "turned duplicates where nothing turns",
            members: #""targets": [{"id": "a", "kind": "atlas", "duplicates": "turned"}]"#,
            expected: [
                """
                catalog.json:4:56: warning[no-effect]: target "a": "duplicates" has no effect without "rotate": true
                  help: set "rotate": true, or remove "duplicates"
                """
            ]
        ),
        Row(
            testDescription: "an aspect of square pages",
            members:
                #""targets": [{"id": "a", "kind": "atlas", "square": true, "aspectLimit": 2}]"#,
            expected: [
                """
                catalog.json:4:73: warning[no-effect]: target "a": "aspectLimit" has no effect without "square": false
                  help: set "square": false, or remove "aspectLimit"
                """
            ]
        ),
        Row(
            testDescription: "a setting whose other half a profile has",
            members: #"""
                "targets": [{"id": "a", "kind": "atlas", "polygonTolerance": 3}],
                "profiles": {"web": {"settings": {"trim": "polygon"}}}
                """#,
            expected: []
        ),
        Row(
            testDescription: "settings of a profile that a target cannot have, or that change none",
            members: #"""
                "targets": [{"id": "a", "formats": ["phaser"]}, {"id": "b", "kind": "images", "items": ["hat"]}],
                "profiles": {"web": {"settings": {
                  "rotate": true,
                  "items": ["hta"],
                  "webp": {"quality": 3},
                  "maxPageSize": 1000, "powerOfTwo": true,
                  "padding": 3
                }}}
                """#,
            expected: [
                """
                catalog.json:6:13: error[target-settings]: target "a": rotated frames cannot be drawn by phaser
                  help: set "rotate" to false, or give the format a target of its own
                """,
                """
                catalog.json:7:13: error[unknown-reference]: there is no item "hta"
                  help: did you mean "hat"?
                """,
                """
                catalog.json:8:11: error[target-settings]: target "a": "webp" says how pages are encoded that "encode" does not ask for
                  help: add "webp" to "encode", or leave it out
                """,
                """
                catalog.json:9:18: error[target-settings]: target "a": pages are powers of two, but the largest is 1000
                  help: use a power of two such as 512
                """,
            ]
        ),
        Row(
            testDescription: "a grid of files that are frames",
            members: #""sheets": {"a": {"frames": "numbered", "grid": {"columns": 2}}}"#,
            expected: [
                """
                catalog.json:4:48: warning[no-effect]: "grid" has no effect with "frames": "numbered", whose files are frames
                  help: remove one of them
                """
            ]
        ),
        Row(
            testDescription: "renderings of an asset catalog that change nothing",
            members: #"""
                "targets": [{"id": "a", "kind": "xcassets", "items": ["hat"], "assetCatalog": {
                  "template": ["coat", "h*"],
                  "original": ["hat"],
                  "dark": {"imageSuffix": "_night"}
                }}]
                """#,
            expected: [
                """
                catalog.json:5:16: warning[no-effect]: "template" names pictures that target "a" does not have, found "coat"
                  help: add them to the target, or leave them out
                """,
                """
                catalog.json:6:16: warning[no-effect]: "original" has no effect on "hat", which "template" names, too
                  help: leave it out of one of them
                """,
                """
                catalog.json:7:27: warning[no-effect]: no image and no color has a dark variant with the suffix "_night"
                  help: name dark ones like the light ones, with the suffix, or remove it
                """,
            ]
        ),
        Row(
            testDescription: "composites of no looks",
            members:
                #""targets": [{"id": "a", "kind": "composites"}, {"id": "b", "kind": "composites", "looks": []}]"#,
            expected: [
                """
                catalog.json:4:20: warning[no-effect]: target "a" draws nothing: none of its looks, items and images exists
                  help: name what it draws, or remove it
                """,
                """
                catalog.json:4:91: warning[no-effect]: target "b" draws nothing: none of its looks, items and images exists
                  help: name what it draws, or remove it
                """,
            ]
        ),
        Row(
            testDescription: "an image that fills a box of no size",
            members: #""images": [{"id": "room", "fit": "cover"}]"#,
            expected: [
                """
                catalog.json:4:34: warning[no-effect]: "fit" of image "room" has no effect without "size"
                  help: add the "size" of the box that it fills, or remove it
                """
            ]
        ),
        Row(
            testDescription: "images that no target takes, and one that an app icon shows",
            members: #"""
                "images": [{ "id": "tab_home" }, { "id": "tab_more" }, { "id": "sign" }, { "id": "app" }],
                "targets": [{ "id": "a", "kind": "images", "sizes": [[8, 8]], "images": ["tab_h*"] },
                { "id": "b", "kind": "xcassets", "assetCatalog": { "name": "B", "appIcons": [
                { "id": "AppIcon", "image": "app", "background": "#FFFFFF" }] } }]
                """#,
            expected: [
                """
                catalog.json:4:42: warning[no-effect]: no target takes the images "tab_more", "sign"
                  help: add them to the "images" of a target, or remove them
                """
            ]
        ),
        Row(
            testDescription: "animations that no name has",
            members: #""animations": ["idle"]"#,
            expected: [
                """
                catalog.json:4:1: warning[no-effect]: "animations" has no effect, because no name has <animation>
                  help: put <animation> into a template of "naming" if each animation has a file of its own, or remove it
                """
            ]
        ),
        Row(
            testDescription: "a rectangle and a count that cannot be",
            members: #"""
                "sheets": {"a": {"rects": [{"x": 0, "y": 0, "width": 9, "height": 9}, {"x": 0, "y": 0, "width": 9, "height": 9}]},
                 "b": {"grid": {"columns": 4, "count": 5}}}
                """#,
            expected: [
                """
                catalog.json:4:71: warning[no-effect]: a rectangle is listed twice, found 9x9+0+0
                  help: correct one; an animation may name a frame twice in "frames"
                """,
                """
                catalog.json:5:40: error[value-out-of-range]: the grid has 4 cells, found a count of 5
                  help: lower "count", or add "columns" or "rows"
                """,
            ]
        ),
        Row(
            testDescription: "a screen that is kept, and linear light without a distance",
            members: ##""chroma": {"key": "#00FF00", "keep": ["#00FF00"], "linear": true}"##,
            expected: [
                """
                catalog.json:4:39: warning[no-effect]: "keep" names the screen itself, found #00FF00
                  help: remove it, or name a color of the art
                """,
                """
                catalog.json:4:61: warning[no-effect]: "linear" has no effect without "mode": "distance"
                  help: remove it, or choose the mode
                """,
            ]
        ),
        Row(
            testDescription: "palettes that change nothing",
            members: #"""
                "palettes": {"one": {"a": "#102030", "b": "#102030"}, "two": {"a": "#405060", "b": "#708090"}},
                "sheets": {"a": {"recolor": {"from": "two", "to": "two"}}, "b": {"recolor": {"from": "one", "to": "two"}}}
                """#,
            expected: [
                """
                catalog.json:5:51: warning[no-effect]: "from" and "to" are the same palette, found "two"
                  help: name the palette that has the new colors
                """,
                """
                catalog.json:5:86: warning[no-effect]: palette "one" has #102030 twice, and only the first is replaced
                  help: give each color of it a role of its own
                """,
            ]
        ),
        Row(
            testDescription: "a folder that is ignored with a slash",
            members: #""ignore": ["drafts/"]"#,
            expected: [
                """
                catalog.json:4:12: warning[no-effect]: "ignore" fits nothing, because names do not end in a slash, found "drafts/"
                  help: write "drafts"
                """
            ]
        ),
        Row(
            testDescription: "a value without a range among others",
            members:
                #""naming": {"species": ["<species>_<level>"]}, "axes": {"level": {"values": [{"id": "low", "range": [0, 10]}, {"id": "high"}]}}"#,
            expected: [
                """
                catalog.json:4:110: warning[range-gap]: no number stands for "high" of axis "level", while all other values have a range
                  help: give it a "range", or make it the axis's "unknown"
                """
            ]
        ),
        Row(
            testDescription: "a look that wears things in the wrong way",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay"},
                 {"id": "coat", "equipStyle": "replaceSprite", "species": ["cat"]}]
                """#,
            members: #"""
                "looks": [{"id": "l", "species": "dog", "base": "hat", "overlays": ["coat", "hat", "hat"]}]
                """#,
            expected: [
                """
                catalog.json:5:49: error[wrong-equip-style]: look "l" wears "hat" as its base, found overlay, expected replaceSprite
                  help: name it under "overlays"
                """,
                """
                catalog.json:5:69: error[misfit]: species "dog" cannot wear item "coat"
                  help: add the species to the item's "species"
                """,
                """
                catalog.json:5:69: error[wrong-equip-style]: look "l" wears "coat" as an overlay, found replaceSprite, expected overlay
                  help: name it under "base"
                """,
                """
                catalog.json:5:84: warning[worn-twice]: look "l" wears "hat" twice
                  help: remove one
                """,
            ]
        ),
        Row(
            testDescription: "a series of looks that a species cannot wear, told once for it",
            items: #"[{"id": "hat", "equipStyle": "overlay", "species": ["cat"]}]"#,
            members: #"""
                "axes": {"mood": ["sad", "happy"]},
                "looks": [{"id": "<species>-<mood>", "overlays": ["hat"],
                           "each": {"species": "*", "mood": "*"}}]
                """#,
            expected: [
                """
                catalog.json:4:10: warning[no-effect]: no art depends on the axis "mood"
                  help: put <mood> into a template of "naming" or into an "asset", or remove it
                """,
                """
                catalog.json:5:51: error[misfit]: species "dog" cannot wear item "hat"
                  help: add the species to the item's "species"
                """,
            ]
        ),
        Row(
            testDescription: "slots that do not exist",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "slot": "haed"},
                 {"id": "coat", "equipStyle": "replaceSprite", "slot": "body"}]
                """#,
            members: #""slots": {"head": {}, "neck": {"max": 2}}"#,
            expected: [
                """
                catalog.json:3:58: error[unknown-reference]: there is no slot "haed"
                  help: did you mean "head"?
                """,
                """
                catalog.json:4:56: error[unknown-reference]: there is no slot "body"
                  help: there are "head", "neck"
                """,
            ]
        ),
        Row(
            testDescription: "a slot where the catalog has none",
            items: #"[{"id": "hat", "equipStyle": "overlay", "slot": "head"}]"#,
            expected: [
                """
                catalog.json:3:58: error[unknown-reference]: there is no slot "head"
                  help: the catalog has none: add it to the catalog's "slots"
                """
            ]
        ),
        Row(
            testDescription: "looks that wear more of a slot than its max",
            items: #"""
                [{"id": "hat", "equipStyle": "overlay", "slot": "head"},
                 {"id": "cap", "equipStyle": "overlay", "slot": "head"},
                 {"id": "pin", "equipStyle": "overlay", "slot": "chest"},
                 {"id": "bow", "equipStyle": "overlay", "slot": "chest"},
                 {"id": "mask", "equipStyle": "replaceSprite", "slot": "head"}]
                """#,
            members: #"""
                "slots": {"head": {}, "chest": {"max": 2}},
                "looks": [{"id": "ok", "species": "dog", "overlays": ["hat", "pin", "bow"]},
                          {"id": "a", "species": "dog", "overlays": ["pin", "cap", "hat"]},
                          {"id": "b", "species": "dog", "base": "mask", "overlays": ["cap", "hat"]}]
                """#,
            expected: [
                """
                catalog.json:10:68: error[slot-overfull]: look "a" wears too much of slot "head", found cap, hat, expected at most 1
                  help: remove one, or raise the slot's "max"
                """,
                """
                catalog.json:11:70: error[slot-overfull]: look "b" wears too much of slot "head", found mask, cap, hat, expected at most 1
                  help: remove one, or raise the slot's "max"
                """,
            ]
        ),
        Row(
            testDescription: "templates that cannot be filled",
            members: #"""
                "axes": {"mood": ["happy"]},
                "naming": {"base": ["<specis>_<asset>", "<mood>_<asset>"], "overlay": ["<species>_hat"],
                           "species": ["<species>_<asset>"]}
                """#,
            expected: [
                """
                catalog.json:5:21: error[naming-template]: the template "<specis>_<asset>" has an unknown placeholder, found <specis>, expected one of <species>, <asset>, <mood>
                  help: did you mean <species>?
                """,
                """
                catalog.json:5:72: error[naming-template]: the template "<species>_hat" names the same asset for every item
                  help: put <asset> into it
                """,
                "catalog.json:6:24: error[naming-template]: the template \"<species>_<asset>\" has an unknown placeholder, found <asset>, expected one of <species>, <mood>",
            ]
        ),
        Row(
            testDescription: "more axis values than can be resolved",
            members: #"""
                "axes": {"a": [\#(many(65))], "b": [\#(many(64))], "unused": [\#(many(64))]},
                "naming": {"species": ["<species>_<a>_<b>"]}
                """#,
            expected: [
                """
                catalog.json:4:1: error[too-many-combinations]: the axes have more combinations of values than are resolved, found 4160, expected at most 4096
                  help: remove values, or use fewer axes in naming
                """,
                """
                catalog.json:4:778: warning[no-effect]: no art depends on the axis "unused"
                  help: put <unused> into a template of "naming" or into an "asset", or remove it
                """,
            ]
        ),
        Row(
            testDescription: "as many axis values as can be resolved",
            members: #"""
                "axes": {"a": [\#(many(64))], "b": [\#(many(64))], "unused": [\#(many(64))]},
                "naming": {"species": ["<species>_<a>_<b>"]}
                """#,
            expected: [
                """
                catalog.json:4:772: warning[no-effect]: no art depends on the axis "unused"
                  help: put <unused> into a template of "naming" or into an "asset", or remove it
                """
            ]
        ),
        Row(
            testDescription: "credits that are required",
            species: #"[{"id": "dog", "license": "CC0-1.0", "credit": "Ann"}]"#,
            items: #"[{"id": "hat", "equipStyle": "overlay", "credit": "Bob"}]"#,
            members: #""requireCredits": ["license", "credit"]"#,
            expected: [
                """
                catalog.json:3:18: error[missing-credit]: item "hat" lacks "license", which the catalog requires
                  help: say under which license it may be used
                """
            ]
        ),
        Row(
            testDescription: "targets that ask for what cannot be",
            members: #"""
                "targets": [{"id": "a", "rotate": true, "formats": ["kiln", "phaser", "libgdx"]},
                            {"id": "b", "powerOfTwo": true, "maxPageSize": 3000},
                            {"id": "c", "multipleOf": 64, "maxPageSize": 32},
                            {"id": "d", "kind": "composites", "looks": ["x"]},
                            {"id": "e", "rotate": true, "formats": ["kiln", "pixi"], "powerOfTwo": true},
                            {"id": "g", "rotate": true, "formats": ["libgdx"], "alpha": "premultiplied"},
                            {"id": "h", "rotate": true, "formats": ["libgdx", "kiln"]},
                            {"id": "i", "alpha": "premultiplied", "formats": ["pixi", "cocos2d", "unity"]},
                            {"id": "j", "encode": ["webp"], "formats": ["godot", "unity"]},
                            {"id": "k", "encode": ["png", "webp"], "pixels": "rgb565"},
                            {"id": "l", "avif": {"quality": 60}},
                            {"id": "m", "kind": "images", "images": ["*"], "names": "hashed"},
                            {"id": "n", "formats": ["spriteatlas"], "encode": ["webp"], "names": "hashed"},
                            {"id": "q", "ktx2": {"zstd": 3}}],
                "profiles": {"p": {"targets": ["f"]}}
                """#,
            expected: [
                """
                catalog.json:4:35: error[target-settings]: target "a": rotated frames cannot be drawn by phaser
                  help: set "rotate" to false, or give the format a target of its own
                """,
                """
                catalog.json:5:60: error[target-settings]: target "b": pages are powers of two, but the largest is 3000
                  help: use a power of two such as 2048
                """,
                """
                catalog.json:6:39: error[target-settings]: target "c": page sides cannot be multiples of 64
                  help: raise "maxPageSize"
                """,
                """
                catalog.json:7:57: error[unknown-reference]: there is no look "x"
                  help: the catalog has none
                """,
                """
                catalog.json:10:35: error[target-settings]: target "h": these formats do not turn frames alike: libgdx (counterclockwise), kiln (clockwise)
                  help: set "rotate" to false, or give the format a target of its own
                """,
                """
                catalog.json:11:34: error[target-settings]: target "i": colors multiplied by alpha would be drawn too dark, as these formats cannot say so: pixi, unity
                  help: leave out "alpha", for engines multiply when they load straight colors, or give kiln, libgdx and cocos2d a target of their own
                """,
                """
                catalog.json:12:35: error[target-settings]: target "j": pages are WebP, which the engines of these formats do not load: unity
                  help: add "png" to "encode", or give the formats a target of their own
                """,
                """
                catalog.json:13:35: error[target-settings]: target "k": raw words of pixels rgb565 have no other form
                  help: leave out "encode" or "pixels"
                """,
                """
                catalog.json:14:33: error[target-settings]: target "l": "avif" says how pages are encoded that "encode" does not ask for
                  help: add "avif" to "encode", or leave it out
                """,
                """
                catalog.json:15:53: warning[no-effect]: target "m" draws nothing: none of its looks, items and images exists
                  help: name what it draws, or remove it
                """,
                """
                catalog.json:15:69: error[target-settings]: target "m": images are files of their own and have no "names"
                  help: remove it, or use a target of kind atlas
                """,
                """
                catalog.json:16:63: error[target-settings]: target "n": Xcode packs the images of a sprite atlas, so there are no pages for "encode"
                  help: leave it out, or add a format that has pages
                """,
                """
                catalog.json:16:82: error[target-settings]: target "n": Xcode packs the images of a sprite atlas, so there are no pages for "names"
                  help: leave it out, or add a format that has pages
                """,
                """
                catalog.json:17:33: error[target-settings]: target "q": "ktx2" says how pages are encoded that "encode" does not ask for
                  help: add "ktx2" to "encode", or leave it out
                """,
                """
                catalog.json:18:32: error[unknown-reference]: there is no target "f"
                  help: there are "a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l", "m" and 2 more
                """,
            ]
        ),
        Row(
            testDescription: "checks that do not exist, or whose severity is fixed",
            members: #"""
                "checks": {"unused-aset": "off", "json-syntax": "off", "fringe": "error"}
                """#,
            expected: [
                """
                catalog.json:4:12: warning[unknown-check]: there is no check "unused-aset"
                  help: did you mean "unused-asset"?
                """,
                """
                catalog.json:4:34: warning[unknown-check]: the severity of "json-syntax" is fixed, found off
                  help: remove it
                """,
            ]
        ),
        Row(
            testDescription: "patterns of checks, and files for which they hold",
            members: #"""
                "sources": ["art"], "checks": {"duplicate-*": "off", "dupl-*": "off",
                "fringe": [{"severity": "off", "paths": ["legacy/*", "hat.png", "legcy/*"]}, {"severity": "error", "paths": ["old"]}]}
                """#,
            expected: [
                """
                catalog.json:4:54: warning[unknown-check]: there is no check "dupl-*"
                  help: `kiln explain` lists them
                """,
                """
                catalog.json:5:65: warning[unused-check-rule]: no file fits "legcy/*"
                  help: remove it, or correct it: a name, or a path from the catalog's folder
                """,
                """
                catalog.json:5:110: warning[unused-check-rule]: no file fits "old"
                  help: remove it, or correct it: a name, or a path from the catalog's folder
                """,
            ]
        ),
    ]) func `the catalog alone is checked`(_ row: Row) throws {
        let catalog = try catalog(species: row.species, items: row.items, row.members)
        let checks = Check.ofJSON + Check.ofNames + Check.ofPictures
        let found =
            checkCatalog(catalog)
            + checkRules(
                catalog,
                of: checks,
                files: ["art/legacy/hat.png"]
            )
        #expect(found.inReportOrder().map(\.description) == row.expected)
    }

    /// As many values, for JSON.
    private static func many(_ count: Int) -> String {
        (0..<count).map { "\"\($0)\"" }.joined(separator: ", ")
    }

    @Test func `severities are as the catalog asks`() throws {
        let catalog = try catalog(
            #""checks": {"fringe": "off", "clipped": {"severity": "error", "reason": "print"}, "json-syntax": "off"}"#
        )
        let found = [Check.fringe, .clipped, .jsonSyntax, .sizeJump].map {
            Diagnostic($0, severity: .warning, message: "m")
        }
        let left = found.applying(CheckPolicy(catalog, assets: { [] }, uses: { [] }))
        #expect(left.map(\.id) == ["clipped", "json-syntax", "size-jump"])
        #expect(left.map(\.severity) == [.error, .warning, .warning])
    }
}
