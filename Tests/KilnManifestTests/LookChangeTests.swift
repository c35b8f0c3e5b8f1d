import Foundation
import KilnManifest
import Testing

/// A dog that wears everything, and a cat without bow and robe.
private let wardrobe: Manifest = {
    func item(
        _ id: String,
        _ style: Manifest.EquipStyle = .overlay,
        slot: String? = nil,
        on species: [String] = ["dog", "cat"]
    ) -> Manifest.Item {
        Manifest.Item(
            id: id,
            name: id,
            equipStyle: style,
            art: species.map { Manifest.Art(species: $0, asset: id, frames: [id]) },
            slot: slot
        )
    }
    return Manifest(
        generator: .init(name: "kiln", version: "1"),
        name: "test",
        canvas: .init(width: 16, height: 16),
        species: ["dog", "cat"].map {
            .init(
                id: $0,
                name: $0,
                anchors: [:],
                art: [Manifest.Art(species: $0, asset: $0, frames: [$0])]
            )
        },
        items: [
            item("cap", slot: "hat"), item("crown", slot: "hat"), item("scarf"),
            item("bow", on: ["dog"]), item("robe", .replaceSprite, on: ["dog"]),
            item("coat", .replaceSprite), item("helmet", .replaceSprite, slot: "hat"),
        ]
    )
}()

struct LookChangeTests {
    @Test(arguments: [
        ("cap", ["scarf"], nil, []),
        ("crown", ["scarf", "cap"], nil, ["cap"]),
        ("coat", ["cap"], "robe", ["robe"]),
        ("helmet", ["cap", "scarf"], "robe", ["robe", "cap"]),
        ("cap", ["scarf"], "helmet", ["helmet"]),
        ("cap", ["cap"], nil, []),
        ("robe", [], "robe", []),
    ])
    func `what comes off is given back`(
        item: String,
        worn: [String],
        base: String?,
        off: [String]
    ) throws {
        var look = Look(species: "dog", base: base, overlays: worn)
        #expect(try look.equip(item, in: wardrobe) == off)
        #expect(look.wears(item))
        for id in off { #expect(!look.wears(id)) }
        let isThere = look.unequip(item)
        #expect(isThere && !look.wears(item))
        let isThereStill = look.unequip(item)
        #expect(!isThereStill)
    }

    @Test func `a pet becomes another species, and gives back what that cannot wear`() throws {
        var look = Look(species: "dog", base: "robe", overlays: ["bow", "scarf", "gone"])
        let dropped = try look.become("cat", in: wardrobe)
        #expect(look == Look(species: "cat", overlays: ["scarf"]))
        #expect(
            dropped == [
                .init(id: "robe", reason: .cannotWear), .init(id: "bow", reason: .cannotWear),
                .init(id: "gone", reason: .unknownItem),
            ]
        )
        #expect(throws: ManifestError(.unknownSpecies, "there is no species \"owl\"")) {
            try look.become("owl", in: wardrobe)
        }
        #expect(look == Look(species: "cat", overlays: ["scarf"]))
    }

    @Test func `species and items are found by their ids`() {
        #expect(wardrobe.species("cat")?.art.map(\.asset) == ["cat"])
        #expect(wardrobe.item("crown")?.slot == "hat")
        #expect(wardrobe.species("Cat") == nil && wardrobe.item("dog") == nil)
    }

    @Test func `a wardrobe lists what fits`() {
        #expect(wardrobe.wearableItems(for: Look(species: "dog")).count == 7)
        #expect(
            wardrobe.wearableItems(for: Look(species: "cat")).map(\.id)
                == ["cap", "crown", "scarf", "coat", "helmet"]
        )
        #expect(wardrobe.wearableItems(for: Look(species: "owl")).isEmpty)
    }
}

struct SavedLookTests {
    private func read(_ text: String) throws -> SavedLook {
        try JSONDecoder().decode(SavedLook.self, from: Data(text.utf8))
    }

    @Test func `a save is a look with a version, and a plain look is a save`() throws {
        let look = Look(species: "dog", base: "robe", overlays: ["cap"], axes: ["mood": "sad"])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(SavedLook(look))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"axes":{"mood":"sad"},"base":"robe","overlays":["cap"],"species":"dog","version":1}"#
        )
        #expect(try JSONDecoder().decode(SavedLook.self, from: data).look == look)
        #expect(try JSONDecoder().decode(Look.self, from: data) == look)
        let plain = try encoder.encode(look)
        #expect(try JSONDecoder().decode(SavedLook.self, from: plain).look == look)
        #expect(try read(#"{"species":"dog"}"#).look == Look(species: "dog"))
    }

    @Test func `a save of a newer game is distinguished from a broken one`() {
        let newer = #expect(throws: ManifestError.self) {
            try read(#"{"version":2,"species":{"id":"dog"}}"#)
        }
        #expect(newer?.code == .newerVersion)
        #expect(
            newer?.message == "the saved look has version 2; this reader knows up to 1"
        )
        for text in ["{}", #"{"species":7}"#, #"{"species":"dog","overlays":"cap"}"#, "[]"] {
            #expect(throws: DecodingError.self) { try read(text) }
        }
    }

    @Test func `what is gone is reported, and the rest is worn`() throws {
        let saved = SavedLook(
            Look(
                species: "owl",
                base: "toga",
                overlays: ["cap", "bow", "lost"],
                axes: ["age": "old"]
            )
        )
        let fitting = try saved.restored(in: wardrobe, elseSpecies: "cat")
        #expect(fitting.look == Look(species: "cat", overlays: ["cap"]))
        #expect(
            fitting.dropped.map { "\($0.id): \($0.reason.rawValue)" } == [
                "owl: unknown-species", "age: unknown-axis-value", "toga: unknown-item",
                "bow: cannot-wear", "lost: unknown-item",
            ]
        )
        #expect(fitting.dropped.filter(\.goesBack).map(\.id) == ["bow"])
        // A species that is there stays, whatever would stand in.
        let dog = SavedLook(Look(species: "dog", overlays: ["bow"]))
        #expect(try dog.restored(in: wardrobe, elseSpecies: "cat").look == dog.look)
        for fallback in [nil, "eagle"] {
            #expect(throws: ManifestError.self) {
                try saved.restored(in: wardrobe, elseSpecies: fallback)
            }
        }
    }
}
