import Bake
import Diagnostics
import Foundation
import KilnManifest
import Raster
import TestSupport
import Testing

@Suite("Comparisons told")
struct DiffReportTests {
    /// A crown came, the scarf went, and no page is there to compare.
    private func report() throws -> DiffReport {
        var new = SampleGame.manifest
        new.items.removeAll { $0.id == "scarf" }
        new.items.append(
            Manifest.Item(
                id: "\u{1B}crown",
                name: "Crown",
                equipStyle: .overlay,
                art: [.init(species: "dog", asset: "crown", frames: ["crown"])]
            )
        )
        let comparison = try compareBakes(
            ComparedBake(SampleGame.manifest) { _ in nil },
            ComparedBake(new) { _ in nil }
        ) { _ in }
        let picture = StraightImage(drawn: "rr")
        let hat = PictureChange(.frame, "hat", .added, target: "game", scale: 2, new: picture)
        return DiffReport(old: "a", new: "b", comparison, [hat.reported(picture: nil)])
    }

    @Test func `a comparison is reported by section, with a summary at the end`() throws {
        let lines = try diffLines(report(), isColored: false).map(\.text)
        #expect(
            lines == [
                "items",
                #"  added    \u{1b}crown  an overlay"#,
                "                        on dog: crown",
                "  removed  scarf        an overlay",
                "                        on dog: scarf",
                "frames of game",
                "  added    hat  2x1",
                "ids: 1 added, 1 removed; frames: 1 added; 1 frame looks the same",
                "11 frames could not be compared: their pages are not there",
            ]
        )
    }

    @Test func `slots and extras that changed are reported`() throws {
        var (old, new) = (SampleGame.manifest, SampleGame.manifest)
        old.slots = [.init(id: "hat", name: "Hat"), .init(id: "pin", name: "Pin")]
        new.slots = [.init(id: "hat", name: "Hat", max: 2), .init(id: "bow", name: "Bow")]
        new.extras = ["season": 2]
        old.species[0].extras = ["food": ["bone": 1], "rare": false]
        new.species[0].extras = ["food": ["bone": 3], "rare": false]
        new.items[3].slot = "hat"
        old.looks[0].extras = ["price": 3]
        let comparison = try compareBakes(
            ComparedBake(old) { _ in nil },
            ComparedBake(new) { _ in nil }
        ) { _ in }
        let report = DiffReport(old: "a", new: "b", comparison, [])
        let lines = diffLines(report, isColored: false).map(\.text)
        #expect(
            lines.prefix { !$0.hasPrefix("ids:") } == [
                "catalog",
                "  changed  extra season is new",
                "species",
                #"  changed  dog  extra food {"bone":3} instead of {"bone":1}"#,
                "items",
                "  changed  hat  slot hat instead of none",
                "looks",
                "  changed  fine-dog  extra price is gone",
                "slots",
                "  changed  hat  max 2 instead of 1",
                "  added    bow  at most 1",
                "  removed  pin  at most 1",
            ]
        )
    }

    @Test func `machines get kinds and sections as words, and no member without a value`() throws {
        let data = try JSONEncoder().encode(try report())
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let changes = try #require(object["changes"] as? [[String: Any]])
        #expect(changes.map { $0["section"] as? String } == ["items", "items"])
        #expect(changes.map { $0["kind"] as? String } == ["added", "removed"])
        let pictures = try #require(object["pictures"] as? [[String: Any]])
        #expect(Set(pictures[0].keys) == ["frame", "kind", "newSize", "scale", "target"])
        #expect(object["isChanged"] as? Bool == true)
    }
}
