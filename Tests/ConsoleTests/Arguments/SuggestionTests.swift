import Console
import Testing

@Suite struct SuggestionTests {
    static let words = ["bake", "preview", "validate", "pack", "padding", "page", "json"]

    @Test(
        arguments: [
            ("bkae", "bake"), ("BAKE", "bake"), ("prev", "preview"), ("val", "validate"),
            ("paddings", "padding"), ("jsno", "json"), ("jso", "json"), ("packs", "pack"),
            // Three words begin so, and none is one letter away.
            ("pa", nil),
            ("p", nil), ("", nil), ("slice", nil), ("jj", nil),
        ] as [(String, String?)]
    )
    func `a word near enough is suggested`(text: String, expected: String?) {
        #expect(suggestion(for: text, among: Self.words) == expected)
    }

    @Test func `a choice of one has no suggestion that is the text itself`() {
        #expect(suggestion(for: "x", among: ["y"]) == nil)
    }
}
