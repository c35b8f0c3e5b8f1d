import Raster

/// A downsampled frame: about 64 pixels of each of as many rows, unless more are requested.
///
/// Unusual frames differ in large parts, so few pixels suffice, and are fast.
struct FrameSamples {
    let columns: Int
    let rows: Int
    let step: Int
    private(set) var pixels: [StraightPixel]

    init(_ image: StraightImage, _ frame: PixelRect, side: Int = 64) {
        step = max(1, max(frame.width, frame.height) / side)
        columns = max(1, frame.width / step)
        rows = max(1, frame.height / step)
        var pixels: [StraightPixel] = []
        pixels.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let y = min(frame.maxY - 1, frame.y + row * step + step / 2)
            for column in 0..<columns {
                pixels.append(image[min(frame.maxX - 1, frame.x + column * step + step / 2), y])
            }
        }
        self.pixels = pixels
    }

    func replacing(_ change: (StraightPixel) -> StraightPixel) -> FrameSamples {
        var result = self
        result.pixels = pixels.map(change)
        return result
    }

    func isSolid(_ index: Int) -> Bool { pixels[index].a >= 128 }

    func isAtEdge(_ index: Int) -> Bool {
        let (column, row) = (index % columns, index / columns)
        return column == 0 || row == 0 || column == columns - 1 || row == rows - 1
    }

    /// The share of visible samples that overlap when the other is shifted horizontally.
    func overlap(with other: FrameSamples, movedBy shift: Int) -> Double {
        guard columns == other.columns, rows == other.rows else { return 0 }
        var (both, either) = (0, 0)
        for row in 0..<rows {
            for column in 0..<columns {
                let own = isSolid(row * columns + column)
                let from = column - shift
                let theirs =
                    from >= 0 && from < columns && other.isSolid(row * columns + from)
                if own && theirs { both += 1 }
                if own || theirs { either += 1 }
            }
        }
        return Double(both) / Double(max(1, either))
    }

    /// The mean of blue and red minus green in solid pixels, -255...255; nil if too few are solid.
    var tint: (blue: Double, red: Double)? {
        var (count, blue, red) = (0, 0, 0)
        for pixel in pixels where pixel.a >= 128 {
            count += 1
            blue += Int(pixel.b) - Int(pixel.g)
            red += Int(pixel.r) - Int(pixel.g)
        }
        guard count >= 32 else { return nil }
        return (Double(blue) / Double(count), Double(red) / Double(count))
    }

    /// The mean brightness of solid pixels, 0...255; 0 without any.
    var brightness: Double {
        let solid = pixels.filter { $0.a >= 128 }
        return Double(solid.reduce(0) { $0 + (Int($1.r) + 2 * Int($1.g) + Int($1.b)) / 4 })
            / Double(max(1, solid.count))
    }

    /// Connected visible (`solid`) or clear samples, as lists of indexes, the largest first.
    ///
    /// `closed` excludes areas at the frame's edge.
    func areas(solid: Bool, closed: Bool = false) -> [[Int]] {
        var seen = [Bool](repeating: false, count: pixels.count)
        var found: [[Int]] = []
        for start in pixels.indices where !seen[start] && isSolid(start) == solid {
            var area: [Int] = []
            var waiting = [start]
            var isOpen = false
            seen[start] = true
            while let index = waiting.popLast() {
                area.append(index)
                let (column, row) = (index % columns, index / columns)
                isOpen = isOpen || closed && isAtEdge(index)
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let (x, y) = (column + dx, row + dy)
                    guard x >= 0, y >= 0, x < columns, y < rows else { continue }
                    let next = y * columns + x
                    guard !seen[next], isSolid(next) == solid else { continue }
                    seen[next] = true
                    waiting.append(next)
                }
            }
            if !closed || !isOpen { found.append(area) }
        }
        return found.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }

    /// The smallest rectangle around an area.
    func box(around area: [Int]) -> PixelRect? {
        let across = area.map { $0 % columns }
        let (left, right) = (across.min() ?? 0, across.max() ?? 0)
        let (top, bottom) = ((area.min() ?? 0) / columns, (area.max() ?? 0) / columns)
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// How many small visible areas are separate from the largest.
    var marks: Int {
        let areas = areas(solid: true)
        return areas.dropFirst().count { $0.count > 1 && $0.count * 20 <= areas[0].count }
    }

    /// The boxes around small visible areas that are apart from the box around the largest, in
    /// samples.
    var boxesBesideFigure: [PixelRect] {
        let boxes = areas(solid: true).compactMap(box)
        guard let figure = boxes.first else { return [] }
        return boxes.dropFirst().filter {
            // Single ones are `strayPixels`.
            $0.size.area > 1 && $0.size.area * 10 <= figure.size.area
                && max(
                    $0.x - figure.maxX,
                    figure.x - $0.maxX,
                    $0.y - figure.maxY,
                    figure.y - $0.maxY
                )
                    >= 3
        }
    }

    /// Whether a box is at the upper edge, but not only over the middle, or along a side.
    ///
    /// Halos float over figures, and shadows are under them.
    func hasAtEdge(_ box: PixelRect) -> Bool {
        let margin = max(2, max(columns, rows) / 16)
        return box.y <= margin && box.maxY * 4 <= rows
            && (box.x * 4 <= columns || box.maxX * 4 >= 3 * columns)
            || box.height * 2 >= rows && (box.x <= margin || box.maxX >= columns - margin)
    }

    /// The samples around an area, up to two away.
    func surroundings(of area: [Int]) -> [Int] {
        let own = Set(area)
        var around: Set<Int> = []
        for index in area {
            let (column, row) = (index % columns, index / columns)
            for y in max(0, row - 2)...min(rows - 1, row + 2) {
                for x in max(0, column - 2)...min(columns - 1, column + 2)
                where !own.contains(y * columns + x) { around.insert(y * columns + x) }
            }
        }
        return around.sorted()
    }
}
