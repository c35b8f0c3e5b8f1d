import Diagnostics
import Testing

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("hat_starw", ["hat_straw", "hat_top"], "hat_straw"), ("Items", ["items"], "items"),
            ("itmes", ["looks", "items"], "items"), ("x", ["looks"], nil),
            ("items", ["items"], nil),
            ("", ["a"], nil), ("x", ["y"], nil), ("x", ["X"], "X"), ("dgo", ["dog"], "dog"),
            ("abcdef", ["abc"], nil),
        ] as [(String, [String], String?)]
    ) func `the nearest word is meant`(
        _ word: String,
        _ candidates: [String],
        _ expected: String?
    ) {
        #expect(nearestMatch(to: word, in: candidates) == expected)
    }

    /// A name of several words has to be near in each of them.
    @Test(
        arguments: [
            ("pet_overlay_scarf", ["pet_overlay_hat"], nil),
            ("pet_overlay_cap", ["pet_overlay_hat", "pet_overlay_cup"], nil),
            ("pet_overlay_scraf", ["pet_overlay_hat", "pet_overlay_scarf"], "pet_overlay_scarf"),
            ("cat_overaly_hat", ["cat_overlay_hat"], "cat_overlay_hat"),
            ("catoverlay_hat", ["cat_overlay_hat"], "cat_overlay_hat"),
            ("cat_overlay", ["cat_overlay_hat"], nil), ("bunny_pet", ["puppy_pet"], nil),
            ("Cat_robe", ["cat_robes"], "cat_robes"), ("hat", ["hat"], nil),
            ("fox_pet_overlay_leaf", ["dog_pet_overlay_scarf"], nil),
        ] as [(String, [String], String?)]
    )
    func `a misspelled name is near in each of its words`(
        name: String,
        candidates: [String],
        expected: String?
    ) {
        #expect(nearestSpelling(of: name, in: candidates) == expected)
    }

    @Test(
        arguments: [
            ("itmes", ["looks", "items"], "items"), ("dgo", ["dog"], "dog"),
            // Two may be meant, however near one of them is; but for case it is clear.
            ("cat3", ["cat1", "cat2"], nil), ("scarves", ["scarve", "scarvess"], nil),
            ("Cat1", ["cat1", "cat2"], "cat1"), ("Hat", ["hat", "HAT"], nil),
            ("x", ["X"], nil), ("hat", ["hat"], nil), ("wizard", ["dog"], nil),
        ] as [(String, [String], String?)]
    ) func `only a word that can mean one thing is clear`(
        _ word: String,
        _ candidates: [String],
        _ expected: String?
    ) {
        #expect(clearMatch(to: word, in: candidates) == expected)
    }

    @Test func `of several words the nearest pair is meant`() throws {
        let words = ["cat_pet_overlay_hat", "cat_overlay_hat", "hat"]
        let pair = try #require(nearestPair(of: words, and: ["cat_overaly_hat"]))
        #expect(pair.word == "cat_overlay_hat" && pair.candidate == "cat_overaly_hat")
        #expect(nearestPair(of: ["hat"], and: ["wizard"]) == nil)
    }
}
