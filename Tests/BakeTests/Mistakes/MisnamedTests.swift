import Bake
import Diagnostics
import Raster
import TestSupport
import Testing

/// Ids that are misspelled where they are defined, while files and references have the right one.
struct MisnamedTests {
    private static let catalog = #"""
        {
          "catalogVersion": 1,
          "name": "zoo",
          "sources": ["art"],
          "canvas": { "width": 8, "height": 8 },
          "axes": {
            "mood": { "values": ["calm", "happy"], "sparse": true },
            "locale": { "values": ["en", "pt"], "kind": "locale", "sparse": true }
          },
          "naming": {
            "species": ["<species>_<mood>_pet", "<species>_pet"],
            "overlay": ["<species>_pet_overlay_<asset>", "pet_overlay_<asset>"],
            "image": ["<asset>_<locale>", "<asset>"]
          },
          "species": [{ "id": "cat" }, { "id": "dog" }],
          "items": [
            { "id": "hat", "equipStyle": "overlay" },
            { "id": "scarf", "equipStyle": "overlay" }
          ],
          "images": [{ "id": "sign" }],
          "looks": [
            {
              "id": "party", "species": "dog", "overlays": ["hat", "scarf"],
              "axes": { "mood": "happy" }
            }
          ],
          "targets": [{ "id": "game", "kind": "atlas", "scales": [1], "images": ["sign"] }],
          "checks": { "last-fallback": "off" }
        }
        """#

    private func found(_ catalog: String) throws -> [Diagnostic] {
        let disk = MemoryDisk()
        disk.put("game/catalog.json", catalog)
        for name in [
            "cat_pet", "dog_pet", "dog_happy_pet", "pet_overlay_hat", "pet_overlay_scarf",
            "dog_pet_overlay_scarf", "sign_en", "sign_pt",
        ] {
            try disk.put("game/art/\(name).png", StraightImage(drawn: "r"))
        }
        return try LoadedCatalog.load("game/catalog.json", disk: disk).diagnostics
    }

    @Test func `the game without a mistake is clean`() throws {
        #expect(try found(Self.catalog) == [])
    }

    @Test(arguments: [
        (#""id": "hat""#, #""id": "hta""#, "unresolved-item", #"did you mean the id "hat"?"#),
        (#""id": "hat""#, #""id": "-hat""#, "unsafe-id", "saved games keep ids"),
        (#""id": "scarf""#, #""id": "Scarf""#, "unresolved-item", #"did you mean the id "scarf"?"#),
        (#""calm", "happy"]"#, #""calm", "hapy"]"#, "axis-without-art", #"did you mean "happy"?"#),
        (#""id": "sign""#, #""id": "signs""#, "unresolved-image", #"did you mean the id "sign"?"#),
    ]) func `only the definition is reported, and references and files stay`(
        old: String,
        new: String,
        check: String,
        help: String
    ) throws {
        let catalog = Self.catalog.replacing(old, with: new)
        let reported = try found(catalog)
        #expect(reported.map(\.id) == [check], "\(reported)")
        #expect(reported.first?.help?.hasPrefix(help) == true, "\(reported)")
        // `validate --fix` keeps findings that follow from others.
        let all = try DiagnosticList.$keepsMany.withValue(true) { try found(catalog) }
        #expect(all.count > reported.count)
        let plan = FixPlan(all, path: "game/catalog.json", bytes: Array(catalog.utf8))
        #expect(plan.count == 0)
        #expect(plan.text == nil)
        #expect(plan.moves == [])
    }
}
