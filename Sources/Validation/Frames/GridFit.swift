package import Diagnostics
internal import Raster

extension Check {
    package static let gridCutsFigures = Check(
        "grid-cuts-figures",
        "a grid cuts through figures"
    )
}

/// A grid that divides its sheet, but not between the figures.
///
/// Figures that fill their cells touch across borders too; so a grid is only doubted where another one
/// cuts nothing.
func gridCutsFigures(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> [Diagnostic] {
    guard !picture.isScene, let own = PlainGrid(picture) else { return [] }
    let image = picture.image
    let crossed = own.borders.filter { border in
        let (one, two) = (measures[border.before].bounds, measures[border.after].bounds)
        let touches =
            border.isVertical
            ? one?.maxX == border.line && two?.x == border.line
            : one?.maxY == border.line && two?.y == border.line
        return touches && border.isCrossed(in: image)
    }
    guard !crossed.isEmpty, crossed.count * 4 >= own.borders.count,
        let better = own.others(like: picture.canvas).first(where: { grid in
            !grid.borders.contains { $0.isCrossed(in: image) }
        })
    else { return [] }
    let found =
        own.borders.count == 1
        ? "them across the border" : "them across \(crossed.count) of \(own.borders.count) borders"
    return [
        picture.report(
            .gridCutsFigures,
            "the grid of \(own) cuts through figures, found \(found), expected \(better), which cuts none",
            help: "set \"grid\": {\"columns\": \(better.columns), \"rows\": \(better.rows)}"
        )
    ]
}

/// Equal cells that cover a whole picture.
private struct PlainGrid: CustomStringConvertible {
    let columns: Int
    let rows: Int
    private let size: PixelSize

    private init?(columns: Int, rows: Int, of size: PixelSize) {
        guard columns > 0, rows > 0, size.width % columns == 0, size.height % rows == 0 else {
            return nil
        }
        (self.columns, self.rows, self.size) = (columns, rows, size)
    }

    /// Nil when the picture is cut in another way.
    init?(_ picture: CheckedPicture) {
        let (size, frames) = (picture.image.size, picture.frames)
        guard frames.count > 1, let first = frames.first,
            let grid = PlainGrid(
                columns: size.width / first.width,
                rows: size.height / first.height,
                of: size
            ), grid.columns * grid.rows == frames.count, first.width * grid.columns == size.width,
            first.height * grid.rows == size.height,
            frames.enumerated().allSatisfy({ index, frame in
                frame.size == first.size && frame.x == index % grid.columns * first.width
                    && frame.y == index / grid.columns * first.height
            })
        else { return nil }
        self = grid
    }

    var description: String {
        "\(columns) column\(columns == 1 ? "" : "s") and \(rows) row\(rows == 1 ? "" : "s")"
    }

    private var width: Int { size.width / columns }
    private var height: Int { size.height / rows }

    /// Between neighboring cells.
    var borders: [Border] {
        var borders: [Border] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = row * columns + column
                let (x, y) = (column * width, row * height)
                if column > 0 {
                    let side = y..<y + height
                    borders.append(Border(true, at: x, side, before: cell - 1, after: cell))
                }
                if row > 0 {
                    let side = x..<x + width
                    borders.append(Border(false, at: y, side, before: cell - columns, after: cell))
                }
            }
        }
        return borders
    }

    /// Other grids that the sheet may have been drawn on, the likeliest first: with as many cells, and
    /// among those with cells of the canvas's shape; then with more or fewer cells of that shape.
    func others(like canvas: PixelSize?) -> [PlainGrid] {
        let count = columns * rows
        func hasShape(_ grid: PlainGrid) -> Bool {
            guard let canvas else { return false }
            return abs(grid.width * canvas.height - grid.height * canvas.width) * 100
                <= grid.width * canvas.height
        }
        let all = (1...min(64, 4 * count)).flatMap { columns in
            (1...min(64, 4 * count)).compactMap { PlainGrid(columns: columns, rows: $0, of: size) }
        }
        let own = (columns, rows)
        let others = all.filter { ($0.columns, $0.rows) != own }
        let counted = others.filter { $0.columns * $0.rows == count }
        let shaped = others.filter { hasShape($0) && ![1, count].contains($0.columns * $0.rows) }
        return counted.filter(hasShape) + counted.filter { !hasShape($0) } + shaped
    }
}

/// The line between two neighboring cells.
private struct Border {
    let isVertical: Bool
    /// The first row or column behind it.
    let line: Int
    private let side: Range<Int>
    let before: Int
    let after: Int

    init(_ isVertical: Bool, at line: Int, _ side: Range<Int>, before: Int, after: Int) {
        self.isVertical = isVertical
        self.line = line
        self.side = side
        self.before = before
        self.after = after
    }

    /// Whether solid colors go on unchanged from one side to the other, along a part of it that is no
    /// mere touch.
    func isCrossed(in image: StraightImage) -> Bool {
        var count = 0
        for place in side {
            let one = isVertical ? image[line - 1, place] : image[place, line - 1]
            let two = isVertical ? image[line, place] : image[place, line]
            guard min(one.a, two.a) >= 128, abs(Int(one.r) - Int(two.r)) <= 24,
                abs(Int(one.g) - Int(two.g)) <= 24, abs(Int(one.b) - Int(two.b)) <= 24
            else { continue }
            count += 1
        }
        return count >= max(3, side.count / 25)
    }
}
