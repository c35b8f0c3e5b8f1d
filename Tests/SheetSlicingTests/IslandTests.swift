import Raster
import SheetSlicing
import TestSupport
import Testing

struct IslandTests {
    private func boxes(
        _ sheet: StraightImage,
        _ settings: IslandSettings = IslandSettings(smallest: 1)
    ) throws -> [String] {
        try cutSheet(sheet, .islands(settings)).frames.map(\.box.description)
    }

    @Test func `figures come in reading order, details with the nearest`() throws {
        let sheet = StraightImage(
            drawn:
                "............",
            ".####..rrrr.",
            ".####..rrrr.",
            ".####..rrrr.",
            "............",
            "............",
            "..yyyy......",
            "..yyyy......",
            "..yyyy.l...."
        )
        #expect(try boxes(sheet) == ["4x3+1+1", "4x3+7+1", "6x3+2+6"])
        let columns = IslandSettings(smallest: 1, order: .columns)
        #expect(try boxes(sheet, columns) == ["4x3+1+1", "6x3+2+6", "4x3+7+1"])
    }

    @Test func `an empty sheet has no figures`() {
        let error = #expect(throws: SlicingError.self) {
            try boxes(StraightImage(drawn: "...", "..."))
        }
        #expect(error == .nothingFound)
    }

    @Test func `a neighbor that reaches into the box does not come along`() throws {
        let sheet = StraightImage(
            drawn:
                "####.....",
            "#.....rrr",
            "#..rrrrrr",
            "#.....rrr",
            "####..rrr"
        )
        let cut = try cutSheet(sheet, .islands(IslandSettings(smallest: 1)))
        #expect(cut.frames.map(\.box.description) == ["4x5+0+0", "6x4+3+1"])
        #expect(
            cut.frames[0].picture(from: sheet)
                == StraightImage(drawn: "####", "#...", "#...", "#...", "####")
        )
        #expect(cut.frames[1].picture(from: sheet)[0, 3] == .clear)
    }

    @Test func `figures that touch are parted at their waist when a count says so`() throws {
        let sheet = StraightImage(
            drawn:
                ".####...rrrr..",
            ".####...rrrr..",
            ".####...rrrr..",
            ".#####rrrrrr..",
            ".####...rrrr.."
        )
        #expect(try boxes(sheet) == ["11x5+1+0"])
        let parted = try boxes(sheet, IslandSettings(count: 2, smallest: 1))
        #expect(parted == ["5x5+1+0", "6x5+6+0"])
    }

    @Test func `one figure is not cut in two to please a count`() {
        let sheet = StraightImage(drawn: "....", "####", "####", "####", "####")
        let error = #expect(throws: SlicingError.self) {
            try boxes(sheet, IslandSettings(count: 2, smallest: 1))
        }
        #expect("\(error, default: "")" == "found 1 figure, expected 2: 4x4+0+1")
    }

    @Test func `a figure too few is reported, and no other is halved for it`() {
        let sheet = StraightImage(drawn: "####.####", "####.####", "####.####")
        let error = #expect(throws: SlicingError.self) {
            try boxes(sheet, IslandSettings(count: 3, smallest: 1))
        }
        #expect("\(error, default: "")" == "found 2 figures, expected 3: 4x3+0+0, 4x3+5+0")
    }

    @Test func `figures that touch along whole edges are parted evenly to reach a count`() throws {
        let sheet = StraightImage(
            drawn:
                "############.",
            "############.",
            "############.",
            "############."
        )
        let cut = try cutSheet(sheet, .islands(IslandSettings(count: 3, smallest: 1)))
        #expect(cut.frames.map(\.box.description) == ["4x4+0+0", "4x4+4+0", "4x4+8+0"])
        #expect(cut.notes == [.partedEvenly(cut.frames.map(\.box))])
        #expect(cut.confidence < 0.5)
    }

    @Test func `a sheet that no one keyed is not parted evenly`() {
        let sheet = StraightImage(drawn: "#########", "#########", "#########")
        #expect(throws: SlicingError.self) {
            try boxes(sheet, IslandSettings(count: 3, smallest: 1))
        }
    }

    @Test func `the border between figures that touch goes where colors change`() throws {
        let sheet = StraightImage(
            drawn:
                "#####rrrrrrr.",
            "#####rrrrrrr.",
            "#####rrrrrrr.",
            "#####rrrrrrr.",
            "#####rrrrrrr."
        )
        let found = try boxes(sheet, IslandSettings(count: 2, smallest: 1))
        #expect(found == ["5x5+0+0", "7x5+5+0"])
    }

    @Test func `a figure alone stays one next to others that touch`() throws {
        let sheet = StraightImage(
            drawn:
                "####..####.####.####",
            "####..####.####.####",
            "####..##############",
            "####..####.####.####",
            "####..####.####.####"
        )
        let found = try boxes(sheet, IslandSettings(count: 4, smallest: 1))
        #expect(found.count == 4)
        #expect(found.first == "4x5+0+0")
    }

    @Test func `dirt is dropped and reported`() throws {
        let sheet = StraightImage(
            drawn:
                "#####....r",
            "#####.....",
            "#####.....",
            "#####....."
        )
        let cut = try cutSheet(sheet, .islands(IslandSettings()))
        #expect(cut.frames.map(\.box.description) == ["5x4+0+0"])
        #expect(cut.dropped.map(\.description) == ["1x1+9+0"])
    }

    @Test func `a small spark stays where a dot of the same weight is dirt`() throws {
        let body = String(repeating: "#", count: 60)
        let clear = String(repeating: ".", count: 60)
        func withDetail(_ rows: [String]) -> StraightImage {
            let detail = rows.map { "..." + $0 + String(repeating: ".", count: 57 - $0.count) }
            return StraightImage(
                rows: detail + [clear, clear] + [String](repeating: body, count: 60)
            )
        }
        let spark = withDetail(["..l...", "..l...", "llllll", "..l...", "..l..."])
        let dot = withDetail(["lll", "lll", "lll"])
        let kept = try cutSheet(spark, .islands(IslandSettings()))
        #expect(kept.frames.map(\.box.description) == ["60x67+0+0"])
        #expect(kept.dropped.isEmpty)
        let cleaned = try cutSheet(dot, .islands(IslandSettings()))
        #expect(cleaned.frames.map(\.box.description) == ["60x60+0+5"])
        #expect(cleaned.dropped.map(\.description) == ["3x3+3+0"])
    }

    @Test(arguments: [
        IslandSettings(count: 0), IslandSettings(count: 1, rows: 2),
        IslandSettings(count: 9, rows: 2, columns: 4),
    ])
    func `impossible expectations are refused`(settings: IslandSettings) {
        #expect(throws: SlicingError.self) { try boxes(StraightImage(drawn: "#"), settings) }
    }

    @Test func `gutters make a grid, figures that wander do not`() throws {
        let even = StraightImage(drawn: "......", ".#..#.", ".#..#.")
        let cut = try cutSheet(even, .auto(IslandSettings(smallest: 1)))
        #expect(cut.method == .gutters)
        #expect(cut.frames.map(\.box.description) == ["3x3+0+0", "3x3+3+0"])
        let uneven = StraightImage(drawn: "......", ".#...#", ".#...#")
        #expect(try cutSheet(uneven, .auto(IslandSettings(smallest: 1))).method == .islands)
    }
}
