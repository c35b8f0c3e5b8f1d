import Catalog
import ChromaKey
import Diagnostics
import KernelTypes
import SheetSlicing
import Testing

/// Reads a catalog that names `tokens.json`, which holds a text.
private func read(
    _ members: String,
    tokens: String
) -> (catalog: Catalog?, diagnostics: [String]) {
    let (catalog, diagnostics) = readCatalog(
        Array(catalog(members).utf8),
        path: "catalog.json"
    ) { (path, _) throws(CatalogFileTrouble) in
        guard path == "design/tokens.json" else { throw CatalogFileTrouble(reason: "not there") }
        return Array(tokens.utf8)
    }
    return (catalog, diagnostics.inReportOrder().map(\.description))
}

private let green = RGB(r: 0x12, g: 0xB8, b: 0x86)

@Suite struct ColorNameTests {
    @Test func `a name stands wherever a color may, be it told before or after`() throws {
        let keep = ##""keep": ["mood.great", "#010203"], "clear": ["mood.great"]"##
        let chroma = ##""chroma": {"key": "screen", \##(keep)}"##
        let names = ##""colors": {"screen": "#FF00FF", "mood": {"great": "#12B886"}}"##
        let sheets = #""sheets": {"*": {"register": {"by": "screen"}}}"#
        for members in [[chroma, names, sheets], [names, sheets, chroma]] {
            let (read, diagnostics) = read(catalog(members.joined(separator: ",")))
            #expect(diagnostics == [])
            let catalog = try #require(read)
            let settings = catalog.chroma.applied(to: KeySettings())
            #expect(settings.key == .color(RGB(r: 255, g: 0, b: 255)))
            #expect(settings.keep == [green, RGB(r: 1, g: 2, b: 3)])
            #expect(settings.clear == [green])
            #expect(
                catalog.sheet(for: "a").value.register?.anchor
                    == .color(RGB(r: 255, g: 0, b: 255))
            )
            #expect(catalog.colors.names == ["screen", "mood.great"])
        }
    }

    @Test func `words of a member win over colors of that name`() throws {
        let (read, diagnostics) = read(
            catalog(##""colors": {"auto": "#FF00FF"}, "chroma": {"key": "auto"}"##)
        )
        #expect(diagnostics == [])
        #expect(read?.chroma.applied(to: KeySettings()).key == .auto)
    }

    @Test func `a file of design tokens gives names, and may hold what is no color`() throws {
        let (read, diagnostics) = read(
            #""chroma": {"keep": ["mood.great", "brand", "far", "srgb", "plain.deep"]}, "colors": "design/tokens.json""#,
            tokens: ##"""
                {"$schema": "x", "mood": {"$type": "color", "$description": "d",
                   "great": {"$value": "#12B886", "$description": "best"}},
                 "brand": {"$value": "{mood.great}", "$type": "color"},
                 "far": "{brand}",
                 "srgb": {"$type": "color",
                   "$value": {"colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": 1}},
                 "space": {"$type": "dimension", "$value": {"value": 4, "unit": "px"}},
                 "font": "Inter", "weights": [1, 2], "glass": "#12B88680", "full": "#12B886FF",
                 "plain": {"deep": "#010203"}}
                """##
        )
        #expect(diagnostics == [])
        let catalog = try #require(read)
        #expect(catalog.colors.file == "design/tokens.json")
        #expect(
            catalog.chroma.applied(to: KeySettings()).keep
                == [green, green, green, RGB(r: 255, g: 128, b: 0), RGB(r: 1, g: 2, b: 3)]
        )
        #expect(
            catalog.colors.names == ["mood.great", "brand", "far", "srgb", "full", "plain.deep"]
        )
    }

    @Test(arguments: [
        (
            #"{"key": "mood.graet"}"#,
            #"""
            catalog.json:2:19: error[unknown-color]: "key" names no color, found "mood.graet", expected a color as #RRGGBB, or "auto", or a name of "colors"
              help: did you mean "mood.great"?
            """#
        ),
        (
            #"{"keep": ["12B886"]}"#,
            #"""
            catalog.json:2:21: error[unknown-color]: "keep" names no color, found "12B886", expected a color as #RRGGBB, or a name of "colors"
              help: write "#12B886"
            """#
        ),
        (
            #"{"keep": ["font"]}"#,
            #"""
            catalog.json:2:21: error[unknown-color]: "keep" names no color, found "font", which is no color as #RRGGBB, expected a color as #RRGGBB, or a name of "colors"
              help: there is only "mood.great"
            """#
        ),
    ])
    func `a name that there is not is reported with the nearest`(chroma: String, reported: String) {
        let (_, diagnostics) = read(
            #""chroma": \#(chroma), "colors": "design/tokens.json""#,
            tokens: ##"{"mood": {"great": "#12B886"}, "font": "Inter"}"##
        )
        #expect(diagnostics == [reported])
    }

    @Test(arguments: [
        (##"{"a": "{b}", "b": "{c}", "c": "{b}"}"##, "leads back to itself, found b -> c -> b"),
        (##"{"a": "{a}"}"##, "leads back to itself, found a -> a"),
        (##"{"a": "{bb}", "bbb": "#000000"}"##, #"help: did you mean "bbb"?"#),
        (##"{"a": "#12b"}"##, ##"help: write "#1122BB""##),
        (##"{"a": {"b": "#000000"}, "a.b": "#000000"}"##, #"there are two colors "a.b""#),
        (##"{"#a": "#000000"}"##, ##"a color cannot be called "#a""##),
        (
            #"{"\#(String(repeating: "g", count: 200))": {"\#(String(repeating: "n", count: 60))": 1}}"#,
            "the name of a color with its groups is too long, expected at most 256 bytes"
        ),
        (
            "{" + (0..<70_000).map { ##""n\##($0)": "#000000""## }.joined(separator: ",") + "}",
            "there are more than 65536 colors"
        ),
        ("[1]", "expected an object of colors by name"), ("{", "error[json-syntax]"),
    ])
    func `mistakes in the file are reported there, once`(tokens: String, fact: String) {
        let (_, diagnostics) = read(#""colors": "design/tokens.json""#, tokens: tokens)
        #expect(diagnostics.count == 1, "\(diagnostics)")
        #expect(diagnostics.first?.hasPrefix("design/tokens.json:") == true)
        #expect(diagnostics.first?.contains(fact) == true, "\(diagnostics)")
    }

    @Test(arguments: [
        (#""colors": "none.json""#, "error[unreadable-colors]", "cannot be read: not there"),
        (#""colors": "../tokens.json""#, "error[unsafe-path]", "leaves the catalog's folder"),
        (#""colors": 3"#, "error[wrong-type]", "the path of a file, or an object"),
        (#""colors": {"a": 3}"#, "error[bad-value]", "another name in braces"),
    ])
    func `a file or an object that cannot be used is an error`(
        members: String,
        id: String,
        fact: String
    ) {
        let (_, diagnostics) = read(members, tokens: "{}")
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.contains(id) == true, "\(diagnostics)")
        #expect(diagnostics.first?.contains(fact) == true, "\(diagnostics)")
    }

    @Test func `one cause is reported for all names that go with it`() throws {
        let members =
            #""colors": "none.json", "chroma": {"key": "screen", "keep": ["a", "b.c"]}"#
        let (_, found) = readCatalog(Array(catalog(members).utf8), path: "catalog.json")
        #expect(found.withholdingConsequences().map(\.id) == ["unreadable-colors"])
        #expect(found.withholdingConsequences().first?.consequences == 3)
        let targets =
            #""colors": "none.json", "targets": [{"id": "a", "kind": "xcassets", "assetCatalog": {"colors": ["brand.*"]}}]"#
        let (_, picked) = readCatalog(Array(catalog(targets).utf8), path: "catalog.json")
        #expect(picked.withholdingConsequences().map(\.id) == ["unreadable-colors"])
    }

    @Test func `a misspelled member still gives its names`() throws {
        let (_, diagnostics) = read(
            catalog(##""colours": {"a": "#010203"}, "chroma": {"key": "a"}"##)
        )
        #expect(diagnostics.map(\.id) == ["unknown-member"])
    }

    @Test func `a long chain of names and a deep one come to an end`() throws {
        let chain = (0..<5000).map { "\"n\($0)\": \"{n\($0 + 1)}\"" }.joined(separator: ",")
        let (catalog, diagnostics) = read(
            #""colors": "design/tokens.json", "chroma": {"key": "n0"}"#,
            tokens: "{\(chain), \"n5000\": \"#12B886\"}"
        )
        #expect(diagnostics == [])
        #expect(catalog?.chroma.applied(to: KeySettings()).key == .color(green))
    }
}
