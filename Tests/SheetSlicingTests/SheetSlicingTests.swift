import Raster
import SheetSlicing
import Testing

struct GridLayoutTests {
    @Test func `cells go row by row, left to right`() throws {
        let cells = try GridLayout(columns: 2, rows: 2).cells(of: PixelSize(width: 8, height: 6)!)
        #expect(cells.map(\.description) == ["4x3+0+0", "4x3+4+0", "4x3+0+3", "4x3+4+3"])
    }

    @Test func `margin and spacing are outside of the cells`() throws {
        let grid = GridLayout(columns: 3, rows: 1, margin: 2, spacing: 1)
        let cells = try grid.cells(of: PixelSize(width: 18, height: 9)!)
        #expect(cells.map(\.description) == ["4x5+2+2", "4x5+7+2", "4x5+12+2"])
    }

    @Test func `cells of a stated size leave the rest of the sheet alone`() throws {
        let grid = GridLayout(columns: 2, rows: 2, cellWidth: 3, cellHeight: 2, count: 3)
        let cells = try grid.cells(of: PixelSize(width: 10, height: 5)!)
        #expect(cells.map(\.description) == ["3x2+0+0", "3x2+3+0", "3x2+0+2"])
    }

    @Test func `an inset is taken off each cell's four sides`() throws {
        let grid = GridLayout(columns: 2, rows: 1, margin: 1, spacing: 2, inset: 2)
        let cells = try grid.cells(of: PixelSize(width: 14, height: 8)!)
        #expect(cells.map(\.description) == ["1x2+3+3", "1x2+10+3"])
    }

    @Test(arguments: [
        (
            GridLayout(columns: 2, rows: 1, inset: 2), 10, 4,
            "an inset of 2 leaves nothing of cells of 5x4, expected 0 to 1"
        ),
        (
            GridLayout(columns: 1, rows: 1, inset: .max), 10, 5,
            "an inset of 9223372036854775807 leaves nothing of cells of 10x5, expected 0 to 2"
        ),
        (
            GridLayout(columns: 3, rows: 1, cellWidth: 4), 10, 4,
            "the sheet cannot be cut: 10 pixels do not hold 3 columns"
        ),
        (
            GridLayout(columns: 3, rows: 1), 10, 4,
            "the sheet cannot be cut evenly: 10 pixels for 3 columns leave 1 over"
        ),
        (
            GridLayout(columns: 1, rows: 9), 10, 4,
            "the sheet cannot be cut: 4 pixels do not hold 9 rows"
        ),
        (
            GridLayout(columns: 0, rows: 1), 10, 4,
            "the grid has 0 columns and 1 rows, expected at least one each"
        ),
        (
            GridLayout(columns: 2, rows: 1, margin: 6), 10, 4,
            "the sheet cannot be cut: 10 pixels do not hold 2 columns"
        ),
    ])
    func `a grid that does not fit says why`(
        grid: GridLayout,
        width: Int,
        height: Int,
        message: String
    ) {
        let error = #expect(throws: SlicingError.self) {
            try grid.cells(of: PixelSize(width: width, height: height)!)
        }
        #expect(error?.description == message)
    }
}
