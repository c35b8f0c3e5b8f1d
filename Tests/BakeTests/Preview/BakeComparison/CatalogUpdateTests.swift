import Bake
import KilnManifest
import TestSupport
import Testing

/// What a stored catalog has to learn.
struct CatalogUpdateTests {
    private static let old = SampleGame.manifest

    private func changes(
        redrawn: Set<String> = [],
        _ change: (inout Manifest) -> Void
    ) -> [CatalogChange] {
        var new = Self.old
        change(&new)
        return catalogUpdate(from: Self.old, to: new, redrawn: redrawn)
    }

    /// As lines: section, kind, id, whether it is acknowledged, details.
    private func lines(_ changes: [CatalogChange]) -> [String] {
        changes.map { change in
            let known = change.isAcknowledged.map { $0 ? " (retired)" : " (missing)" } ?? ""
            let details =
                change.details.isEmpty ? "" : ": " + change.details.joined(separator: "; ")
            return "\(change.section) \(change.kind) \(change.id)\(known)\(details)"
        }
    }

    @Test func `nothing is to be learned of another packing`() {
        let found = changes { new in
            new.targets[0].frames["hat"]?.x += 3
            new.files = []
            new.generator.version = "9"
        }
        #expect(found == [])
    }

    @Test func `an item is reported with style, slot, assets and extras, before and after`() throws
    {
        let found = changes { new in
            new.items[0].slot = "back"
            new.items[0].extras = ["price": 12]
            new.items.append(
                Manifest.Item(
                    id: "crown",
                    name: "Crown",
                    equipStyle: .overlay,
                    art: [
                        .init(species: "dog", asset: "crown", frames: ["crown"]),
                        .init(species: "dog", axes: ["m": "a"], asset: "crown", frames: ["crown"]),
                        .init(species: "cat", asset: "cat_crown", frames: ["crown"]),
                    ],
                    slot: "head",
                    extras: ["price": 120]
                )
            )
            new.items.removeAll { $0.id == "scarf" }
            new.retired = ["items": ["scarf"]]
        }
        #expect(
            lines(found) == [
                "items changed \(Self.old.items[0].id): slot back instead of none; extra price is new",
                "items added crown", "items retired scarf (retired)",
            ]
        )
        #expect(found[0].old?.slot == nil && found[0].new?.slot == "back")
        #expect(found[0].old?.extras == nil && found[0].new?.extras == ["price": 12])
        let crown = try #require(found[1].new)
        #expect(found[1].old == nil && crown.name == "Crown")
        #expect(crown.equipStyle == "overlay" && crown.slot == "head")
        #expect(crown.assets == ["dog": ["crown"], "cat": ["cat_crown"]])
        #expect(crown.extras == ["price": 120])
        #expect(found[2].new == nil && found[2].old?.equipStyle == "overlay")
    }

    @Test func `an item under a new id is one that went and one that came`() {
        let found = changes { new in new.items[0].id = "gown" }
        #expect(
            lines(found) == ["items added gown", "items retired \(Self.old.items[0].id) (missing)"]
        )
    }

    @Test func `another equip style is acknowledged by the old one`() {
        let item = Self.old.items[0]
        func found(_ retired: [String: [String]]?) -> [Bool?] {
            changes { new in
                new.items[0].equipStyle = item.equipStyle == .overlay ? .replaceSprite : .overlay
                new.retired = retired
            }
            .filter { $0.section == .items }.map(\.isAcknowledged)
        }
        #expect(found(nil) == [false])
        #expect(found(["styles": ["\(item.id)/\(item.equipStyle.rawValue)"]]) == [true])
        #expect(found(["items": [item.id]]) == [false])
    }

    @Test func `species, images, looks, slots and axes come, change and go`() {
        var before = Self.old
        before.species.append(.init(id: "fox", name: "Fox", anchors: ["head": []], art: []))
        before.images = [
            .init(id: "room", name: "Room", frames: ["room"], width: 4, height: 4),
            .init(id: "sky", name: "Sky", frames: ["sky"], width: 4, height: 4),
        ]
        before.looks = [.init(id: "best", look: Look(species: "dog"))]
        before.slots = [.init(id: "head", name: "Head")]
        before.axes = [.init(name: "mood", values: ["calm", "wild"])]
        before.extras = ["season": 1]
        var after = before
        after.species.removeLast()
        after.species[0].anchors = [:]
        after.images?.removeFirst()
        after.images?[0].extras = ["price": 3]
        after.images?.append(.init(id: "sea", name: "Sea", frames: ["sea"], width: 9, height: 4))
        after.looks = []
        after.slots = [.init(id: "head", name: "Head", max: 2)]
        after.axes = [.init(name: "mood", values: ["calm"])]
        after.extras = ["season": 2]
        after.retired = ["any": ["fox", "best"]]
        let anchors = before.species[0].anchors.keys.sorted().map { "anchor \($0) is gone" }
        let dog = anchors.isEmpty ? [] : ["species changed dog: " + anchors.joined(separator: "; ")]
        #expect(
            lines(catalogUpdate(from: before, to: after)) == [
                "catalog changed \(before.name): extra season 2 instead of 1",
                "axes changed mood: value wild is gone", "slots changed head: max 2 instead of 1",
            ] + dog + [
                "species retired fox (retired)", "images changed sky: extra price is new",
                "images added sea", "images retired room (missing)", "looks retired best (retired)",
            ]
        )
    }

    @Test func `animations that lost frames, or are gone, are reported for each pet`() {
        let names = Self.old.species[0].art[0].animations.keys.sorted()
        let id = Self.old.species[0].id
        let found = changes { new in
            for index in new.species[0].art.indices {
                new.species[0].art[index].animations[names[0]]?.frames = [0]
                new.species[0].art[index].animations["roll"] = .init(
                    frames: [0],
                    fps: 9,
                    loop: false
                )
            }
        }
        .filter { $0.section == .animations }
        let count = Self.old.species[0].art[0].animations[names[0]]?.frames.count ?? 0
        #expect(
            lines(found) == [
                "animations changed \(id)/\(names[0]): 1 frame instead of \(count)",
                "animations added \(id)/roll",
            ]
        )
        #expect(found[0].old?.frames == count && found[0].new?.frames == 1)
        #expect(found[1].new?.fps == 9 && found[1].new?.loop == false)
        let gone = changes { new in
            for index in new.species[0].art.indices {
                new.species[0].art[index].animations[names[0]] = nil
            }
            new.retired = ["animations": ["*/\(names[0])"]]
        }
        .filter { $0.section == .animations }
        #expect(lines(gone) == ["animations retired \(id)/\(names[0]) (retired)"])
        // A thing that is gone takes its animations along.
        let pets = changes { $0.species.removeFirst() }
        #expect(!pets.contains { $0.section == .animations && $0.id.hasPrefix("\(id)/") })
    }

    @Test func `what is drawn otherwise has changed`() throws {
        let hat = try #require(Self.old.items.first { $0.id == "hat" })
        let found = changes(redrawn: [hat.art[0].frames[0]]) { _ in }
        #expect(lines(found) == ["items changed hat: drawn otherwise"])
    }
}
