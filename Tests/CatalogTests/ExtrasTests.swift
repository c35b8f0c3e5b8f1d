import Catalog
import Diagnostics
import KilnManifest
import Testing

private func nested(_ levels: Int) -> String {
    String(repeating: #"{"a": "#, count: levels) + "1" + String(repeating: "}", count: levels)
}

@Suite struct ExtrasTests {
    @Test func `any object is kept as it is, on the catalog and all that has an id`() throws {
        let (found, diagnostics) = read(
            catalog(
                #"""
                "extras": {"season": null},
                "slots": {"hat": {"extras": {"icon": "hat.png"}}},
                "species": [{"id": "dog", "extras": {"likes": ["bones", {"more": true}]}}],
                "items": [{"id": "cap", "equipStyle": "overlay", "slot": "hat", "extras": {}}],
                "looks": [{"id": "plain", "species": "dog", "extras": {"price": -1.5}}]
                """#
            )
        )
        #expect(diagnostics == [])
        let catalog = try #require(found)
        #expect(catalog.extras == ["season": .null])
        #expect(catalog.slots.map(\.extras) == [["icon": "hat.png"]])
        #expect(catalog.species[0].extras == ["likes": ["bones", ["more": true]]])
        #expect(catalog.items[0].extras == [:])
        #expect(catalog.looks[0].extras == ["price": -1.5])
    }

    @Test(arguments: [
        ("9007199254740993", ManifestValue.integer(9_007_199_254_740_993)),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("2.0", 2), ("1e3", 1000), ("1e18", 1_000_000_000_000_000_000), ("-0", 0),
        ("0.1", .number(0.1)), ("1e300", .number(1e300)),
    ])
    func `integers of 64 bits keep all their digits`(text: String, value: ManifestValue) throws {
        let (found, diagnostics) = read(catalog(#""extras": {"n": \#(text)}"#))
        #expect(diagnostics == [])
        #expect(found?.extras == ["n": value])
    }

    @Test(arguments: [
        (
            "[]",
            #"catalog.json:2:11: error[wrong-type]: "extras" has the wrong type, found an array, expected an object"#
        ),
        (
            #"{"n": 9223372036854775808}"#,
            #"""
            catalog.json:2:17: error[value-out-of-range]: "n" is out of range, found 9223372036854775808, expected -9223372036854775808 to 9223372036854775807
              help: write longer numbers as a string: "9223372036854775808"
            """#
        ),
        (
            nested(17),
            #"catalog.json:2:107: error[value-out-of-range]: "a" is nested too deep, expected at most 16 levels"#
        ),
        (
            #"{"a": "\#(String(repeating: "x", count: 65_536))"}"#,
            #"""
            catalog.json:2:11: error[value-out-of-range]: "extras" is too large, found 65545 bytes of text, expected at most 65536
              help: keep large data in a file of its own, and name it here
            """#
        ),
    ])
    func `what cannot be kept is reported`(text: String, expected: String) {
        let (_, diagnostics) = read(catalog(#""extras": \#(text)"#))
        #expect(diagnostics.map(\.description) == [expected])
    }

    @Test func `16 levels are no trouble`() {
        let (_, diagnostics) = read(catalog(#""extras": \#(nested(16))"#))
        #expect(diagnostics == [])
    }
}
