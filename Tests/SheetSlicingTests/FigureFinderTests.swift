import Raster
import SheetSlicing
import TestSupport
import Testing

struct FigureFinderTests {
    @Test func `figures come in reading order, sparks with the nearest`() {
        let sheet = StraightImage(
            drawn:
                "............",
            ".###...rrr..",
            ".###...rrr.b",
            ".###...rrr..",
            "............",
            "............",
            "..yyy.......",
            "..yyy.......",
            "..yyy..l...."
        )
        #expect(
            findFigures(on: sheet, smallest: 0.5).map(\.description)
                == ["3x3+1+1", "5x3+7+1", "6x3+2+6"]
        )
    }

    @Test func `parts that touch at corners or join below are one figure`() {
        let sheet = StraightImage(
            drawn:
                "#...#..",
            "#...#..",
            ".###...",
            "......r"
        )
        #expect(
            findFigures(on: sheet, smallest: 0.05).map(\.description) == ["5x3+0+0", "1x1+6+3"]
        )
    }

    @Test func `an empty sheet has no figures`() {
        #expect(findFigures(on: StraightImage(drawn: "...", "...")).isEmpty)
    }
}
