import Bake
import Catalog
import Diagnostics
import KilnManifest
import Testing

/// What an earlier bake had, next to the catalog of `catalog()`: a dog with a head, a cat, a hat and a
/// coat.
struct StabilityTests {
    private func manifest(_ change: (inout Manifest) -> Void) -> Manifest {
        var manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "t",
            canvas: .init(width: 64, height: 64),
            species: ["dog", "cat"].map { .init(id: $0, name: $0, anchors: [:], art: []) },
            items: [
                .init(id: "hat", name: "hat", equipStyle: .overlay, art: []),
                .init(id: "coat", name: "coat", equipStyle: .replaceSprite, art: []),
            ]
        )
        change(&manifest)
        return manifest
    }

    private func art(_ species: String, _ animations: [String] = []) -> Manifest.Art {
        Manifest.Art(
            species: species,
            asset: "a",
            frames: [],
            origins: [],
            z: 0,
            animations: Dictionary(
                uniqueKeysWithValues: animations.map {
                    ($0, Manifest.Animation(frames: [0], fps: 8, loop: true))
                }
            )
        )
    }

    private func found(
        _ members: String = "",
        art: ArtFacts = ArtFacts(),
        _ change: (inout Manifest) -> Void
    ) throws -> [String] {
        let catalog = try catalog(members)
        return checkStability(
            of: catalog,
            showing: art,
            against: manifest(change),
            path: "old.json"
        )
        .inReportOrder().map(\.description)
    }

    @Test func `looks, images, slots, targets, bundles, axes and their values stay`() throws {
        let found = try found(
            #""axes": {"mood": ["happy"]}, "looks": [{"id": "party", "species": "dog"}]"#
        ) {
            $0.looks = [.init(id: "pary", look: Look(species: "dog"))]
            $0.images = [.init(id: "room", name: "room", frames: [], width: 1, height: 1)]
            $0.slots = [.init(id: "head", name: "head", max: 1)]
            $0.targets = [
                .init(
                    id: "watch",
                    kind: "atlas",
                    scales: [1],
                    pages: [],
                    frames: [:],
                    bundles: [.init(id: "shop", pages: [])]
                )
            ]
            $0.axes = [
                .init(name: "mood", values: ["happy", "sad"]), .init(name: "age", values: ["old"]),
            ]
        }
        let bring = "\n  help: bring it back, or list it under \"retired\""
        #expect(
            found == [
                "old.json: error[removed-id]: the axis or value \"age\" is gone, but saved games may hold its id"
                    + bring,
                "old.json: error[removed-id]: the axis or value \"mood/sad\" is gone, but saved games may hold its id"
                    + bring,
                "old.json: error[removed-id]: the bundle \"shop\" is gone, but the game may ask for it"
                    + bring,
                "old.json: error[removed-id]: the image \"room\" is gone, but the game may ask for it"
                    + bring,
                "old.json: error[removed-id]: the look \"pary\" is gone, but the game may ask for it"
                    + "\n  help: was it renamed to \"party\"? keep the id",
                "old.json: error[removed-id]: the slot \"head\" is gone, but saved games may hold its id"
                    + bring,
                "old.json: error[removed-id]: the target \"watch\" is gone, but the game may ask for it"
                    + "\n  help: was it renamed to \"game\"? keep the id",
            ]
        )
    }

    @Test func `anchors of a species stay`() throws {
        let found = try found {
            $0.species[0].anchors = ["head": [.init(x: 1, y: 1)], "haed": [], "tail": []]
        }
        #expect(
            found == [
                """
                catalog.json:2:38: error[removed-anchor]: species "dog" lost the anchor "haed", which the game may ask for
                  help: bring it back, or list it under "retired"
                """,
                """
                catalog.json:2:38: error[removed-anchor]: species "dog" lost the anchor "tail", which the game may ask for
                  help: bring it back, or list it under "retired"
                """,
            ]
        )
    }

    @Test func `animations stay, and those of an outfit are reported where the pet has them`()
        throws
    {
        var facts = ArtFacts()
        facts.animations = [
            .init(species: "dog", item: nil): ["idle", "stroll"],
            .init(species: "dog", item: "coat"): [],
        ]
        let found = try found(art: facts) {
            $0.species[0].art = [art("dog", ["idle", "walk"])]
            $0.items[1].art = [art("dog", ["idle", "walk"])]
        }
        #expect(
            found == [
                """
                catalog.json:2:20: error[removed-animation]: species "dog" lost the animation "walk", which the game may ask for
                  help: was it renamed to "stroll"? keep the old name
                """,
                """
                catalog.json:3:58: error[removed-animation]: item "coat" on species "dog" lost the animation "idle", which the game may ask for
                  help: bring it back, or list it under "retired"
                """,
            ]
        )
    }

    @Test func `what games store for a value stays`() throws {
        let moods =
            #""axes": {"mood": {"values": [{"id": "calm", "raw": 1}, {"id": "sad", "raw": "s"}, "new"]}}"#
        let found = try found(moods) {
            $0.axes = [
                .init(
                    name: "mood",
                    values: ["calm", "sad"],
                    details: ["calm": .init(raw: .integer(0)), "sad": .init(raw: .text("s"))]
                )
            ]
        }
        #expect(
            found == [
                """
                catalog.json:4:52: error[changed-raw]: "mood/calm" has another "raw" than before, found 1, expected 0
                  help: saved games hold 0 for it: write "raw": 0 again
                """
            ]
        )
    }

    @Test func `who wore an item wears it`() throws {
        var facts = ArtFacts()
        facts.wearers = ["hat": ["dog"]]
        let found = try found(art: facts) {
            $0.items[0].art = [art("dog"), art("cat"), art("fox")]
        }
        #expect(
            found == [
                """
                catalog.json:3:11: error[narrowed-item]: species "cat" can no longer wear item "hat", but may do so in saved games
                  help: bring it back, or list "hat/cat" under "wearing" of "retired"
                """
            ]
        )
    }

    @Test func `what is retired is not missed`() throws {
        var facts = ArtFacts()
        facts.wearers = [:]
        facts.animations = [.init(species: "dog", item: nil): []]
        let found = try found(
            #"""
            "retired": {"species": ["fox"], "items": ["xmas-*"], "looks": ["a"], "axes": ["mood"],
            "anchors": ["dog/*"], "animations": ["dog/walk"], "wearing": ["hat/cat"]}
            """#,
            art: facts
        ) {
            $0.species.append(.init(id: "fox", name: "fox", anchors: [:], art: []))
            $0.species[0].anchors = ["tail": []]
            $0.species[0].art = [art("dog", ["walk"])]
            $0.items[0].art = [art("cat")]
            $0.items.append(.init(id: "xmas-hat", name: "x", equipStyle: .overlay, art: []))
            $0.looks = [.init(id: "a", look: Look(species: "dog"))]
            $0.axes = [.init(name: "mood", values: ["happy"])]
        }
        #expect(found == [])
    }

    @Test func `what is retired is not there`() throws {
        let catalog = try catalog(
            #"""
            "retired": {"items": ["crown", "hat", "*"], "anchors": ["dog/head"]}
            """#
        )
        #expect(
            checkRetired(catalog).map(\.description) == [
                """
                catalog.json:4:32: error[retired-in-use]: "hat" is retired, but "items" still has it
                  help: give the new one another id: saved games may hold this one for the old
                """,
                """
                catalog.json:4:39: error[retired-in-use]: "*" is retired, but "items" still has "hat"
                  help: name what is gone: a pattern also hides what goes by mistake
                """,
                """
                catalog.json:4:57: error[retired-in-use]: "dog/head" is retired, but "anchors" still has it
                  help: give the new one another id: saved games may hold this one for the old
                """,
            ]
        )
    }

    @Test func `another equip style is put up with where the old one is retired`() throws {
        let change: (inout Manifest) -> Void = { $0.items[0].equipStyle = .replaceSprite }
        #expect(try found("", change).count == 1)
        #expect(try found(#""retired": {"styles": ["hat/overlay"]}"#, change).count == 1)
        #expect(try found(#""retired": {"styles": ["hat/replaceSprite"]}"#, change) == [])
    }

    @Test func `a plain list retires whatever has the id`() throws {
        let found = try found(
            #""retired": ["fox", "xmas-*", "mood/sad", "dog/tail", "hat/replaceSprite"]"#
        ) {
            $0.species.append(.init(id: "fox", name: "fox", anchors: [:], art: []))
            $0.looks = [.init(id: "xmas-look", look: Look(species: "dog"))]
            $0.items.append(.init(id: "xmas-hat", name: "x", equipStyle: .overlay, art: []))
            $0.items[0].equipStyle = .replaceSprite
            $0.species[0].anchors = ["tail": []]
            $0.axes = [.init(name: "mood", values: ["sad"])]
        }
        #expect(
            found == [
                """
                old.json: error[removed-id]: the axis or value "mood" is gone, but saved games may hold its id
                  help: bring it back, or list it under "retired"
                """
            ]
        )
    }

    @Test func `entries that are in use, or can never hold, are reported`() throws {
        let lists = try catalog(
            #"""
            "retired": {"anchors": ["head", "dog/*"], "wearing": ["hat"], "styles": ["hat/overlay"]}
            """#
        )
        #expect(
            checkRetired(lists).map(\.description) == [
                """
                catalog.json:4:25: warning[retires-nothing]: "head" of anchors retires nothing, expected SPECIES/ANCHOR
                  help: name both
                """,
                """
                catalog.json:4:55: warning[retires-nothing]: "hat" of wearing retires nothing, expected ITEM/SPECIES
                  help: name both
                """,
                """
                catalog.json:4:74: error[retired-in-use]: "hat/overlay" is retired, but "styles" still has it
                  help: give the new one another id: saved games may hold this one for the old
                """,
            ]
        )
        let plain = try catalog(#""retired": ["boots", "coat", "*"]"#)
        #expect(
            checkRetired(plain).map(\.description) == [
                """
                catalog.json:4:22: error[retired-in-use]: "coat" is retired, but "items" still has it
                  help: give the new one another id: saved games may hold this one for the old; if a thing of another kind had that id, list retired ids by kind
                """,
                """
                catalog.json:4:30: error[retired-in-use]: "*" is retired, but "species" still has "dog"
                  help: name what is gone: a pattern also hides what goes by mistake; if a thing of another kind had that id, list retired ids by kind
                """,
            ]
        )
    }

    @Test func `a bake is held to an earlier one as a catalog is`() {
        let old = manifest {
            $0.species[0].anchors = ["head": [], "tail": []]
            $0.species[0].art = [art("dog", ["idle", "walk"])]
            $0.items[0].art = [art("dog"), art("cat")]
            $0.items.append(.init(id: "wig", name: "wig", equipStyle: .overlay, art: []))
            $0.targets = [.init(id: "watch", kind: "atlas", scales: [1], pages: [], frames: [:])]
        }
        var new = manifest {
            $0.species[0].anchors = ["head": []]
            $0.species[0].art = [art("dog", ["idle"])]
            $0.items[0].art = [art("dog")]
            $0.items[1].equipStyle = .overlay
        }
        func found() -> [String] {
            checkStability(of: new, path: "new.json", against: old, path: "old.json")
                .inReportOrder().map { "\($0.location?.path ?? "") \($0.id): \($0.message)" }
        }
        #expect(
            found() == [
                #"new.json changed-equip-style: item "coat" is worn in another way than before, found overlay, expected replaceSprite"#,
                #"new.json narrowed-item: species "cat" can no longer wear item "hat", but may do so in saved games"#,
                #"new.json removed-anchor: species "dog" lost the anchor "tail", which the game may ask for"#,
                #"new.json removed-animation: species "dog" lost the animation "walk", which the game may ask for"#,
                #"old.json removed-id: the item "wig" is gone, but saved games may hold its id"#,
                #"old.json removed-id: the target "watch" is gone, but the game may ask for it"#,
            ]
        )
        new.retired = [
            "items": ["wi?"], "targets": ["watch"], "anchors": ["dog/tail"],
            "animations": ["dog/walk"], "wearing": ["hat/cat"], "styles": ["coat/replaceSprite"],
            "unheard-of": ["x"],
        ]
        #expect(found() == [])
        new.retired = ["any": ["*"]]
        #expect(found() == [])
    }
}
