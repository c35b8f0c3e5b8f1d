import Bake
import Foundation
import Raster
import TestSupport
import Testing

/// Art that does not fit the canvas: the finding names the likeliest cause, and mends it when its help
/// is followed.
struct CanvasCauseTests {
    /// Eight figures in cells of a size.
    private func sheet(
        _ cell: Int = 128,
        columns: Int = 4,
        _ color: StraightPixel = StraightPixel(r: 230, g: 120, b: 60)
    ) throws -> StraightImage {
        let size = PixelSize(width: cell * columns, height: cell * (8 / columns))
        var sheet = StraightImage(size: try #require(size))
        for frame in 0..<8 {
            let figure = StraightImage.disc(
                cell,
                cell,
                color,
                filling: 0.8 + 0.01 * Double(frame % 3)
            )
            let corner = PixelPoint(x: frame % columns * cell, y: frame / columns * cell)
            sheet.copy(from: figure, at: corner)
        }
        return sheet
    }

    /// What may be wrong with a game of two pixels per point on a canvas of 64.
    private struct Game {
        var canvas = 64
        var density = 2
        var grid = #"{ "columns": 4, "rows": 2 }"#
        var anchors = #", "anchors": { "head": [32, 40] }"#
        var placement = ""
        var star = ""
        var more = ""
        var pet: StraightImage
        var coat: StraightImage
        var cape: StraightImage

        func findings() async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": \(canvas), "height": \(canvas) }, "sourceDensity": \(density),
                "species": [{ "id": "dog"\(anchors)\(placement) }],
                "items": [
                  { "id": "coat", "equipStyle": "replaceSprite" },
                  { "id": "cape", "equipStyle": "overlay", "key": false, "z": -5 },
                  { "id": "star", "equipStyle": "overlay", "key": false\(star) }
                ],
                "sheets": { \(more) "dog_pet": { "grid": \(grid), "animations": { "idle": { "frames": "0-7" } } },
                            "dog_coat": { "grid": { "columns": 4, "rows": 2 }, "animations": { "idle": { "frames": "0-7" } } } },
                "targets": [{ "id": "game", "scales": [1] }]
                """,
                art: [
                    "dog_pet.png": pet, "dog_coat.png": coat, "overlay_cape.png": cape,
                    "overlay_star.png": .disc(20, 20),
                ]
            ).findings()
        }

        /// The help of the only finding of a check; the others that one change mends go with it.
        func help(_ id: String) async throws -> String {
            let about = try await findings().filter {
                $0.contains("error[\(id)]: ") || $0.contains("warning[\(id)]: ")
            }
            try #require(about.count == 1, "\(about)")
            let lines = about[0].split(separator: "\n  help: ")
            return String(try #require(lines.last))
        }
    }

    private func game() throws -> Game {
        Game(
            star: #", "placement": { "anchor": "head" }"#,
            pet: try sheet(),
            coat: try sheet(128, columns: 4, StraightPixel(r: 40, g: 90, b: 160)),
            cape: .disc(128, 128, StraightPixel(r: 160, g: 30, b: 60))
        )
    }

    @Test func `art that fits the canvas is fine`() async throws {
        expectFindings(try await game().findings(), [])
    }

    @Test func `columns and rows that were exchanged are reported`() async throws {
        var slip = try game()
        slip.grid = #"{ "columns": 2, "rows": 4 }"#
        expectFindings(
            try await slip.findings(),
            [
                """
                game/catalog.json:8:35: error[grid-cuts-figures]: "dog_pet": the grid of 2 columns and 4 rows cuts through figures, found them across 4 of 10 borders, expected 4 columns and 2 rows, which cuts none
                  help: set "grid": {"columns": 4, "rows": 2}
                """
            ]
        )
    }

    @Test func `a pet in a box that is cut in half is reported too`() async throws {
        var slip = try game()
        slip.placement = #", "placement": { "size": [64, 64] }"#
        expectFindings(try await slip.findings(), [])
        slip.grid = #"{ "columns": 2, "rows": 4 }"#
        #expect(
            try await slip.help("grid-cuts-figures")
                == #"set "grid": {"columns": 4, "rows": 2}"#
        )
    }

    @Test func `a sheet that was saved as one row is reported`() async throws {
        var slip = try game()
        slip.placement = #", "placement": { "size": [64, 64] }"#
        slip.pet = try sheet(columns: 8)
        let help = try await slip.help("grid-cuts-figures")
        #expect(help == #"set "grid": {"columns": 8, "rows": 1}"#)
        slip.grid = #"{ "columns": 8, "rows": 1 }"#
        expectFindings(try await slip.findings(), [])
    }

    /// Sheets of 4 x 2 cells of 128 pixels for a canvas of 64 points, cut wrongly; an overlay that fits the
    /// canvas as it is; what the help says, and what follows it.
    @Test(
        arguments: [
            (
                "", 128, #"set "sourceDensity": 2, and "grid": {"columns": 4, "rows": 2} in"#,
                #""sourceDensity": 2,"#, #""grid": {"columns": 4, "rows": 2}"#
            ),
            (
                #""grid": {"columns": 8, "rows": 4}"#, 128,
                #"set "sourceDensity": 2, and "grid": {"columns": 4, "rows": 2} in"#,
                #""sourceDensity": 2,"#, #""grid": {"columns": 4, "rows": 2}"#
            ),
            (
                "", 64, #"set "grid": {"columns": 4, "rows": 2} and "density": 2 in"#,
                "", #""grid": {"columns": 4, "rows": 2}, "density": 2"#
            ),
        ]
    )
    func `one report says how a sheet is cut wrongly and how dense its cells are`(
        cut: String,
        cape: Int,
        help: String,
        density: String,
        rule: String
    ) async throws {
        let art = [
            "dog_pet.png": try sheet(),
            "dog_coat.png": try sheet(128, columns: 4, StraightPixel(r: 40, g: 90, b: 160)),
            "overlay_cape.png": StraightImage.disc(
                cape,
                cape,
                StraightPixel(r: 160, g: 30, b: 60)
            ),
        ]
        func errors(_ density: String, _ rule: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 64, "height": 64 }, \(density)
                "species": [{ "id": "dog" }],
                "items": [{ "id": "coat", "equipStyle": "replaceSprite" },
                          { "id": "cape", "equipStyle": "overlay", "key": false }],
                "sheets": { \(rule.isEmpty ? "" : #""dog_*": { \#(rule) }"#) },
                "targets": [{ "id": "game", "scales": [1] }]
                """,
                art: art
            ).findings().filter { $0.contains(": error[") }
        }
        let found = try await errors("", cut)
        let due = "help: it is a sheet of 8 cells of 128x128 pixels: \(help) its rule of \"sheets\""
        #expect(found.contains { $0.hasSuffix(due) }, "\(found)")
        #expect(
            found.allSatisfy { $0.hasSuffix(due) || $0.contains(density.dropLast()) },
            "\(found)"
        )
        expectFindings(try await errors(density, rule), [])
    }

    @Test func `figures that fill their cells are not cut`() async throws {
        var full = try game()
        full.pet = StraightImage(512, 256) { x, y in
            StraightPixel(r: 200, g: 90, b: UInt8(40 + (x / 128 + y / 128) % 3))
        }
        #expect(
            try await full.findings().contains { $0.contains("grid-cuts-figures") } == false
        )
    }

    @Test(arguments: [1, 3])
    func `a density that all pictures contradict is reported`(density: Int) async throws {
        var slip = try game()
        slip.density = density
        let help = try await slip.help("base-size")
        #expect(help == #"2 pixels make a point: set "sourceDensity": 2"#)
    }

    @Test(arguments: [128, 32])
    func `a canvas that all pictures contradict is reported`(canvas: Int) async throws {
        var slip = try game()
        slip.canvas = canvas
        #expect(
            try await slip.help("base-size")
                == #"set "canvas": {"width": 64, "height": 64}"#
        )
    }

    @Test func `without anchors density and canvas are both named`() async throws {
        var slip = try game()
        slip.star = #", "placement": { "offset": [32, 40] }"#
        slip.anchors = ""
        slip.canvas = 128
        #expect(
            try await slip.help("base-size")
                == #"1 pixel makes a point: set "sourceDensity": 1, or set "canvas": {"width": 64, "height": 64}"#
        )
    }

    /// A star of ten points on a canvas of 64, with anchors and without.
    @Test(arguments: [
        (
            #", "anchors": { "head": [32, 40], "feet": [32, 60] }"#, "where it belongs",
            #""anchor": "head""#
        ),
        ("", "how large it is seen", #""size": [10, 10]"#),
    ])
    func `an overlay that lost its placement is reported, with one that works`(
        anchors: String,
        what: String,
        placement: String
    ) async throws {
        var slip = try game()
        slip.anchors = anchors
        slip.star = ""
        let help = try await slip.help("full-canvas-size")
        #expect(help == "say in its item \(what): \"placement\": { \(placement) }")
        slip.star = ", " + String(help.split(separator: ": ", maxSplits: 1)[1])
        expectFindings(try await slip.findings(), [])
    }

    @Test func `a pet of a size of its own is reported, with a placement that works`() async throws
    {
        func found(_ placement: String) async throws -> [String] {
            try await DrawnGame(
                """
                "canvas": { "width": 160, "height": 160 },
                "species": [{ "id": "dog"\(placement) }],
                "targets": [{ "id": "game" }]
                """,
                art: ["dog_pet.png": .disc(130, 120)]
            ).findings()
        }
        let finding = try #require(try await found("").first)
        let placement = #""placement": { "size": [130, 120] }"#
        let help = "help: say in its species how large it is seen: \(placement)"
        #expect(finding.contains("[base-size]") && finding.hasSuffix(help))
        expectFindings(try await found(", \(placement)"), [])
    }

    @Test func `a full canvas of half its size is reported, with the size to export`() async throws
    {
        var slip = try game()
        slip.cape = .disc(64, 64, StraightPixel(r: 160, g: 30, b: 60))
        #expect(
            try await slip.help("full-canvas-size")
                == #"it is half of the canvas: export it at 128x128 pixels if it is drawn in its place, or else say in its item where it belongs: "placement": { "anchor": "head" }"#
        )
    }

    @Test func `an outfit of smaller cells than the pet's is reported, with the size to export`()
        async throws
    {
        var slip = try game()
        slip.coat = try sheet(116, columns: 4, StraightPixel(r: 40, g: 90, b: 160))
        #expect(
            try await slip.help("base-size")
                == #"export its frames at 128x128 pixels, as those of "dog_pet" are, or say how large it is seen: "placement": {"size": [64, 64]}"#
        )
    }
}
