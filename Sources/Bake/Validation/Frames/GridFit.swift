import Diagnostics
import Raster

extension Check {
    static let gridCutsFigures = Check("grid-cuts-figures")
}

/// A grid that divides its sheet, but not between the figures.
///
/// Figures that fill their cells touch across borders too, so a grid is only doubted if another one
/// cuts nothing.
func gridCutsFigures(_ picture: CheckedPicture, _ measures: [FrameMeasure]) -> Diagnostic? {
    guard picture.frames.count > 1, let own = SheetGridFacts(picture) else {
        return nil
    }
    let image = picture.image
    let crossed = own.borders.filter { $0.isReached(by: measures) && $0.isCrossed(in: image) }
    guard !crossed.isEmpty, crossed.count * 4 >= own.borders.count,
        let better = own.better(for: picture)
    else { return nil }
    let found =
        own.borders.count == 1
        ? "them across the border" : "them across \(crossed.count) of \(own.borders.count) borders"
    return picture.report(
        .gridCutsFigures,
        "the grid of \(own.words) cuts through figures, found \(found), expected \(better.words), "
            + "which cuts none",
        help: "set \(better.member)"
    )
}

/// The most likely other grid that cuts no figure and leaves only the last cells empty; nil for a
/// single figure, and unless frames form a plain grid.
func gridOfFigures(_ picture: CheckedPicture) -> SheetGridFacts? {
    guard picture.canvas != nil, let own = SheetGridFacts(picture) else { return nil }
    return own.better(for: picture)
}

extension SheetGridFacts {
    /// Nil unless the frames are equal cells that cover the whole image, row by row.
    fileprivate init?(_ picture: CheckedPicture) {
        let (size, frames) = (picture.image.size, picture.frames)
        guard let first = frames.first else { return nil }
        let whole = SheetGridFacts(width: size.width, height: size.height, columns: 1, rows: 1)
        guard
            let grid = whole.divided(size.width / first.width, size.height / first.height),
            grid.count == frames.count, grid.cellWidth == first.width,
            grid.cellHeight == first.height,
            frames.enumerated().allSatisfy({ index, frame in
                frame.size == first.size && frame.x == index % grid.columns * first.width
                    && frame.y == index / grid.columns * first.height
            })
        else { return nil }
        self = grid
    }

    /// The same sheet in other cells; nil if they do not cover it.
    private func divided(_ columns: Int, _ rows: Int) -> SheetGridFacts? {
        guard columns > 0, rows > 0, width % columns == 0, height % rows == 0 else { return nil }
        return SheetGridFacts(width: width, height: height, columns: columns, rows: rows)
    }

    fileprivate var words: String { "\(counted(columns, "column")) and \(counted(rows, "row"))" }

    /// Between neighboring cells.
    fileprivate var borders: [CellBorder] {
        var borders: [CellBorder] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let cell = row * columns + column
                let (x, y) = (column * cellWidth, row * cellHeight)
                if column > 0 {
                    let side = y..<y + cellHeight
                    borders.append(CellBorder(true, at: x, side, before: cell - 1, after: cell))
                }
                if row > 0 {
                    let (side, above) = (x..<x + cellWidth, cell - columns)
                    borders.append(CellBorder(false, at: y, side, before: above, after: cell))
                }
            }
        }
        return borders
    }

    /// The most likely other grid that separates all figures.
    fileprivate func better(for picture: CheckedPicture) -> SheetGridFacts? {
        // Images have no canvas, and figures of a sheet are about square.
        let side = min(width, height)
        let square = PixelSize(width: side, height: side)
        return others(like: picture.isScene ? square : picture.canvas).first {
            $0.parts(picture.image)
        }
    }

    /// Other plausible grids, most likely first: with as many cells, preferably of the canvas'
    /// shape; then with more or fewer cells of that shape.
    private func others(like canvas: PixelSize?) -> [SheetGridFacts] {
        let counted = all(upTo: min(64, count)).filter { $0.count == count && $0 != self }
        guard let canvas else { return counted }
        return counted.filter { $0.hasShape(of: canvas) }
            + counted.filter { !$0.hasShape(of: canvas) }
            + finer(like: canvas).filter { $0.count != count }
    }

    /// Grids of several cells of the canvas' shape, the finest first; cells have at least half of
    /// the canvas' size.
    private func finer(like canvas: PixelSize) -> [SheetGridFacts] {
        all(upTo: 64)
            .filter {
                $0.count > 1 && $0.hasShape(of: canvas) && 2 * $0.cellWidth >= canvas.width
                    && min($0.cellWidth, $0.cellHeight) >= 8
            }
            .sorted { $0.count > $1.count }
    }

    private func all(upTo most: Int) -> [SheetGridFacts] {
        (1...most).flatMap { columns in (1...most).compactMap { divided(columns, $0) } }
    }

    /// Within a hundredth.
    private func hasShape(of canvas: PixelSize) -> Bool {
        abs(cellWidth * canvas.height - cellHeight * canvas.width) * 100
            <= cellWidth * canvas.height
    }

    /// Whether each figure is in a separate cell: no border cuts one, and only the last cells are
    /// empty.
    private func parts(_ image: StraightImage) -> Bool {
        guard !borders.contains(where: { $0.isCrossed(in: image) }) else { return false }
        let isFilled = (0..<count).map { cell in
            PixelRect(
                x: cell % columns * cellWidth,
                y: cell / columns * cellHeight,
                width: cellWidth,
                height: cellHeight
            )
            .map { image.cropped(to: $0).opaqueBounds(above: 16) != nil } ?? false
        }
        guard let last = isFilled.lastIndex(of: true) else { return false }
        return !isFilled[..<last].contains(false) && last >= columns * (rows - 1)
    }
}

/// The line between two neighboring cells.
struct CellBorder {
    let isVertical: Bool
    /// The first row or column after it.
    let line: Int
    /// The columns or rows along it.
    let side: Range<Int>
    /// The numbers of the cells.
    let before: Int
    let after: Int

    init(_ isVertical: Bool, at line: Int, _ side: Range<Int>, before: Int, after: Int) {
        self.isVertical = isVertical
        self.line = line
        self.side = side
        self.before = before
        self.after = after
    }

    /// Whether something is visible right before and right after it.
    func isReached(by measures: [FrameMeasure]) -> Bool {
        let (one, two) = (measures[before].bounds, measures[after].bounds)
        return isVertical
            ? one?.maxX == line && two?.x == line : one?.maxY == line && two?.y == line
    }

    /// The pixels before and after it, in a column or row along it.
    @inline(__always)
    func pixels(at place: Int) -> (before: PixelPoint, after: PixelPoint) {
        isVertical
            ? (PixelPoint(x: line - 1, y: place), PixelPoint(x: line, y: place))
            : (PixelPoint(x: place, y: line - 1), PixelPoint(x: place, y: line))
    }

    /// Whether a solid color continues unchanged across it.
    @inline(__always)
    func isCrossed(at place: Int, in image: StraightImage) -> Bool {
        let (before, after) = pixels(at: place)
        let (one, two) = (image[before.x, before.y], image[after.x, after.y])
        return min(one.a, two.a) >= 128 && one.colorDistance(to: two) <= 24
    }

    /// Whether solid colors continue unchanged across a significant part of the border.
    func isCrossed(in image: StraightImage) -> Bool {
        side.count { isCrossed(at: $0, in: image) } >= max(3, side.count / 25)
    }
}

extension CheckedPicture {
    /// Those between cells of one size: for each cell the one on its right, and the one below.
    var borders: [CellBorder] {
        let cells = Dictionary(frames.enumerated().map { ($1.origin, $0) }) { first, _ in first }
        return frames.enumerated().flatMap { number, cell in
            [true, false].compactMap { isVertical in
                let corner =
                    isVertical
                    ? PixelPoint(x: cell.maxX, y: cell.y) : PixelPoint(x: cell.x, y: cell.maxY)
                guard let next = cells[corner], frames[next].size == cell.size else { return nil }
                return CellBorder(
                    isVertical,
                    at: isVertical ? cell.maxX : cell.maxY,
                    isVertical ? cell.y..<cell.maxY : cell.x..<cell.maxX,
                    before: number,
                    after: next
                )
            }
        }
    }
}
