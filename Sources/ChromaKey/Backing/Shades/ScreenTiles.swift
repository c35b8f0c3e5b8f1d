import Raster

/// A screen of several even shades in areas of any shape: checkered floors, a floor in a corner.
struct ScreenTiles {
    /// The shades, by falling number of cells.
    private(set) var shades: [SIMD4<Float>] = []
    private let image: StraightImage
    private let cells: ScreenCells

    /// Statistics of areas of similar color.
    private struct Group {
        var color: SIMD4<Float>
        var cells = 0
        var areas = 0
        var sides = 0
        var borderCells = 0
        var hasCorner = false
        var isAccepted = false
    }

    /// Returns nil for fewer than two shades; the screen's color is always one.
    init?(_ image: StraightImage, _ cells: ScreenCells, screen: Screen) {
        self.image = image
        self.cells = cells
        let (found, groupOfArea) = ScreenTiles.groups(cells)
        var groups = found
        func distance(_ group: Group) -> Float {
            (group.color - screen.color).greatestMagnitude
        }
        // The finder also groups within 20 of the screen's color.
        let main = groups.indices.filter { groups[$0].sides != 0 && distance(groups[$0]) <= 20 }
            .min { distance(groups[$0]) < distance(groups[$1]) }
        guard let main else { return nil }
        groups[main].isAccepted = true
        let border = 2 * (cells.columns + cells.rows)
        // A neighbor of an accepted shade may be one too, and so on.
        for _ in 0..<3 {
            for index in groups.indices where !groups[index].isAccepted {
                let group = groups[index]
                let spans =
                    group.hasCorner || group.sides.nonzeroBitCount > 2
                    || group.areas > 2 && group.sides.nonzeroBitCount > 1
                // A fiftieth of the border: less is as often art.
                guard spans, group.borderCells * 50 >= border else { continue }
                groups[index].isAccepted = meetsScreen(index, groups, groupOfArea)
            }
        }
        let accepted = groups.indices.filter { groups[$0].isAccepted }
        guard accepted.count > 1 else { return nil }
        shades = accepted.map { groups[$0].color }
    }

    /// Whether a cell's mean matches a shade.
    func explains(_ mean: SIMD4<Float>) -> Bool { nearest(mean, within: cells.tolerance) >= 0 }

    private static func groups(_ cells: ScreenCells) -> ([Group], [Int]) {
        var members = [[Int]](repeating: [], count: cells.areaCount)
        cells.visit { index, area in members[area].append(index) }
        var groups: [Group] = []
        var groupOfArea = [Int](repeating: -1, count: cells.areaCount)
        let order = members.indices.sorted {
            (members[$0].count, $1) > (members[$1].count, $0)
        }
        for area in order {
            let means = members[area].map { cells.means[$0] }
            guard let color = densest(means, within: cells.tolerance) else { continue }
            let near = means.count {
                ($0 - color).greatestMagnitude <= cells.tolerance
            }
            // A tile is even, but its area includes soft shadows and glows on it.
            guard near * 5 >= means.count * 2 else { continue }
            let known = groups.firstIndex {
                ($0.color - color).greatestMagnitude <= cells.tolerance
            }
            let group = known ?? groups.count
            if known == nil { groups.append(Group(color: color)) }
            groupOfArea[area] = group
            groups[group].cells += means.count
            groups[group].areas += 1
            for index in members[area] {
                let sides = cells.sides(of: index)
                groups[group].sides |= sides
                if sides != 0 { groups[group].borderCells += 1 }
                if sides.nonzeroBitCount > 1 { groups[group].hasCorner = true }
            }
        }
        return (groups, groupOfArea)
    }

    /// Whether accepted shades directly border a group along a quarter of its outline.
    ///
    /// An outline, or the shade of something solid, is not a mixture of two shades.
    private func meetsScreen(_ group: Int, _ groups: [Group], _ groupOfArea: [Int]) -> Bool {
        var (ends, meetings) = (0, 0)
        func shade(_ row: Int, _ column: Int) -> Int? {
            guard 0..<cells.rows ~= row, 0..<cells.columns ~= column else { return nil }
            let area = cells.areas[row * cells.columns + column]
            return area < 0 ? -1 : groupOfArea[Int(area)]
        }
        cells.visit { index, area in
            guard groupOfArea[area] == group else { return }
            let (row, column) = index.quotientAndRemainder(dividingBy: cells.columns)
            for (down, across) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                guard let next = shade(row + down, column + across), next != group else { continue }
                ends += 1
                // A seam takes a cell, a soft one more.
                for far in 1...3 {
                    guard let other = shade(row + far * down, column + far * across) else { break }
                    if other < 0 { continue }
                    if other != group, groups[other].isAccepted,
                        isMixed(index, down, across, far, groups[group].color, groups[other].color)
                    {
                        meetings += 1
                    }
                    break
                }
            }
        }
        return meetings * 4 >= ends && meetings > 0
    }

    /// Whether the pixels between two cells are mixtures of two colors.
    private func isMixed(
        _ index: Int,
        _ down: Int,
        _ across: Int,
        _ far: Int,
        _ first: SIMD4<Float>,
        _ second: SIMD4<Float>
    ) -> Bool {
        let (x, y) = cells.center(index)
        let line = ColorLine(from: first, to: second)
        // JPEG ringing, as in `PixelClasses`; outlines are much farther off.
        let tolerance = max(14, cells.spread)
        for step in 1..<far * ScreenCells.side {
            let (px, py) = (x + step * across, y + step * down)
            guard 0..<image.width ~= px, 0..<image.height ~= py else { return false }
            let mixture = line.mixtureBetween(TwoColorUnmixing.color(image[px, py]))
            if mixture.rest.greatestMagnitude > tolerance { return false }
        }
        return true
    }

    /// The screen, with shades extended to their ends, and behind art to the nearest one's area.
    func plate() -> ScreenPlate {
        let (width, height) = (image.width, image.height)
        var shadeOf = [Int16](repeating: -1, count: width * height)
        let tolerance = max(2.5, cells.spread)
        for place in shadeOf.indices {
            let pixel = image[place % width, place / width]
            guard pixel.a == 255 else { continue }
            shadeOf[place] = nearest(TwoColorUnmixing.color(pixel), within: tolerance)
        }
        // A single pixel may be an edge that happens to have a shade's color.
        let alike = shadeOf
        for place in alike.indices where alike[place] >= 0 {
            var isAlone = true
            visitSides(of: place, width, height) {
                if alike[$0] == alike[place] { isAlone = false }
            }
            if isAlone { shadeOf[place] = -1 }
        }
        spread(&shadeOf)
        return ScreenPlate(width: width, height: height) { x, y in
            shades[max(0, Int(shadeOf[y * width + x]))]
        }
    }

    private func nearest(_ color: SIMD4<Float>, within tolerance: Float) -> Int16 {
        var (best, least) = (Int16(-1), tolerance)
        for (index, shade) in shades.enumerated() {
            let distance = (color - shade).greatestMagnitude
            if distance < least { (best, least) = (Int16(index), distance) }
        }
        return best
    }

    /// Spreads shades one pixel a step; ties go to the first shade.
    private func spread(_ shadeOf: inout [Int16]) {
        let (width, height) = (image.width, image.height)
        var front = shadeOf.indices.filter { shadeOf[$0] >= 0 }
        while !front.isEmpty {
            var found: [(place: Int, shade: Int16)] = []
            for place in front {
                visitSides(of: place, width, height) { other in
                    if shadeOf[other] < 0 { found.append((other, shadeOf[place])) }
                }
            }
            front.removeAll(keepingCapacity: true)
            for (place, shade) in found {
                if shadeOf[place] < 0 { front.append(place) }
                shadeOf[place] = shadeOf[place] < 0 ? shade : min(shadeOf[place], shade)
            }
        }
    }
}
