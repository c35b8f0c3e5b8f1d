import Catalog
package import Diagnostics
import Raster

extension Check {
    package static let sheetGuides = Check(
        "sheet-guides",
        .warning,
        "guide lines are left between the cells of a sheet"
    )
}

/// Smaller cells have no room for a line with nothing next to it.
private let shortestSide = 8

/// Lines of one color between all cells of a row or a column, from a layer that was not hidden.
///
/// A figure seldom fills a whole column of pixels, and never with nothing beside it in all cells.
func sheetGuides(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    guard !picture.isScene, picture.frames.count > 1 else { return [] }
    let cells = Dictionary(
        picture.frames.map { ($0.origin, $0) }
    ) { first, _ in first }
    for isUpright in [true, false] {
        let borders = picture.frames.compactMap { cell -> [PixelLine]? in
            let corner =
                isUpright
                ? PixelPoint(x: cell.maxX, y: cell.y) : PixelPoint(x: cell.x, y: cell.maxY)
            guard let next = cells[corner], next.size == cell.size,
                min(cell.width, cell.height) >= shortestSide
            else { return nil }
            return (-3..<3).map {
                isUpright
                    ? .column(cell.maxX + $0, in: cell) : .row(cell.maxY + $0, in: cell)
            }
        }
        let colors = borders.map { guide(among: $0, in: picture.image) }
        guard let color = colors.first ?? nil, colors.allSatisfy({ $0.map(color.isNear) ?? false })
        else { continue }
        // Boxes that are nothing but lines are meant.
        let lines = borders.count * borders[0][0].count
        guard measures.reduce(0, { $0 + $1.area }) > 3 * lines else { continue }
        return [
            picture.report(
                .sheetGuides,
                "the cells are divided by lines, found \(RGB(r: color.r, g: color.g, b: color.b)) at all "
                    + "\(borders.count) borders between \(isUpright ? "columns" : "rows")",
                help: "hide the layer with the guides, and export the sheet again"
            )
        ]
    }
    return []
}

/// A column or a row of the pixels of a cell.
private struct PixelLine {
    private let start: PixelPoint
    private let isUpright: Bool
    let count: Int

    static func column(_ x: Int, in cell: PixelRect) -> PixelLine {
        PixelLine(start: PixelPoint(x: x, y: cell.y), isUpright: true, count: cell.height)
    }

    static func row(_ y: Int, in cell: PixelRect) -> PixelLine {
        PixelLine(start: PixelPoint(x: cell.x, y: y), isUpright: false, count: cell.width)
    }

    func pixels(of image: StraightImage) -> [StraightPixel] {
        (0..<count).map {
            isUpright ? image[start.x, start.y + $0] : image[start.x + $0, start.y]
        }
    }
}

/// The color of a line that stands alone in the middle of some.
private func guide(among lines: [PixelLine], in image: StraightImage) -> StraightPixel? {
    let rows = lines.map { $0.pixels(of: image) }
    let solid = rows.map { row in row.count { $0.a >= 128 } }
    // One line, or one on both sides of the border.
    for place in [2, 3] where solid[place] * 20 >= rows[place].count * 19 {
        let color = rows[place][rows[place].count / 2]
        let like = rows[place].count { color.isNear($0) }
        guard like * 20 >= rows[place].count * 19 else { continue }
        let isAlone = [0, 1, 4, 5].allSatisfy { solid[$0] * 2 <= rows[$0].count }
        if isAlone { return color }
    }
    return nil
}

extension StraightPixel {
    fileprivate func isNear(_ other: StraightPixel) -> Bool {
        abs(Int(r) - Int(other.r)) <= 16 && abs(Int(g) - Int(other.g)) <= 16
            && abs(Int(b) - Int(other.b)) <= 16
    }
}
