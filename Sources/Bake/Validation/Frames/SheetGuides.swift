import Catalog
import Diagnostics
import Raster

extension Check {
    static let sheetGuides = Check("sheet-guides", .warning)
}

/// Smaller cells have no room for a line with nothing next to it.
private let shortestSide = 8

/// Thicker lines between cells are part of the drawing.
private let thickestGuide = 6

/// Lines of one color between all cells of a row or a column, from a layer that was not hidden.
///
/// A figure seldom fills a whole column of pixels, and never with nothing next to it in all cells.
func sheetGuides(_ picture: CheckedPicture) -> Diagnostic? {
    if picture.frames.count == 1 { return frameAround(picture) }
    guard !picture.isScene else { return nil }
    let all = picture.borders.filter { border in
        let cell = picture.frames[border.before]
        return min(cell.width, cell.height) >= shortestSide
    }
    for isUpright in [true, false] {
        let borders = all.filter { $0.isVertical == isUpright }
        let guides = borders.map { border in
            let cell = picture.frames[border.before]
            let reach = min(cell.width, cell.height, 2 * thickestGuide) / 2
            let lines = (-reach..<reach).map {
                picture.image.pixels(ofLine: border.line + $0, isUpright: isUpright, in: cell)
            }
            return guide(among: lines)
        }
        guard let (color, thickness) = guides.first ?? nil,
            guides.allSatisfy({ $0.map { color.isNear($0.color) } ?? false })
        else { continue }
        // Boxes that are nothing but lines are meant.
        let lines = borders.count * borders[0].side.count * thickness
        guard picture.measures.reduce(0, { $0 + $1.area }) > 3 * lines else { continue }
        return picture.report(
            .sheetGuides,
            "the cells are divided by lines, found \(RGB(r: color.r, g: color.g, b: color.b)) at all "
                + "\(borders.count) borders between \(isUpright ? "columns" : "rows")",
            help: "hide the layer with the guides, and export the sheet again"
        )
    }
    return linesThroughCells(picture)
}

/// A thin line of one color along all edges of a picture, with hardly anything next to it inside.
private func frameAround(_ picture: CheckedPicture) -> Diagnostic? {
    let (cell, measure) = (picture.frames[0], picture.measures[0])
    guard min(cell.width, cell.height) >= 4 * shortestSide, measure.bounds == cell else {
        return nil
    }
    func line(_ place: Int, isUpright: Bool) -> [StraightPixel] {
        picture.image.pixels(ofLine: place, isUpright: isUpright, in: cell)
    }
    let color = picture.image[cell.x, cell.y]
    let sides = [
        (true, cell.x, 1), (true, cell.maxX - 1, -1), (false, cell.y, 1),
        (false, cell.maxY - 1, -1),
    ]
    let isFramed = sides.allSatisfy { isUpright, place, inward in
        let next = line(place + 4 * inward, isUpright: isUpright)
        return line(place, isUpright: isUpright).allSatisfy { $0.a >= 128 && $0.isNear(color) }
            && next.count { $0.a >= 128 } * 2 <= next.count
    }
    // Frames of pictures are nothing but lines.
    guard isFramed, measure.area > 12 * (cell.width + cell.height) else { return nil }
    return picture.report(
        .sheetGuides,
        "a line runs along all edges of the picture, found "
            + "\(RGB(r: color.r, g: color.g, b: color.b))",
        help: "hide the layer with the frame, and export the picture again"
    )
}

/// Thin lines from side to side at the same place of all cells.
private func linesThroughCells(_ picture: CheckedPicture) -> Diagnostic? {
    let masks = picture.measures.compactMap { $0.bounds == nil ? nil : $0.alpha?.touched }
    guard masks.count > 2, let size = picture.frames.first?.size,
        min(size.width, size.height) >= 2 * shortestSide,
        picture.frames.allSatisfy({ $0.size == size })
    else { return nil }
    for isUpright in [false, true] {
        var common: Set<Int>?
        for mask in masks where common?.isEmpty != true {
            let lines = mask.thinLines(areUpright: isUpright)
            common = common?.intersection(lines) ?? lines
        }
        // Wings and bars have other colors in the middle, or end before the edges.
        let places = (common ?? []).sorted().filter { place in
            let ends = picture.frames.flatMap { cell -> [StraightPixel] in
                let line = picture.image.pixels(
                    ofLine: (isUpright ? cell.x : cell.y) + place,
                    isUpright: isUpright,
                    in: cell
                )
                return [line[0], line[line.count - 1]]
            }
            return ends.allSatisfy { $0.a >= 128 && $0.isNear(ends[0]) }
        }
        guard (1...8).contains(places.count) else { continue }
        let noun = isUpright ? "column" : "row"
        return picture.report(
            .sheetGuides,
            "a line runs through all cells, found it in \(noun)\(places.count == 1 ? "" : "s") "
                + places.map { "\($0)" }.joined(separator: ", ") + " of each",
            help: "hide the layer with the guides, and export the sheet again"
        )
    }
    return nil
}

extension BitMask {
    /// The rows or columns that are set nearly from end to end, while those two further are not.
    fileprivate func thinLines(areUpright: Bool) -> Set<Int> {
        let counts = areUpright ? columnCounts : rowCounts
        let length = areUpright ? height : width
        return Set(
            counts.indices.filter { place in
                counts[place] * 10 >= length * 9
                    && [place - 2, place + 2].allSatisfy {
                        counts.indices.contains($0) && counts[$0] * 10 <= length * 6
                    }
            }
        )
    }

    private var rowCounts: [Int] {
        (0..<height).map { y in
            words[y * stride..<(y + 1) * stride].reduce(0) { $0 + $1.nonzeroBitCount }
        }
    }

    private var columnCounts: [Int] {
        var counts = [Int](repeating: 0, count: width)
        for y in 0..<height {
            for word in 0..<stride {
                var bits = words[y * stride + word]
                while bits != 0 {
                    counts[word * 64 + bits.trailingZeroBitCount] += 1
                    bits &= bits - 1
                }
            }
        }
        return counts
    }
}

extension StraightImage {
    /// A column or a row of the pixels of a cell.
    fileprivate func pixels(
        ofLine place: Int,
        isUpright: Bool,
        in cell: PixelRect
    ) -> [StraightPixel] {
        isUpright
            ? (cell.y..<cell.maxY).map { self[place, $0] }
            : (cell.x..<cell.maxX).map { self[$0, place] }
    }
}

/// The color and the thickness of a line that is alone in the middle of some rows, on one or both
/// sides of the border there.
private func guide(among rows: [[StraightPixel]]) -> (color: StraightPixel, thickness: Int)? {
    func isLine(_ place: Int, of color: StraightPixel) -> Bool {
        rows[place].count { $0.a >= 128 && color.isNear($0) } * 20 >= rows[place].count * 19
    }
    for place in [rows.count / 2 - 1, rows.count / 2] {
        let color = rows[place][rows[place].count / 2]
        guard isLine(place, of: color) else { continue }
        var (first, end) = (place, place + 1)
        while first > 0, isLine(first - 1, of: color) { first -= 1 }
        while end < rows.count, isLine(end, of: color) { end += 1 }
        let around = [first - 2, first - 1, end, end + 1]
        guard end - first <= thickestGuide,
            around.allSatisfy({ place in
                rows.indices.contains(place)
                    && rows[place].count { $0.a >= 128 } * 2 <= rows[place].count
            })
        else { continue }
        return (color, end - first)
    }
    return nil
}

extension StraightPixel {
    fileprivate func isNear(_ other: StraightPixel) -> Bool {
        colorDistance(to: other) <= 16
    }
}
