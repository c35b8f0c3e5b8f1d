import Catalog
import Diagnostics
import Raster

extension Check {
    static let gridCutsFigures = Check("grid-cuts-figures")
    static let neighborSliver = Check("neighbor-sliver", .warning)
    static let uncutFigures = Check("uncut-figures", .warning)
}

/// A grid that divides its sheet, but not between the figures.
///
/// Figures that fill their cells touch across borders too, so a grid is only doubted if another one
/// cuts nothing.
func gridCutsFigures(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.frames.count > 1, let own = SheetGridFacts(picture) else {
        return nil
    }
    let image = picture.image
    let crossed = own.borders.filter {
        $0.isReached(by: picture.measures) && $0.isCrossed(in: image)
    }
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

/// Cells with a piece of the neighboring figure: a tail or an ear that crosses the border.
///
/// Figures that fill their cells touch across borders too, so a piece counts only if it is at the
/// border, apart from its own cell's figure, and continues in the neighbor's.
func neighborSliver(_ picture: CheckedPicture) -> Diagnostic? {
    guard !picture.isScene, picture.frames.count > 1 else { return nil }
    let measures = picture.measures
    for border in picture.borders
    where min(measures[border.before].area, measures[border.after].area) >= 64
        && border.isReached(by: measures)
    {
        guard let found = border.sliver(picture) else { continue }
        return picture.report(
            .neighborSliver,
            "frame \(found.cell) shows a piece of the figure in frame \(found.figure), found "
                + "\(counted(found.pixels, "pixel")) at its border",
            help: "give figures more room, or cut them by what is drawn: \"auto\": true"
        )
    }
    return nil
}

extension CellBorder {
    /// The smaller one of two touching parts, if it is a piece of the other.
    fileprivate func sliver(_ picture: CheckedPicture) -> (cell: Int, figure: Int, pixels: Int)? {
        let (image, frames, measures) = (picture.image, picture.frames, picture.measures)
        var wasMet = false
        for place in side {
            let isMet = isCrossed(at: place, in: image)
            defer { wasMet = isMet }
            // Adjacent places belong to the same parts.
            guard isMet, !wasMet else { continue }
            let (first, second) = pixels(at: place)
            let parts = (
                image.part(at: first, in: frames[before], atMost: measures[before].area / 8),
                image.part(at: second, in: frames[after], atMost: measures[after].area / 8)
            )
            // The neighbor's figure is not a piece.
            switch parts {
            case (let piece?, nil) where piece >= 4: return (before, after, piece)
            case (nil, let piece?) where piece >= 4: return (after, before, piece)
            default: continue
            }
        }
        return nil
    }
}

extension StraightImage {
    /// The number of connected solid pixels in a cell; nil if above a limit.
    fileprivate func part(at start: PixelPoint, in cell: PixelRect, atMost limit: Int) -> Int? {
        var found: Set<PixelPoint> = [start]
        var waiting = [start]
        while let point = waiting.popLast() {
            guard found.count <= limit else { return nil }
            for y in max(cell.y, point.y - 1)...min(cell.maxY - 1, point.y + 1) {
                for x in max(cell.x, point.x - 1)...min(cell.maxX - 1, point.x + 1) {
                    let next = PixelPoint(x: x, y: y)
                    if self[x, y].a >= 128, found.insert(next).inserted { waiting.append(next) }
                }
            }
        }
        return found.count
    }
}

/// A pet's image that is a row of pets on a screen, as generated by image models, and would be
/// drawn as one.
///
/// A pair of boots is one image, and a family may be a pet. So there must be at least three figures
/// (two on an image twice as wide as the canvas) of similar size, and the image must not have the
/// canvas' shape.
func uncutFigures(_ picture: CheckedPicture) -> Diagnostic? {
    guard picture.isBase, picture.frames.count == 1, let frame = picture.frames.first,
        min(frame.width, frame.height) >= 32
    else { return nil }
    let shape = Double(frame.width) / Double(frame.height)
    let due = picture.canvas.map { Double($0.width) / Double($0.height) } ?? 1
    let isOfCanvas = abs(shape / due - 1) <= 0.1
    let isKeyed = picture.screen != nil
    // Most pets have the canvas' shape; only large ones, typical of image models, are checked.
    guard isKeyed || picture.image[frame.x, frame.y].a >= 250,
        !isOfCanvas || frame.width >= 768
    else { return nil }
    let samples = FrameSamples(picture.image, frame, side: 192)
    guard let shown = isKeyed ? samples : samples.withoutGround else { return nil }
    let figures = shown.figures
    guard figures.count >= 2, areAlike(figures) else { return nil }
    guard figures.count >= (isOfCanvas ? 4 : 3) || shape >= 1.8 * due else { return nil }
    let boxes = figures.compactMap { box in
        PixelRect(
            x: frame.x + box.x * shown.step,
            y: frame.y + box.y * shown.step,
            width: box.width * shown.step,
            height: box.height * shown.step
        )
    }
    return picture.report(
        .uncutFigures,
        "the picture shows several figures, found \(figures.count) at about "
            + boxes.prefix(12).map(\.description).joined(separator: ", "),
        help: "add \(isKeyed ? "" : "\"key\": true and ")\"auto\": true to its rule under "
            + "\"sheets\", which makes \(figures.count) frames of it"
    )
}

/// Whether figures differ in size no more than poses of one pet.
private func areAlike(_ figures: [PixelRect]) -> Bool {
    let widths = figures.map { Double($0.width) }
    let heights = figures.map { Double($0.height) }
    let (width, height) = (median(widths), median(heights))
    return widths.allSatisfy { (0.6...1.6).contains($0 / width) }
        && heights.allSatisfy { (0.7...1.4).contains($0 / height) }
}

extension FrameSamples {
    /// The boxes of figures, in samples, from the left; small parts do not count.
    fileprivate var figures: [PixelRect] {
        let areas = areas(solid: true)
        guard let largest = areas.first?.count, largest >= 16 else { return [] }
        return areas.filter { $0.count * 4 >= largest }.compactMap(box)
            .sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    }

    /// Clears the color along the whole edge; nil if it varies, or is clear.
    fileprivate var withoutGround: FrameSamples? {
        let edge = pixels.indices.filter(isAtEdge).map { pixels[$0] }
        let ground = edge.middleColor
        let like = edge.count { $0.a >= 250 && ground.distance(to: $0) <= 28 }
        // A screen is colored; another check handles white and gray grounds.
        guard like * 20 >= edge.count * 19, ground.spread >= 96 else { return nil }
        return replacing { ground.distance(to: $0) <= 80 ? .clear : $0 }
    }
}
