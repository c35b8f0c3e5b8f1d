import Bake
import Catalog
import Diagnostics
import FileStore
import Foundation
import KilnManifest
import TestSupport
import Testing

/// What the example games show for each value of their axes.
struct ExampleChainTests {
    private func load(_ game: String) throws -> LoadedCatalog {
        let path = Repository.file("Examples/\(game)/catalog.json").path
        let (loaded, diagnostics) = try LoadedCatalog.load(path, disk: RealDisk())
        #expect(diagnostics.map(\.description) == [])
        return try #require(loaded)
    }

    private func asset(
        _ image: String,
        _ axes: [String: String],
        in loaded: LoadedCatalog
    ) throws -> String? {
        let resolver = NameResolver(catalog: loaded.catalog, index: loaded.index)
        let image = try #require(loaded.catalog.images.first { $0.id == image })
        return resolver.resolve(.image(image), axes: axes).winner?.name
    }

    /// A mood gives way before a stage does: a sad baby is a baby.
    @Test(arguments: [
        ("cat", "elder", "missing", "cat_elder_missing"),
        ("dog", "baby", "excited", "dog_baby_happy"),
        ("dog", "elder", "missing", "dog_elder_sleepy"),
        ("bunny", "teen", "sleepy", "bunny_child_sleepy"),
        ("bunny", "teen", "focused", "bunny_child_happy"),
        ("bird", "teen", "missing", "bird_child_happy"),
        ("bird", "adult", "focused", "bird_adult_happy"),
        ("bird", "elder", "excited", "bird_adult_excited"),
        ("dragon", "baby", "missing", "dragon_baby_sleepy"),
        ("dragon", "elder", "sleepy", "dragon_elder_happy"),
    ]) func `outku draws every form in every stage and mood`(
        form: String,
        stage: String,
        mood: String,
        expected: String
    ) throws {
        let loaded = try load("outku")
        let resolver = NameResolver(catalog: loaded.catalog, index: loaded.index)
        let species = try #require(loaded.catalog.species(form))
        let found = resolver.resolve(.species(species), axes: ["stage": stage, "mood": mood])
        #expect(found.winner?.name == expected)
    }

    @Test func `outku's stages stand in order, and its moods are called as its app stores them`()
        throws
    {
        let catalog = try load("outku").catalog
        let stages = try #require(catalog.axes.first { $0.name == "stage" })
        #expect(stages.values.map(\.id) == ["baby", "child", "teen", "adult", "elder"])
        let moods = try #require(catalog.axes.first { $0.name == "mood" })
        #expect(
            moods.values.map(\.raw)
                == ["Happy", "Excited", "Focused", "Sleepy", "Missing You"].map { .text($0) }
        )
        #expect(catalog.species.map(\.id) == ["cat", "dog", "bunny", "bird", "dragon"])
        #expect(catalog.items.map(\.id) == ["indoor", "outdoor", "night", "work"])
        #expect(catalog.items.allSatisfy { $0.z < 0 })
    }

    /// What the pack lacks is shown by the pack "classic".
    @Test(arguments: [
        ("classic", "good", "classic_good"), ("paws", "good", "paws_good"),
        ("paws", "missing", "paws_missing"), ("paws", "placeholder", "classic_placeholder"),
        ("weather", "horrible", "weather_horrible"), ("weather", "missing", "classic_missing"),
        ("weather", "placeholder", "classic_placeholder"),
    ]) func `reflect shows each mood in each pack`(
        pack: String,
        mood: String,
        expected: String
    ) throws {
        let loaded = try load("reflect")
        for locale in ["en", "de", "es", "fr", "ja", "ko", "pt-BR"] {
            let axes = ["pack": pack, "mood": mood, "locale": locale]
            #expect(try asset("mood", axes, in: loaded) == expected, "\(locale)")
        }
    }

    @Test(arguments: [
        ("en", "greeting"), ("de", "greeting_de"), ("es", "greeting_es"), ("fr", "greeting_fr"),
        ("ja", "greeting_ja"), ("ko", "greeting_ko"), ("pt-BR", "greeting_pt"),
    ]) func `reflect greets in each language`(locale: String, expected: String) throws {
        #expect(try asset("greeting", ["locale": locale], in: load("reflect")) == expected)
    }

    @Test func `habbit's plant grows with the progress`() throws {
        let loaded = try load("habbit")
        for progress in ["red", "orange", "blue", "green"] {
            let found = try asset("plant", ["progress": progress], in: loaded)
            #expect(found == "plant_\(progress)")
        }
    }
}
