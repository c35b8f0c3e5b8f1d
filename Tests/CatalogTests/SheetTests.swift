import Catalog
import Diagnostics
import Raster
import SheetSlicing
import Testing

/// How sheet rules say that assets are cut, registered and pixelated.
@Suite struct SheetTests {
    private func read(_ rules: String) -> (catalog: Catalog?, found: [String]) {
        let text = #"{ "catalogVersion": 1, "name": "g", "sources": ["a"], "sheets": {\#(rules)} }"#
        let read = readCatalog(Array(text.utf8), path: "c.json")
        return (
            read.catalog,
            read.diagnostics.filter { $0.id != "missing-member" }.map(\.description)
        )
    }

    private func settings(_ members: String) throws -> SheetSettings {
        let (catalog, found) = read("\"dog\": {\(members)}")
        #expect(found == [])
        return try #require(catalog).sheet(for: "dog").value
    }

    @Test func `each way of cutting is read`() throws {
        let grid = GridLayout(columns: 3, rows: 1, order: .columns)
        #expect(
            try settings(#""grid": { "columns": 3, "order": "columns" }"#).cutting
                == .cut(.grid(grid))
        )
        var cell = GridLayout(columns: 1, rows: 1, cellWidth: 32, cellHeight: 48)
        (cell.spacing, cell.count) = (1, 6)
        #expect(
            try settings(#""cell": { "width": 32, "height": 48, "spacing": 1, "count": 6 }"#)
                .cutting
                == .cut(.cell(cell))
        )
        let rect = try #require(PixelRect(x: 4, y: 2, width: 30, height: 40))
        #expect(
            try settings(#""rects": [{ "x": 4, "y": 2, "width": 30, "height": 40 }]"#).cutting
                == .cut(.rects([rect]))
        )
        let islands = IslandSettings(rows: 2, columns: 4, smallest: 30)
        #expect(
            try settings(#""islands": { "rows": 2, "columns": 4, "smallest": 30 }"#).cutting
                == .cut(.islands(islands))
        )
        #expect(try settings(#""auto": true"#).cutting == .cut(.auto(IslandSettings())))
        #expect(
            try settings(#""auto": { "count": 6 }"#).cutting
                == .cut(.auto(IslandSettings(count: 6)))
        )
    }

    @Test(
        arguments: [
            (#""grid": { "columns": 4, "rows": 2 }"#, 8),
            (#""cell": { "width": 8, "height": 8 }"#, nil),
            (#""cell": { "width": 8, "height": 8, "count": 3 }"#, 3),
            (#""rects": [{ "x": 0, "y": 0, "width": 8, "height": 8 }]"#, 1),
            (#""islands": { "rows": 2, "columns": 3 }"#, nil),
            (#""islands": { "count": 5 }"#, 5), (#""auto": true"#, nil),
        ]
    )
    func `the number of frames is known where the catalog says it`(
        members: String,
        count: Int?
    ) throws {
        #expect(try settings(members).cutting?.frameCount == count)
    }

    @Test func `a sheet is cut in one way`() {
        #expect(
            read(#""dog": { "auto": true, "grid": { "columns": 4 } }"#).found == [
                """
                c.json:1:75: error[bad-value]: a sheet has both "grid" and "auto"
                  help: keep one of them
                """
            ]
        )
    }

    @Test func `the way of a narrower rule replaces a wider one's`() throws {
        let rules = #""*": { "grid": { "columns": 4 } }, "dog": { "auto": true }"#
        let sheet = try #require(read(rules).catalog).sheet(for: "dog")
        #expect(sheet.value.cutting == .cut(.auto(IslandSettings())))
        #expect(sheet.value.grid == nil)
        #expect(sheet.origin(of: "auto") == .sheet("dog"))
    }

    @Test func `figures are put on their feet unless more is said`() throws {
        #expect(try settings(#""auto": true"#).registration == SheetRegistration())
        #expect(try settings(#""grid": { "columns": 4 }"#).registration == nil)
        var marked = SheetRegistration()
        marked.anchor = .color(HexColor(r: 255, g: 0, b: 255))
        marked.height = .species
        marked.limits = RegisterLimits(maxDrift: 12, maxTilt: 3.5)
        let members = #"""
            "grid": { "columns": 4 },
            "register": { "by": "#FF00FF", "height": "species", "maxDrift": 12, "maxTilt": 3.5 }
            """#
        #expect(try settings(members).registration == marked)
    }

    @Test(
        arguments: [
            (#""auto""#, Pixelation()), ("6", Pixelation(size: 6)),
            (#"{ "size": 6, "colors": 24 }"#, Pixelation(size: 6, colors: 24)),
            (#"{ "size": "auto", "colors": 24 }"#, Pixelation(colors: 24)),
        ]
    )
    func `pixelation is auto, a size, or more`(value: String, expected: Pixelation) throws {
        #expect(try settings("\"pixelate\": \(value)").pixelation == expected)
    }

    @Test(
        arguments: [
            (#""auto": false"#, #"error[wrong-type]: "auto" has the wrong type, found "#),
            (#""auto": { "columns": 3 }"#, "error[unknown-member]: an automatic cut has no member"),
            (
                #""cell": { "width": 8 }"#,
                "error[missing-member]: a cell lacks the member \"height\""
            ),
            (#""rects": []"#, #"error[value-out-of-range]: "rects" has 0 values"#),
            (
                #""register": { "by": "foot" }"#,
                #"error[bad-value]: "by" cannot be used, found "foot""#
            ),
            (#""pixelate": "big""#, #"error[bad-value]: "pixelate" cannot be used, found "big""#),
            (#""pixelate": 1"#, #"error[value-out-of-range]: "pixelate" is out of range, found 1"#),
        ]
    )
    func `what cannot be meant is reported where it is`(members: String, message: String) {
        let text =
            #"{ "catalogVersion": 1, "name": "g", "sources": ["a"], "sheets": {"dog": {\#(members)}} }"#
        let found = readCatalog(Array(text.utf8), path: "c.json").diagnostics.map(\.description)
        #expect(found.contains { $0.contains(message) && $0.hasPrefix("c.json:1:") }, "\(found)")
    }
}
