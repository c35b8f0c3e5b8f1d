import Catalog
import Diagnostics
import KernelTypes
import Raster
import Testing

/// How catalogs say that colors change.
@Suite struct ColoringTests {
    private func read(_ members: String) -> (catalog: Catalog?, found: [String]) {
        let text = #"{ "catalogVersion": 1, "name": "g", "sources": ["a"], \#(members) }"#
        let read = readCatalog(Array(text.utf8), path: "c.json")
        return (
            read.catalog,
            read.diagnostics.filter { !$0.message.contains("\"canvas\"") }.map(\.description)
        )
    }

    private func coloring(_ members: String) throws -> Coloring {
        let (catalog, found) = read(#""images": [{ "id": "badge", \#(members) }]"#)
        #expect(found == [])
        return try #require(catalog?.images.first).coloring
    }

    @Test func `tints are a color, or an object`() throws {
        #expect(
            try coloring(##""tint": "#102030""##).tint == Tint(color: HexColor(16, 32, 48))
        )
        #expect(
            try coloring(
                ##""tint": { "color": "#102030", "mode": "template", "linear": true }"##
            )
            .tint
                == Tint(color: HexColor(16, 32, 48), mode: .template, isLinear: true)
        )
    }

    @Test func `gradient maps are stops, or an object`() throws {
        let stops = [
            GradientStop(0, HexColor(0, 0, 0)), GradientStop(1, HexColor(255, 0, 0)),
        ]
        let text = ##"[[0, "#000000"], [1, "#FF0000"]]"##
        #expect(try coloring("\"gradientMap\": \(text)").gradientMap == GradientMap(stops: stops))
        #expect(
            try coloring("\"gradientMap\": { \"stops\": \(text), \"linear\": true }").gradientMap
                == GradientMap(stops: stops, isLinear: true)
        )
    }

    @Test func `recolors are colors, colors within a tolerance, or palettes`() throws {
        let swap = ColorPair(HexColor(1, 2, 3), HexColor(4, 5, 6))
        #expect(
            try coloring(##""recolor": { "#010203": "#040506" }"##).recolor
                == Recolor(colors: .pairs([swap]))
        )
        #expect(
            try coloring(
                ##""recolor": { "colors": { "#010203": "#040506" }, "tolerance": 4 }"##
            )
            .recolor == Recolor(colors: .pairs([swap]), tolerance: 4)
        )
        #expect(
            try coloring(#""recolor": { "from": "cream", "to": "sage" }"#).recolor
                == Recolor(colors: .palettes(from: "cream", to: "sage"))
        )
    }

    @Test func `palettes have roles, an order, or an image`() throws {
        let (catalog, found) = read(
            ##"""
            "palettes": {
              "cream": { "background": "#FFF8E7", "accent": "#C08040" },
              "strip": ["#000000", "#FFFFFF"],
              "drawn": { "image": "swatches" }
            }
            """##
        )
        #expect(found == [])
        let palettes = try #require(catalog).palettes
        #expect(palettes.map(\.name) == ["cream", "strip", "drawn"])
        #expect(palettes[0].roles == ["background", "accent"])
        #expect(palettes[0].colors.map(\.description) == ["#FFF8E7", "#C08040"])
        #expect(palettes[1].roles == nil)
        #expect(palettes[1].colors.count == 2)
        #expect(palettes[2].asset == "swatches")
    }

    @Test func `palettes are matched by role, or in order`() throws {
        let (catalog, _) = read(
            ##"""
            "palettes": {
              "cream": { "paper": "#000001", "ink": "#000002" },
              "night": { "ink": "#000004", "paper": "#000003", "more": "#000009" },
              "list": ["#000005", "#000006"]
            }
            """##
        )
        let colors = try #require(catalog)
        func swaps(_ to: String) -> [ColorPair]? {
            colors.swaps(of: Recolor(colors: .palettes(from: "cream", to: to)))
        }
        let (one, two) = (HexColor(0, 0, 1), HexColor(0, 0, 2))
        #expect(
            swaps("night") == [
                ColorPair(one, HexColor(0, 0, 3)), ColorPair(two, HexColor(0, 0, 4)),
            ]
        )
        #expect(
            swaps("list") == [
                ColorPair(one, HexColor(0, 0, 5)), ColorPair(two, HexColor(0, 0, 6)),
            ]
        )
        #expect(swaps("nothing") == nil)
    }

    @Test func `the nearest thing says what a value looks like, and may take it back`() throws {
        let (catalog, found) = read(
            ##"""
            "axes": { "theme": [{ "id": "plain" }, { "id": "sage", "tint": "#00FF00" },
              { "id": "dusk", "tint": "#0000FF" }] },
            "sheets": { "badge": { "tint": "#FF0000", "variants": { "dusk": { "tint": "#888888" } } } },
            "images": [
              { "id": "badge" },
              { "id": "seal", "asset": "badge", "recolor": { "#010203": "#040506" },
                "variants": { "theme=sage": {}, "dusk": { "tint": "#111111" } } }
            ]
            """##
        )
        #expect(found == [])
        let game = try #require(catalog)
        func steps(_ image: Int, _ theme: String) -> [String] {
            game.colorSteps(
                of: .image(game.images[image]),
                asset: "badge",
                values: ["theme": theme]
            )
            .map { "\($0.member) of \($0.origin)" }
        }
        #expect(steps(0, "plain") == ["tint of sheet badge"])
        #expect(steps(0, "sage") == ["tint of sheet badge", "tint of axis theme, value sage"])
        #expect(steps(0, "dusk") == ["tint of sheet badge", "tint of sheet badge for theme dusk"])
        #expect(steps(1, "sage") == ["tint of sheet badge", "recolor of image seal"])
        #expect(
            steps(1, "dusk") == [
                "tint of sheet badge", "recolor of image seal", "tint of image seal for theme dusk",
            ]
        )
        #expect(
            game.coloringValues(of: .image(game.images[1]), asset: "badge")
                == ["theme": ["dusk"]]
        )
    }

    @Test(
        arguments: [
            (
                ##""gradientMap": [[0.5, "#000000"], [0.2, "#FFFFFF"]]"##,
                "a gradient's stops have to ascend, found 0.2 after 0.5"
            ),
            (##""gradientMap": [[0, "#000000"]]"##, "has 1 value, expected 2 to 64"),
            (##""gradientMap": [[0, "#000000"], [2, "#FFFFFF"]]"##, "found 2, expected 0 to 1"),
            (##""gradientMap": [[0, "#000000"], 1]"##, "found a number, expected [place, color]"),
            (##""recolor": { "from": "cream" }"##, "a recolor lacks the member \"to\""),
            (##""recolor": { "#abcdef": "#000000", "#ABCDEF": "#FFFFFF" }"##, "twice"),
            (##""recolor": { "#abc": "#000000" }"##, "expected a color"),
            (##""tint": { "mode": "template" }"##, "a tint lacks the member \"color\""),
            (##""tint": { "color": "#000000", "mode": "screen" }"##, "expected one of multiply"),
            (##""variants": { "mini": { "hue": 3 } }"##, "a variant has no member \"hue\""),
        ]
    )
    func `what cannot be a coloring is reported with its place`(members: String, fact: String) {
        let (_, found) = read(#""images": [{ "id": "badge", \#(members) }]"#)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(fact) == true, "\(found)")
        #expect(found.first?.hasPrefix("c.json:1:") == true, "\(found)")
    }
}
