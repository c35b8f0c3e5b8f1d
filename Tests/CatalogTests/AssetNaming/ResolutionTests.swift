import Catalog
import Diagnostics
import Testing

/// A catalog with two species and an overlay, unless `members` says otherwise.
func catalog(
    species: String = #"[{"id": "dog"}, {"id": "cat"}]"#,
    items: String = #"[{"id": "hat", "equipStyle": "overlay"}]"#,
    more: String = ""
) throws -> Catalog {
    let text = """
        {"catalogVersion": 1, "name": "t", "canvas": {"width": 64, "height": 64},
        "species": \(species),
        "items": \(items)\(more.isEmpty ? "" : ", " + more)}
        """
    let (catalog, diagnostics) = readCatalog(Array(text.utf8), path: "catalog.json")
    #expect(diagnostics == [])
    return try #require(catalog)
}

@Suite struct ResolutionTests {
    /// Each of the five overlay forms wins in its turn, and shadows those after it.
    @Test(arguments: 0..<5) func `the first template that names an asset wins`(_ level: Int) throws
    {
        let forms = [
            "dog_pet_overlay_hat", "dog_overlay_hat", "pet_overlay_hat", "overlay_hat", "hat",
        ]
        let catalog = try catalog()
        let index = AssetIndex(files: forms[level...].map { "art/\($0).png" })
        let resolver = NameResolver(catalog: catalog, index: index)
        let resolution = resolver.resolve(.item(catalog.items[0], wornBy: catalog.species[0]))
        #expect(resolution.attempts.map(\.name) == forms)
        #expect(resolution.level == level)
        #expect(resolution.winner?.name == forms[level])
        #expect(resolution.shadowed.map(\.name) == Array(forms[(level + 1)...]))
    }

    @Test func `bases and species have templates of their own`() throws {
        let catalog = try catalog(
            species: #"[{"id": "dog"}, {"id": "cat", "asset": "tom"}]"#,
            items: #"""
                [{"id": "wizard", "asset": "robe", "equipStyle": "replaceSprite",
                  "perSpecies": {"cat": {"asset": "gown"}}}]
                """#
        )
        let index = AssetIndex(files: ["dog.png", "tom.png", "pet_robe.png", "cat_gown.png"])
        let resolver = NameResolver(catalog: catalog, index: index)
        let (dog, cat) = (catalog.species[0], catalog.species[1])
        #expect(resolver.resolve(.species(dog)).attempts.map(\.name) == ["dog_pet", "dog"])
        #expect(resolver.resolve(.species(dog)).winner?.name == "dog")
        #expect(resolver.resolve(.species(cat)).attempts.map(\.name) == ["tom"])
        #expect(resolver.resolve(.item(catalog.items[0], wornBy: dog)).winner?.name == "pet_robe")
        #expect(resolver.resolve(.item(catalog.items[0], wornBy: cat)).winner?.name == "cat_gown")
    }

    @Test func `a near miss in case is not a hit`() throws {
        let catalog = try catalog()
        let index = AssetIndex(files: ["Hat.png"])
        let resolution = NameResolver(catalog: catalog, index: index)
            .resolve(.item(catalog.items[0], wornBy: catalog.species[0]))
        #expect(resolution.winner == nil)
        let last = try #require(resolution.attempts.last)
        #expect(last.outcome == .differsInCase(try #require(index["Hat"])))
    }

    @Test func `axes are tried for the wanted value and fall back`() throws {
        let catalog = try catalog(
            more: #"""
                "axes": {"stage": ["baby", "adult"], "mood": ["happy", "sad"], "unused": ["x", "y"]},
                "naming": {"overlay": ["<asset>_<mood>_<stage>", "<asset>_<mood>", "<asset>"],
                           "species": ["<species>"]}
                """#
        )
        let index = AssetIndex(files: ["hat_sad_baby.png", "hat_happy.png", "hat.png"])
        let resolver = NameResolver(catalog: catalog, index: index)
        let winner = { (axes: [String: String]) in
            resolver.resolve(.item(catalog.items[0], wornBy: catalog.species[0]), axes: axes)
                .winner?.name
        }
        #expect(winner([:]) == "hat_happy")
        #expect(winner(["mood": "sad"]) == "hat_sad_baby")
        #expect(winner(["mood": "sad", "stage": "adult"]) == "hat")
        #expect(
            resolver.axisCombinations(for: .item(catalog.items[0], wornBy: catalog.species[0])) == [
                ["stage": "baby", "mood": "happy"], ["stage": "baby", "mood": "sad"],
                ["stage": "adult", "mood": "happy"], ["stage": "adult", "mood": "sad"],
            ]
        )
        #expect(resolver.axisCombinations(for: .species(catalog.species[0])) == [[:]])
        #expect(
            resolver.axisCombinations(
                for: .item(catalog.items[0], wornBy: catalog.species[0]),
                limit: 3
            ).count == 3
        )
    }
}
