import Catalog
import ChromaKey
import Diagnostics
import Raster
import Testing

@Suite struct SettingsTests {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(
            read(
                CatalogTests.catalog(
                    #"""
                    "chroma": {"threshold": 0.3, "spill": 0.5},
                    "species": [{"id": "dog", "chroma": {"key": "auto"}}, {"id": "cat", "key": true}],
                    "sheets": {
                        "overlay_scarf": {"filter": "nearest"},
                        "overlay_*": {"filter": "area", "chroma": {"smoothing": 0.2}, "density": 2},
                        "plain_*": {"key": false}
                    },
                    "items": [
                        {"id": "scarf", "equipStyle": "overlay", "chroma": {"threshold": 0.2, "preset": "glass"},
                         "placement": {"anchor": "neck", "scale": 2},
                         "perSpecies": {"cat": {"placement": {"scale": 3}, "chroma": {"preset": "solid"},
                                                "key": false, "z": 7, "asset": "shawl"}}},
                        {"id": "hat", "equipStyle": "overlay", "chroma": {"preset": "glass"}, "key": true,
                         "placement": {}},
                        {"id": "coat", "equipStyle": "replaceSprite"}
                    ],
                    "targets": [{"id": "game", "padding": 4}, {"id": "widget"}],
                    "profiles": {"draft": {"targets": ["game"], "settings": {"scales": [1], "effort": "fast"}}}
                    """#
                )
            ).catalog
        )
    }

    private func subject(_ item: String, _ species: String) throws -> ArtSubject {
        .item(try #require(catalog.item(item)), wornBy: try #require(catalog.species(species)))
    }

    @Test func `later layers decide member by member`() throws {
        let dog = catalog.chroma(for: try subject("scarf", "dog"), asset: "overlay_scarf")
        #expect(dog.value.threshold == 0.2)
        #expect(dog.value.smoothing == 0.2)
        #expect(dog.value.spill == 0.5)
        #expect(dog.origin(of: "threshold") == .item("scarf"))
        #expect(dog.origin(of: "smoothing") == .sheet("overlay_*"))
        #expect(dog.origin(of: "spill") == .catalog)
        #expect(dog.origin(of: "mode") == .builtIn)
        #expect(dog.location(of: "spill")?.position == .init(line: 2, column: 39))
        #expect(dog.location(of: "mode") == nil)
    }

    @Test func `keying and mattes take a color, true, false or auto`() throws {
        let (found, findings) = read(
            CatalogTests.catalog(
                #"""
                "chroma": {"matte": "auto"},
                "species": [{"id": "dog", "key": "auto"}, {"id": "cat", "chroma": {"matte": "#FF8000"}}],
                "items": [{"id": "hat", "equipStyle": "overlay", "key": "sometimes",
                           "chroma": {"matte": "pink", "linear": true}}]
                """#
            )
        )
        let catalog = try #require(found)
        let dog = ArtSubject.species(try #require(catalog.species("dog")))
        let cat = ArtSubject.species(try #require(catalog.species("cat")))
        #expect(catalog.keyWish(for: dog, asset: "dog") == (.auto, .species("dog")))
        #expect(catalog.chroma(for: dog, asset: "dog").value.matte == .auto)
        #expect(catalog.chroma(for: cat, asset: "cat").value.matte == .color(RGB(255, 128, 0)))
        #expect(
            findings.map(\.message).sorted() == [
                #""key" has the wrong type, found a string, expected true, false or "auto""#,
                ##""matte" cannot be used, found "pink", expected a color as #RRGGBB, or "auto", or "none""##,
            ]
        )
    }

    @Test func `a preset replaces the threshold of earlier layers only`() throws {
        let hat = catalog.chroma(for: try subject("hat", "dog"), asset: "hat")
        #expect(hat.value.threshold == 0.65)
        #expect(hat.origin(of: "threshold") == .item("hat"))
        let cat = catalog.chroma(for: try subject("scarf", "cat"), asset: "scarf")
        #expect(cat.value.threshold == 0.35)
        #expect(cat.origin(of: "threshold") == .perSpecies(item: "scarf", species: "cat"))
    }

    /// Chroma objects of the catalog and of a hat, and the threshold and smoothing in force.
    @Test(arguments: [
        ("{}", "{}", 0.40, 0.10), (#"{"mode": "gpuimage"}"#, "{}", 0.40, 0.10),
        (#"{"mode": "distance"}"#, "{}", 0.50, 0.08), ("{}", #"{"mode": "distance"}"#, 0.50, 0.08),
        (#"{"mode": "distance"}"#, #"{"mode": "best"}"#, 0.40, 0.10),
        (#"{"mode": "distance"}"#, #"{"threshold": 1.7}"#, 1.7, 0.08),
        (#"{"smoothing": 0.2}"#, #"{"mode": "distance"}"#, 0.50, 0.2),
        (#"{"mode": "distance"}"#, #"{"preset": "glass"}"#, 0.65, 0.08),
    ])
    func `what nobody said is the mode's own`(
        catalogs: String,
        hats: String,
        threshold: Double,
        smoothing: Double
    ) throws {
        let members = """
            "chroma": \(catalogs), "species": [{"id": "dog"}],
            "items": [{"id": "hat", "equipStyle": "overlay", "chroma": \(hats)}]
            """
        let catalog = try #require(read(CatalogTests.catalog(members)).catalog)
        let hat = catalog.chroma(
            for: .item(try #require(catalog.item("hat")), wornBy: catalog.species[0]),
            asset: "hat"
        )
        #expect(hat.value.threshold == threshold)
        #expect(hat.value.smoothing == smoothing)
        let said = (catalogs + hats).contains("smoothing")
        #expect(hat.origin(of: "smoothing") == (said ? .catalog : .builtIn))
    }

    @Test func `a species' settings are for its undressed pet`() throws {
        let dog = try #require(catalog.species("dog"))
        #expect(catalog.chroma(for: .species(dog), asset: "dog").value.key == .auto)
        let worn = catalog.chroma(for: try subject("hat", "dog"), asset: "hat")
        #expect(worn.value.key == .color(HexColor(r: 0, g: 255, b: 0)))
    }

    @Test func `the rule with the exact name is applied last`() {
        let sheet = catalog.sheet(for: "overlay_scarf")
        #expect(sheet.value.filter == .nearest)
        #expect(sheet.value.density == 2)
        #expect(sheet.origin(of: "density") == .sheet("overlay_*"))
    }

    @Test func `overlays are keyed when opaque unless a setting says otherwise`() throws {
        let dog = try #require(catalog.species("dog"))
        let cat = try #require(catalog.species("cat"))
        #expect(
            catalog.keyWish(for: try subject("scarf", "dog"), asset: "scarf") == (
                .whenOpaque, .builtIn
            )
        )
        #expect(
            catalog.keyWish(for: try subject("scarf", "cat"), asset: "scarf")
                == (.never, .perSpecies(item: "scarf", species: "cat"))
        )
        #expect(
            catalog.keyWish(for: try subject("hat", "dog"), asset: "plain_x") == (
                .always, .item("hat")
            )
        )
        #expect(
            catalog.keyWish(for: try subject("scarf", "dog"), asset: "plain_x")
                == (.never, .sheet("plain_*"))
        )
        #expect(
            catalog.keyWish(for: try subject("coat", "dog"), asset: "coat") == (.never, .builtIn)
        )
        #expect(catalog.keyWish(for: .species(dog), asset: "dog") == (.never, .builtIn))
        #expect(catalog.keyWish(for: .species(cat), asset: "cat") == (.always, .species("cat")))
    }

    @Test func `a placement is merged and an empty one still counts`() throws {
        let dog = try #require(catalog.species("dog"))
        let cat = try #require(catalog.species("cat"))
        let scarf = try #require(catalog.item("scarf"))
        #expect(catalog.placement(for: .item(scarf, wornBy: dog), asset: nil)?.value.scale == 2)
        let worn = try #require(catalog.placement(for: .item(scarf, wornBy: cat), asset: nil))
        #expect(worn.value.scale == 3 && worn.value.anchor == "neck")
        #expect(worn.origin(of: "anchor") == .item("scarf"))
        #expect(
            catalog.placement(for: try subject("hat", "dog"), asset: nil)?.value == Placement()
        )
        #expect(catalog.placement(for: try subject("coat", "dog"), asset: nil) == nil)
        #expect(
            catalog.z(of: .item(scarf, wornBy: dog)) == 0
                && catalog.z(of: .item(scarf, wornBy: cat)) == 7
        )
        #expect(catalog.asset(of: scarf, for: cat) == "shawl")
    }

    @Test func `a profile chooses targets and overlays its settings`() throws {
        let draft = try #require(catalog.profiles.first)
        let targets = catalog.laid(draft).targets
        #expect(targets.map(\.id) == ["game"])
        #expect(targets[0].settings.effort == .fast && targets[0].settings.padding == 4)
        #expect(catalog.targets.map(\.id) == ["game", "widget"])
    }

    @Test(
        arguments: [
            ("0", [0]), ("0-3", [0, 1, 2, 3]), ("3-1", [3, 2, 1]), ("0-2,1", [0, 1, 2, 1]),
            (" 0 - 1 , 5", [0, 1, 5]), ("", nil), ("0-", nil), ("-1", nil), ("1,,2", nil),
            ("a", nil),
            ("0-1-2", nil), ("0-4096", nil), ("9999999", nil), ("١", nil),
        ] as [(String, [Int]?)]
    ) func `frame lists are read as artists write them`(_ text: String, _ frames: [Int]?) {
        #expect(FrameList.parse(text) == frames)
    }

    @Test(arguments: [
        ("*_pet", "dog_pet", true), ("*_pet", "dog_pet_x", false), ("*", "", true),
        ("a?c", "abc", true),
        ("a?c", "ac", false), ("*a*b*", "xaayb", true), ("*a*b", "xbya", false),
        ("abc", "abc", true),
        ("abc", "ABC", false), ("**", "x", true), ("?", "ü", true),
    ]) func `globs fit whole names`(_ pattern: String, _ name: String, _ fits: Bool) {
        #expect(Glob(pattern).matches(name) == fits)
    }
}
