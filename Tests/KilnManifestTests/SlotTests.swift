import Foundation
import KilnManifest
import Testing

/// A dog that wears everything, and a cat that wears no bow.
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
    func species(_ id: String) -> Manifest.Species {
        Manifest.Species(
            id: id,
            name: id,
            anchors: [:],
            art: [Manifest.Art(species: id, asset: id, frames: [id])]
        )
    }
    return Manifest(
        generator: .init(name: "kiln", version: "1.0.0"),
        name: "test",
        canvas: .init(width: 16, height: 16),
        axes: [
            .init(name: "mood", values: ["happy", "sad"]),
            .init(name: "sign", values: ["en", "pt"], kind: "locale"),
        ],
        species: [species("dog"), species("cat")],
        items: [
            item("cap", slot: "hat"), item("crown", slot: "hat"), item("beret", slot: "hat"),
            item("red", slot: "pin"), item("blue", slot: "pin"), item("green", slot: "pin"),
            item("bow", on: ["dog"]), item("scarf"),
            item("robe", .replaceSprite), item("helmet", .replaceSprite, slot: "hat"),
            item("odd", slot: "nowhere"), item("even", slot: "nowhere"),
        ],
        slots: [.init(id: "hat", name: "Hat"), .init(id: "pin", name: "Pin", max: 2)]
    )
}()

struct SlotTests {
    private func worn(_ items: [String]) throws -> Look {
        var look = try wardrobe.look(species: "dog")
        for item in items { try look.equip(item, in: wardrobe) }
        return look
    }

    @Test(arguments: [
        (["cap", "crown"], ["crown"]),
        (["cap", "scarf", "crown", "bow", "beret"], ["scarf", "bow", "beret"]),
        (["red", "blue", "green"], ["blue", "green"]),
        (["red", "blue", "red", "green"], ["blue", "green"]),
        // What nothing was said of holds one.
        (["odd", "even"], ["even"]),
    ])
    func `the oldest of a full slot comes off`(items: [String], left: [String]) throws {
        #expect(try worn(items) == Look(species: "dog", overlays: left))
    }

    @Test func `an outfit takes its slot too`() throws {
        #expect(try worn(["cap", "helmet"]) == Look(species: "dog", base: "helmet"))
        #expect(try worn(["helmet", "cap"]) == Look(species: "dog", overlays: ["cap"]))
        #expect(try worn(["cap", "robe"]) == Look(species: "dog", base: "robe", overlays: ["cap"]))
    }

    @Test func `toggling puts on, and takes off again`() throws {
        var look = try worn(["cap", "scarf"])
        #expect(try look.toggle("crown", in: wardrobe))
        #expect(look.overlays == ["scarf", "crown"] && look.wears("crown"))
        #expect(try !look.toggle("scarf", in: wardrobe))
        #expect(try look.toggle("robe", in: wardrobe))
        #expect(try !look.toggle("robe", in: wardrobe))
        #expect(look == Look(species: "dog", overlays: ["crown"]))
        #expect(throws: ManifestError.self) { try look.toggle("gone", in: wardrobe) }
        look.overlays.append("gone")
        // Taking off needs no manifest that knows it.
        #expect(try !look.toggle("gone", in: wardrobe))
        #expect(look == Look(species: "dog", overlays: ["crown"]))
    }
}

struct WearableLookTests {
    private func dropped(_ look: Look) throws -> [String] {
        try wardrobe.wearable(look).dropped.map { "\($0.id): \($0.reason.rawValue)" }
    }

    @Test func `what can be drawn stays as it is`() throws {
        let look = Look(
            species: "dog",
            base: "robe",
            overlays: ["bow", "crown"],
            axes: ["mood": "sad", "sign": "pt-BR"]
        )
        #expect(try wardrobe.wearable(look) == WearableLook(look: look, dropped: []))
    }

    @Test func `a pet that becomes another species loses what that cannot wear`() throws {
        var look = Look(species: "dog", overlays: ["bow", "scarf"])
        look.species = "cat"
        let fitting = try wardrobe.wearable(look)
        #expect(fitting.look == Look(species: "cat", overlays: ["scarf"]))
        #expect(fitting.dropped == [.init(id: "bow", reason: .cannotWear)])
    }

    @Test func `a save of another time loses what is gone, and says why`() throws {
        let look = Look(
            species: "dog",
            base: "gone",
            overlays: ["lost", "scarf", "robe", "scarf", "cap", "crown"],
            axes: ["mood": "angry", "age": "old"]
        )
        let fitting = try wardrobe.wearable(look)
        #expect(fitting.look == Look(species: "dog", overlays: ["scarf", "crown"]))
        #expect(
            try dropped(look) == [
                "age: unknown-axis-value", "mood: unknown-axis-value", "gone: unknown-item",
                "lost: unknown-item", "robe: changed-equip-style", "scarf: worn-twice",
                "cap: slot-full",
            ]
        )
        #expect(try wardrobe.wearable(fitting.look).dropped == [])
    }

    @Test func `an outfit counts as the oldest of its slot`() throws {
        let look = Look(species: "dog", base: "helmet", overlays: ["cap"])
        #expect(try dropped(look) == ["helmet: slot-full"])
        #expect(try dropped(Look(species: "dog", base: "cap")) == ["cap: changed-equip-style"])
    }

    @Test func `without its species nothing of a look can be drawn`() {
        #expect(throws: ManifestError(.unknownSpecies, "there is no species \"owl\"")) {
            try wardrobe.wearable(Look(species: "owl"))
        }
    }
}

struct AdditiveMemberTests {
    @Test func `what no one wrote is not in the file, and files without it are read`() throws {
        let plain = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "t",
            canvas: .init(width: 1, height: 1),
            species: [.init(id: "dog", name: "Dog", anchors: [:], art: [])],
            items: [.init(id: "hat", name: "Hat", equipStyle: .overlay, art: [])],
            looks: [.init(id: "l", look: Look(species: "dog"))]
        )
        let text = String(decoding: try plain.json(), as: UTF8.self)
        for member in ["extras", "slots", "slot"] { #expect(!text.contains("\"\(member)\"")) }
        #expect(try Manifest(json: Data(text.utf8)) == plain)
    }

    @Test func `members of extras are sorted, and read back`() throws {
        var manifest = Manifest(
            generator: .init(name: "kiln", version: "1"),
            name: "t",
            canvas: .init(width: 1, height: 1)
        )
        manifest.extras = ["b": ["z": 1, "a": 9_007_199_254_740_993], "a": []]
        let text = String(decoding: try manifest.json(), as: UTF8.self)
        let places = ["\"a\" : [", "\"b\"", "\"a\" : 9007199254740993", "\"z\""].map {
            text.range(of: $0)?.lowerBound
        }
        let found = places.compactMap(\.self)
        #expect(found.count == 4 && found == found.sorted())
        #expect(try Manifest(json: Data(text.utf8)) == manifest)
    }
}
