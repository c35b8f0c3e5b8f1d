import Catalog
import Diagnostics
import KilnManifest
import Testing

/// A dog and a cat, two stages and three moods; `look` is the last line.
private func found(_ look: String) -> (catalog: Catalog?, diagnostics: [Diagnostic]) {
    read(
        catalog(
            #"""
            "species": [{"id": "dog"}, {"id": "cat"}],
            "axes": {"stage": ["baby", "adult"], "mood": ["happy", "sad", "sleepy"]},
            "looks": [\#(look)]
            """#
        )
    )
}

@Suite struct LookSeriesTests {
    @Test func `one entry makes a look for each combination, in order`() throws {
        let (read, diagnostics) = found(
            #"""
            {"id": "plain", "species": "cat"},
            {"id": "<species>-<stage>-<mood>", "overlays": ["hat"], "extras": {"n": 1},
             "each": {"species": "*", "stage": "*", "mood": ["sleepy", "happy"]}},
            {"id": "last", "species": "dog"}
            """#
        )
        #expect(diagnostics == [])
        let looks = try #require(read).looks
        #expect(
            looks.map(\.id) == [
                "plain", "dog-baby-sleepy", "dog-baby-happy", "dog-adult-sleepy",
                "dog-adult-happy", "cat-baby-sleepy", "cat-baby-happy", "cat-adult-sleepy",
                "cat-adult-happy", "last",
            ]
        )
        #expect(looks[6].species == "cat" && looks[6].overlays == ["hat"])
        #expect(looks[6].axes == ["stage": "baby", "mood": "happy"])
        #expect(looks[6].extras == ["n": 1])
    }

    @Test func `species may be said once for all, and other axes too`() throws {
        let (good, none) = found(
            #"{"id": "tired.<stage>", "species": "dog", "axes": {"mood": "sad"}, "each": {"stage": "*"}}"#
        )
        #expect(none == [])
        #expect(try #require(good).looks.map(\.id) == ["tired.baby", "tired.adult"])
        #expect(good?.looks.map(\.species) == ["dog", "dog"])
        #expect(good?.looks[1].axes == ["stage": "adult", "mood": "sad"])
    }

    @Test func `locales are all there are`() throws {
        let (read, diagnostics) = read(
            catalog(
                #"""
                "species": [{"id": "dog"}],
                "axes": {"sign": {"values": ["en", "pt"], "kind": "locale"}},
                "looks": [{"id": "<sign>", "species": "dog", "each": {"sign": ["pt-BR", "en"]}}]
                """#
            )
        )
        #expect(diagnostics == [])
        #expect(read?.looks.map(\.axes) == [["sign": "pt-BR"], ["sign": "en"]])
    }

    @Test func `what has one value need not be in the id`() throws {
        let (read, diagnostics) = found(
            #"{"id": "x", "each": {"species": ["cat"], "mood": ["sad"]}}"#
        )
        #expect(diagnostics == [])
        #expect(read?.looks.map(\.id) == ["x"] && read?.looks[0].axes == ["mood": "sad"])
    }

    @Test(arguments: [
        (
            #"{"id": "<species>", "each": {"species": ["dgo", "owl", "cat"]}}"#,
            [
                """
                catalog.json:4:52: error[unknown-reference]: there is no species "dgo"
                  help: did you mean "dog"?
                """,
                """
                catalog.json:4:59: error[unknown-reference]: there is no species "owl"
                  help: there are "dog", "cat"
                """,
            ]
        ),
        (
            #"{"id": "<species>", "each": {"species": "*", "moood": "*"}}"#,
            [
                """
                catalog.json:4:56: error[unknown-reference]: there is no axis "moood"
                  help: did you mean "mood"?
                """
            ]
        ),
        (
            #"{"id": "<species>", "each": {"species": "*", "mood": ["sad", "hapy"]}}"#,
            [
                """
                catalog.json:4:72: error[unknown-reference]: axis "mood" has no value "hapy"
                  help: did you mean "happy"?
                """
            ]
        ),
        (
            #"{"id": "<species>", "each": {"species": "*", "stage": "*"}}"#,
            [
                """
                catalog.json:4:18: error[bad-value]: "id" does not tell all looks apart, found no <stage>, which has 2 values
                  help: put <stage> into it
                """
            ]
        ),
        (
            #"{"id": "<species>-<stge>", "each": {"species": "*", "stage": "*"}}"#,
            [
                """
                catalog.json:4:18: error[bad-value]: "id" has an unknown placeholder, found <stge>, expected one of <species>, <stage>
                  help: did you mean <stage>?
                """
            ]
        ),
        (
            #"{"id": "<mood>", "species": "dog", "each": {"mood": ["sad", "sad"]}}"#,
            [
                """
                catalog.json:4:18: error[bad-value]: "id" does not tell all looks apart, found "sad" twice
                  help: put something between the placeholders, and list each value once
                """
            ]
        ),
        (
            #"{"id": "<mood> look", "species": "dog", "each": {"mood": "*"}}"#,
            [
                """
                catalog.json:4:18: error[unsafe-id]: the id "happy look" is unsafe in file names, found the character " ", expected at most 64 of A-Z a-z 0-9 _ . -
                  help: saved games keep ids: use one that never has to change, and "name" for people
                """
            ]
        ),
        (
            #"{"id": "<mood", "species": "dog", "each": {"mood": "*"}}"#,
            [
                #"catalog.json:4:18: error[bad-value]: "id" cannot be used, found "<mood", expected an id with <mood>"#
            ]
        ),
        (
            #"{"id": "<species>", "species": "dog", "each": {"species": "*"}}"#,
            [
                """
                catalog.json:4:31: error[bad-value]: "species" is next to "each" and in it, expected one of them
                  help: remove it here, or there
                """
            ]
        ),
        (
            #"{"id": "<mood>", "species": "dog", "axes": {"mood": "sad"}, "each": {"mood": "*"}}"#,
            [
                """
                catalog.json:4:55: error[bad-value]: "mood" is next to "each" and in it, expected one of them
                  help: remove it here, or there
                """
            ]
        ),
        (
            #"{"id": "<mood>", "each": {"mood": "*"}}"#,
            [
                """
                catalog.json:4:11: error[missing-member]: a look lacks the member "species"
                  help: name the species' id, or several under "each"
                """
            ]
        ),
        (
            #"{"id": "<species>", "each": {"specie": ["dog"]}}"#,
            [
                """
                catalog.json:4:40: error[unknown-reference]: there is no axis "specie"
                  help: did you mean "species"?
                """
            ]
        ),
        (
            #"{"id": "<species>", "foreach": {"species": ["dog"]}}"#,
            [
                """
                catalog.json:4:31: error[unknown-member]: a look has no member "foreach"
                  help: did you mean "each"?
                """
            ]
        ),
        (
            #"{"id": "<mood>", "species": "dog"}"#,
            [
                """
                catalog.json:4:18: error[unsafe-id]: the id "<mood>" is unsafe in file names, found the character "<", expected at most 64 of A-Z a-z 0-9 _ . -
                  help: saved games keep ids: use one that never has to change, and "name" for people
                """
            ]
        ),
        (
            #"{"id": "<mood>", "species": "dog", "each": {"mood": "sad"}}"#,
            [
                """
                catalog.json:4:63: error[bad-value]: "mood" cannot be used, found "sad", expected "*" or a list of ids
                  help: write ["sad"]
                """
            ]
        ),
        (
            #"{"id": "x", "species": "dog", "each": {}}"#,
            [
                #"catalog.json:4:49: error[bad-value]: "each" cannot be used, found an object, expected species or axes with their values"#
            ]
        ),
    ])
    func `what cannot be made is reported at its place`(look: String, expected: [String]) {
        #expect(found(look).diagnostics.map(\.description) == expected)
    }

    @Test func `no more looks are made than anybody needs`() throws {
        let values = (0..<101).map { "\"v\($0)\"" }.joined(separator: ", ")
        let axes = "\"axes\": {\"a\": [\(values)], \"b\": [\(values)]},"
        let text = catalog(
            #"""
            "species": [{"id": "dog"}], \#(axes)
            "looks": [
              {"id": "ok-<a>", "species": "dog", "each": {"a": "*"}},
              {"id": "<a>-<b>", "species": "dog", "each": {"a": "*", "b": "*"}}
            ]
            """#
        )
        let (read, diagnostics) = read(text)
        #expect(
            diagnostics.map(\.description) == [
                """
                catalog.json:5:47: error[value-out-of-range]: "each" makes too many looks, found 10102, expected at most 10000 in the whole catalog
                  help: list fewer values
                """
            ]
        )
        #expect(read?.looks.count == 101)
    }
}
