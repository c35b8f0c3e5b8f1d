import Bake
import KilnManifest
import Raster
import TestSupport
import Testing

/// Pets in a row over a green screen, as models deliver them: on no grid, on no common line.
private struct PetRow {
    struct Pet {
        /// Of its middle.
        var x: Int
        /// The first row below its feet.
        var foot = 90
        var height = 60
    }

    var pets: [Pet]
    var size = (width: 320, height: 100)
    /// Extra things, as rectangles.
    var specks: [(x: Int, y: Int, side: Int)] = []

    static let even = PetRow(pets: [Pet(x: 50), Pet(x: 160), Pet(x: 270)])
    static let jittered = PetRow(
        pets: [Pet(x: 44), Pet(x: 171, foot: 84, height: 56), Pet(x: 262, foot: 94, height: 64)]
    )

    /// Straight edges, so that boxes are known to the pixel.
    var image: StraightImage {
        StraightImage(size.width, size.height) { x, y in
            for speck in specks
            where (speck.x..<speck.x + speck.side).contains(x)
                && (speck.y..<speck.y + speck.side).contains(y)
            { return StraightPixel(r: 200, g: 40, b: 60) }
            for pet in pets where (pet.foot - pet.height..<pet.foot).contains(y) {
                let across = abs(x - pet.x)
                let isLeg = y >= pet.foot - 10
                if isLeg ? (6..<14).contains(across) : across < 20 {
                    return StraightPixel(r: 210, g: UInt8(90 + (y - pet.foot + 90) / 2), b: 60)
                }
            }
            return StraightPixel(r: 0, g: 255, b: 0)
        }
    }
}

private func game(
    _ row: PetRow = .jittered,
    rule: String = #""auto": { "count": 3 }, "animations": { "idle": {} }"#,
    isKeyed: Bool = true,
    species: String = "",
    members: String = "",
    more: [String: StraightImage] = [:]
) throws -> DrawnGame {
    try DrawnGame(
        """
        "canvas": { "width": 80, "height": 100 },
        "species": [
          { "id": "dog", "placement": { "offset": [40, 95], "pivot": [0.5, 1] } \(species) }
        ],
        "sheets": { "dog_*": { "key": \(isKeyed), "chroma": { "mode": "fast" }, \(rule) } },
        \(members)
        "targets": [{ "id": "game", "scales": [1] }]
        """,
        art: more.merging(["dog_pet.png": row.image]) { own, _ in own }
    )
}

private let look = Look(species: "dog")

/// Whether a bake that looks at no picture writes anything.
private func isBaked(_ game: DrawnGame) async throws -> Bool {
    var request = BakeRequest(output: "out", jobs: 2)
    request.checksPictures = false
    return try await bake(catalogAt: "game/catalog.json", request, disk: game.disk).summary != nil
}

/// Sheets that are cut in other ways than by a grid.
struct CutSheetTests {
    private func boxes(_ game: DrawnGame, frames: Int) async throws -> [PixelRect] {
        var boxes: [PixelRect] = []
        for frame in 0..<frames {
            let shown = try await game.preview(look, animation: "idle", frame: frame)
            boxes.append(try #require(shown.opaqueBounds(above: 127)))
        }
        return boxes
    }

    @Test func `a row on no grid becomes an animation on one line`() async throws {
        let game = try game()
        expectFindings(try await game.findings(), [])
        let baked = try await game.baked()
        let art = baked.manifest.species[0].art[0]
        #expect(art.frames == ["dog_pet/0", "dog_pet/1", "dog_pet/2"])
        #expect(art.animations["idle"]?.frames == [0, 1, 2])
        let boxes = try await boxes(game, frames: 3)
        #expect(Set(boxes.map(\.maxY)).count == 1, "\(boxes)")
        #expect(Set(boxes.map { 2 * $0.x + $0.width }).count == 1, "\(boxes)")
        #expect(boxes[2].height > boxes[1].height)
        for frame in 0..<3 {
            let shown = try await game.preview(look, animation: "idle", frame: frame)
            #expect(try baked.drawn(look, animation: "idle", frame: frame) == shown)
        }
    }

    /// A cat of sixteen by sixteen.
    private static let cat = StraightImage(
        drawn:
            "..##......##....",
        ".#yy#....#yy#...",
        ".#yryy##yyry#...",
        ".#yyyyyyyyyy#...",
        "#yyyyyyyyyyyy#..",
        "#yw#yyyyyyw#y#..",
        "#y##yyyyyy##y#..",
        "#yyyyyrryyyyy#..",
        ".#yyy#yy#yyy#...",
        "..##yy##yy##..#.",
        "..#yyyyyyyy#.#y#",
        ".#yyywwwwyyy##y#",
        ".#yywwwwwwyy#yy#",
        ".#yywwwwwwyyyy#.",
        "..#yy#yy#yy#....",
        "..####..####...."
    )

    /// The same with its eyes shut.
    private static let blinking = StraightImage(16, 16) { x, y in cat[x, y == 5 ? 4 : y] }

    /// Both in blocks of so many pixels.
    private func cats(_ block: Int) -> StraightImage {
        StraightImage(300, 120) { x, y in
            for (cat, left, top) in [(Self.cat, 11, 13), (Self.blinking, 160, 9)]
            where x >= left && y >= top {
                let (column, row) = ((x - left) / block, (y - top) / block)
                if column < 16, row < 16 { return cat[column, row] }
            }
            return .clear
        }
    }

    @Test(arguments: [#""auto""#, "6", #"{ "size": "auto", "colors": 5 }"#])
    func `blocks that stand for pixels are pixels of the game`(pixelate: String) async throws {
        let game = try game(
            rule:
                #""auto": { "count": 2 }, "pixelate": \#(pixelate), "animations": { "idle": {} }"#,
            isKeyed: false,
            more: ["dog_pet.png": cats(6)]
        )
        expectFindings(try await game.findings(), [])
        for (frame, cat) in [Self.cat, Self.blinking].enumerated() {
            let shown = try await game.preview(look, animation: "idle", frame: frame)
            let box = try #require(shown.opaqueBounds())
            #expect(shown.cropped(to: box) == cat)
        }
    }

    @Test func `art without blocks keeps its pixels and is reported`() async throws {
        let game = try game(
            rule: #""auto": { "count": 2 }, "pixelate": "auto", "animations": { "idle": {} }"#,
            isKeyed: false,
            more: ["dog_pet.png": cats(1)]
        )
        expectFindings(
            try await game.findings(),
            [
                """
                game/art/dog_pet.png: warning[no-blocks]: no pixel grid was found, so the picture stays as it is
                  help: say how large they are, such as "pixelate": 6, or leave out "pixelate"
                """
            ]
        )
    }

    @Test(
        arguments: [
            (#""cell": { "width": 110, "height": 100 }"#, 2),
            (#""cell": { "width": 100, "height": 90, "margin": 5, "spacing": 5, "count": 2 }"#, 2),
            (#""grid": { "columns": 2, "rows": 2, "order": "columns" }"#, 4),
            (
                #""rects": [{ "x": 0, "y": 0, "width": 100, "height": 100 }, { "x": 110, "y": 20, "width": 90, "height": 80 }]"#,
                2
            ),
        ]
    )
    func `cells, rectangles and columns are cut as they are said`(
        rule: String,
        count: Int
    ) async throws {
        let game = try game(.even, rule: rule)
        #expect(try await game.baked().manifest.species[0].art[0].frames.count == count)
    }

    @Test func `figures are made equally high on demand`() async throws {
        let game = try game(
            rule: #"""
                "auto": { "count": 3 }, "register": { "height": "animation" },
                "animations": { "idle": {} }
                """#
        )
        let heights = try await boxes(game, frames: 3).map(\.height)
        let (least, most) = (try #require(heights.min()), try #require(heights.max()))
        #expect(most - least <= 1, "\(heights)")
    }

    /// A sitting row that was generated smaller than the standing one.
    @Test func `all sheets of a species come to one height`() async throws {
        var sitting = PetRow.even
        for index in sitting.pets.indices { sitting.pets[index].height = 40 }
        let rule = #"""
            "auto": true, "register": { "height": "species" }, "animations": { "idle": {} }
            """#
        let game = try game(
            .even,
            rule: rule,
            members: #""items": [{ "id": "robe", "equipStyle": "replaceSprite" }],"#,
            more: ["dog_robe.png": sitting.image]
        )
        func height(_ look: Look) async throws -> Int {
            try #require(try await game.preview(look, animation: "idle").opaqueBounds(above: 127))
                .height
        }
        let (bare, dressed) = (
            try await height(look), try await height(Look(species: "dog", base: "robe"))
        )
        #expect(abs(bare - dressed) <= 1, "\(bare) \(dressed)")
    }

    @Test func `pixels of sheets with one height stay whole`() async throws {
        let rule = #"""
            "auto": { "count": 2 }, "pixelate": "auto", "register": { "height": "species" },
            "animations": { "idle": {} }
            """#
        let game = try game(
            rule: rule,
            isKeyed: false,
            members: #""items": [{ "id": "robe", "equipStyle": "replaceSprite" }],"#,
            more: ["dog_pet.png": cats(6), "dog_robe.png": cats(5)]
        )
        for look in [look, Look(species: "dog", base: "robe")] {
            let shown = try await game.preview(look, animation: "idle")
            #expect(shown.cropped(to: try #require(shown.opaqueBounds())) == Self.cat)
        }
    }

    @Test func `what was found is noted until the catalog says it`() async throws {
        let reported = try await game(rule: #""auto": true"#).findings()
        #expect(reported.count == 1)
        #expect(
            reported.first?.hasPrefix(
                "game/art/dog_pet.png: note[sheet-cut]: found 3 figures in 1 row, "
            )
                == true
        )
    }

    @Test func `another number of figures than expected is an error with boxes`() async throws {
        let game = try game(rule: #""islands": { "count": 4 }"#)
        let reported = try await game.findings()
        #expect(reported.count == 1)
        let text =
            "game/art/dog_pet.png: error[figure-count]: the sheet shows another number of figures, found 3: 39x60+25+30, "
        #expect(reported.first?.hasPrefix(text) == true, "\(reported)")
        #expect(reported.first?.contains("expected 4") == true)
        #expect(try await !isBaked(game))
    }

    @Test func `an opaque sheet cannot be cut by its figures`() async throws {
        let reported = try await game(rule: #""auto": true"#, isKeyed: false).findings()
        #expect(
            reported.contains {
                $0.contains("warning[unsure-cut]: no figures can be distinguished")
            }
        )
    }

    @Test func `specks that belong to no figure are left out, and reported`() async throws {
        var row = PetRow.even
        row.specks = [(x: 214, y: 4, side: 3)]
        let reported = try await game(row, rule: #""islands": { "count": 3, "smallest": 40 }"#)
            .findings()
        #expect(
            reported == [
                """
                game/art/dog_pet.png: note[dropped-debris]: what belongs to no figure was left out, found 1 speck: 3x3+214+4
                  help: erase it, or say with "smallest" of "islands" what is large enough
                """
            ]
        )
    }

    @Test func `frames beyond a limit are reported with what was measured`() async throws {
        var row = PetRow(pets: [40, 100, 160, 220, 280].map { PetRow.Pet(x: $0) })
        row.pets[3].foot = 78
        let reported = try await game(
            row,
            rule: #""auto": { "count": 5 }, "register": { "maxDrift": 6 }"#
        )
        .findings()
        #expect(
            reported.contains {
                $0.hasPrefix(
                    "game/art/dog_pet.png: warning[register-limit]: frame 3 stands apart from the others' places, found it 12"
                )
            },
            "\(reported)"
        )
    }
}

/// What depends on how many frames a sheet has, where only its picture shows it.
struct OpenFrameCountTests {
    private let open = #""auto": true, "checks": { "sheet-cut": "off" }"#

    @Test func `an animation without frames plays all, others name those that are there`()
        async throws
    {
        let rule = open + #", "animations": { "idle": {}, "wave": { "frames": "1-2" } }"#
        let game = try game(rule: rule)
        expectFindings(try await game.findings(), [])
        #expect(
            try await game.baked().manifest.species[0].art[0].animations.mapValues(\.frames)
                == ["idle": [0, 1, 2], "wave": [1, 2]]
        )
    }

    @Test func `frames that were not found are an error, whatever is checked else`() async throws {
        let game = try game(rule: open + #", "animations": { "idle": { "frames": "0-3" } }"#)
        let reported = try await game.findings()
        #expect(reported.count == 1)
        #expect(
            reported.first?.contains(
                "error[frame-out-of-range]: animation \"idle\" of asset \"dog_pet\" has no frame 3, found frames 0 to 2"
            ) == true,
            "\(reported)"
        )
        #expect(try await !isBaked(game))
        // Previews show what there is.
        _ = try await game.preview(look, animation: "idle", frame: 3)
    }

    @Test func `durations, anchors and overlays have to fit the frames`() async throws {
        let durations = try await game(
            rule: open + #", "animations": { "idle": { "durations": [100, 100] } }"#
        )
        .findings()
        #expect(durations.count == 1 && durations[0].contains("error[duration-count]"))
        let anchors = try await game(
            rule: open,
            species: #", "anchors": { "head": [[40, 10], [40, 12]] }"#
        )
        .findings()
        #expect(
            anchors.count == 1 && anchors[0].contains("error[anchor-frame-count]"),
            "\(anchors)"
        )
    }

    @Test func `an overlay advances with a pet whose frames are counted late`() async throws {
        let strip = StraightImage(48, 12) { x, _ in
            x % 24 < 20 ? StraightPixel(r: 40, g: 40, b: 200) : .clear
        }
        let hat =
            #""items": [{ "id": "hat", "equipStyle": "overlay", "key": false, "placement": {} }],"#
        let game = try DrawnGame(
            """
            "canvas": { "width": 80, "height": 100 },
            "species": [{ "id": "dog", "placement": {} }],
            \(hat)
            "sheets": { "dog_pet": { "key": true, \(open) }, "overlay_hat": { "grid": { "columns": 2 } } },
            "targets": [{ "id": "game", "scales": [1] }]
            """,
            art: ["dog_pet.png": PetRow.jittered.image, "overlay_hat.png": strip]
        )
        let reported = try await game.findings()
        #expect(
            reported.contains {
                $0.contains(
                    "error[frame-count]: overlay \"overlay_hat\" cannot advance with \"dog_pet\", found 2 frames, expected 1 or 3"
                )
            },
            "\(reported)"
        )
    }
}
