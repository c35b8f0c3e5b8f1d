public import Raster

/// Lets sprites extend into each other's rectangles, without overlapping pixels.
///
/// Padding applies between the pixels of sprites, extruded edges included. Whole rectangles stay on
/// the page, so that descriptors can express them. Pages of `plan`, packed by rectangles, stay if
/// outlines do not make them smaller; the result never has more pages or pixels. `shapes` are by
/// item. With an alignment all pages stay, since sprites would share squares.
///
/// Throws `PackError.unusableOption` or `.noRoom`.
public func packByOutlines(
    _ plan: AtlasPlan,
    _ items: [PackItem],
    shapes: [BitMask],
    options: PackOptions,
    turnsClockwise: Bool = true
) throws(PackError) -> AtlasPlan {
    precondition(shapes.count == items.count, "\(shapes.count) shapes of \(items.count) items")
    let rules = try PageRules(options)
    guard options.alignment == 1 else { return plan }
    let pieces = items.indices.map { index in
        OutlinePiece(index, items[index], shapes[index], rules, turnsClockwise: turnsClockwise)
    }
    // Pages of one group are consecutive.
    var pages: [PagePlan] = []
    var rest = plan.pages[...]
    while let first = rest.first {
        let members = rest.prefix { $0.group == first.group }
        rest = rest.dropFirst(members.count)
        pages += repacked(Array(members), group: first.group, pieces, rules)
    }
    return AtlasPlan(pages: pages)
}

/// The pages of one group, or fewer or smaller ones.
private func repacked(
    _ pages: [PagePlan],
    group: String?,
    _ pieces: [OutlinePiece],
    _ rules: PageRules
) -> [PagePlan] {
    var waiting = pages.flatMap { $0.placements.map(\.item) }.map { pieces[$0] }
    var found: [PagePlan] = []
    var area = 0
    let limit = pages.reduce(0) { $0 + $1.size.area }
    while !waiting.isEmpty {
        // A last page must be smaller than the remaining ones by rectangles.
        var search = OutlineSearch(waiting, rules: rules)
        guard found.count < pages.count,
            let page = search.smallestPage(below: limit - area)
                ?? (found.count + 1 < pages.count ? search.fullestPage() : nil),
            !page.places.isEmpty
        else { return pages }
        let plan = page.plan(group: group, rules)
        area += plan.size.area
        found.append(plan)
        let placed = Set(page.places.map(\.piece.index))
        waiting.removeAll { placed.contains($0.index) }
    }
    return (found.count, area) < (pages.count, limit) ? found : pages
}

/// An item with its shape in every allowed orientation.
struct OutlinePiece: Sendable {
    let index: Int
    let name: String
    let size: PixelSize
    /// One or two.
    let ways: [OrientedShape]
    /// Pixels with extruded edges.
    let area: Int

    init(
        _ index: Int,
        _ item: PackItem,
        _ shape: BitMask,
        _ rules: PageRules,
        turnsClockwise: Bool
    ) {
        precondition(
            shape.width == item.size.width && shape.height == item.size.height,
            "shape of \(shape.width)x\(shape.height) for \(item.size)"
        )
        self.index = index
        name = item.name
        size = item.size
        let grown = shape.extruded(by: rules.options.extrude)
        var ways = [OrientedShape(grown, isTurned: false)]
        if rules.options.allowsRotation, item.mayTurn {
            let turned = turnsClockwise ? grown.turnedClockwise : grown.turnedCounterclockwise
            ways.append(OrientedShape(turned, isTurned: true))
        }
        self.ways = ways
        area = grown.count
    }
}

struct OutlinePage {
    struct Place {
        let piece: OutlinePiece
        let way: OrientedShape
        let x: Int
        let y: Int
    }

    var places: [Place]
    var used: BinSize

    func plan(group: String?, _ rules: PageRules) -> PagePlan {
        let placed = places.map { place in
            let placement = rules.placement(
                of: place.piece.index,
                place.piece.size,
                x: place.x,
                y: place.y,
                isRotated: place.way.isTurned
            )
            return (name: place.piece.name, placement: placement)
        }
        return rules.plan(rules.page(coveringShapes: used), group: group, placed)
    }
}

extension PageRules {
    /// The smallest page for shapes that extend to `used`; they need no padding after the last
    /// ones.
    func page(coveringShapes used: BinSize) -> BinSize {
        page(
            covering: BinSize(
                width: used.width + options.padding,
                height: used.height + options.padding
            )
        )
    }
}

/// Searches for the smallest page for shapes without overlap.
///
/// Each shape in turn goes to the lowest free place, holes included (bottom-left fill: Burke and
/// others 2006, with bits for pixels). Several orders and widths are tried, and the best order is
/// then changed at random. Work is counted, never timed.
struct OutlineSearch {
    private let pieces: [OutlinePiece]
    private let rules: PageRules
    private let effort: OutlineEffort
    private var random: SplitMix64
    private var steps = 0

    init(_ pieces: [OutlinePiece], rules: PageRules) {
        self.pieces = pieces.sorted { $0.name < $1.name }
        self.rules = rules
        effort = OutlineEffort(rules.options.effort)
        random = SplitMix64(seed: rules.options.seed)
    }

    /// The smallest page for all pieces; nil unless it has less than `area` pixels.
    mutating func smallestPage(below area: Int) -> OutlinePage? {
        var best: (page: OutlinePage, area: Int, order: [Int], width: Int)?
        for width in widths() {
            for order in orders() where steps < effort.sweepSteps {
                let limit = min(area, best?.area ?? .max)
                guard let page = packed(order, width: width, areaBelow: limit) else { continue }
                best = (page, pageArea(page), order, width)
            }
        }
        guard var best else { return nil }
        let end = steps + effort.climbSteps
        while steps < end, pieces.count > 1 {
            var order = best.order
            let moved = order.remove(at: Int.random(in: order.indices, using: &random))
            order.insert(moved, at: Int.random(in: 0...order.count, using: &random))
            // Small changes of the width also lead to other heights.
            let width = best.width + Int.random(in: -2...2, using: &random)
            guard let page = packed(order, width: width, areaBelow: best.area) else { continue }
            best = (page, pageArea(page), order, width)
        }
        return best.page
    }

    /// The page of the largest size with the most pixels placed.
    mutating func fullestPage() -> OutlinePage {
        let bin = largest
        var fullest = OutlinePage(places: [], used: .empty)
        var most = 0
        for order in orders() {
            let page = fill(order, width: bin.width, height: bin.height, needsAll: false)
            let area = page?.places.reduce(0) { $0 + $1.piece.area } ?? 0
            guard let page, area > most else { continue }
            (fullest, most) = (page, area)
        }
        return fullest
    }

    /// The space for shapes on the largest page.
    private var largest: BinSize {
        BinSize(
            width: rules.largest.width - rules.options.padding,
            height: rules.largest.height - rules.options.padding
        )
    }

    private func pageArea(_ page: OutlinePage) -> Int {
        rules.page(coveringShapes: page.used).area
    }

    private mutating func packed(_ order: [Int], width: Int, areaBelow area: Int) -> OutlinePage? {
        let padding = rules.options.padding
        guard width > 0, width <= largest.width else { return nil }
        let height = rules.heightLimit(width: width + padding, areaBelow: area) - padding
        guard height > 0 else { return nil }
        guard let page = fill(order, width: width, height: height, needsAll: true) else {
            return nil
        }
        return pageArea(page) < area ? page : nil
    }

    /// Puts pieces in order at their lowest places.
    private mutating func fill(
        _ order: [Int],
        width: Int,
        height: Int,
        needsAll: Bool
    ) -> OutlinePage? {
        var bin = OutlineBin(width: width, height: height, padding: rules.options.padding)
        var places: [OutlinePage.Place] = []
        places.reserveCapacity(order.count)
        defer { steps += bin.steps }
        for index in order {
            var lowest: OutlinePage.Place?
            for way in pieces[index].ways {
                // The second orientation must end higher.
                let bottom = lowest.map { $0.y + $0.way.height - 1 } ?? height
                guard let (x, y) = bin.lowestPlace(of: way, above: bottom) else { continue }
                lowest = OutlinePage.Place(piece: pieces[index], way: way, x: x, y: y)
            }
            guard let lowest else {
                if needsAll { return nil }
                continue
            }
            bin.put(lowest.way, atX: lowest.x, lowest.y)
            places.append(lowest)
        }
        return OutlinePage(places: places, used: bin.used)
    }

    /// Piece indexes by useful measures of size, largest first.
    private func orders() -> [[Int]] {
        let keys: [(OutlinePiece) -> Int] = [
            { $0.area },
            { $0.size.height * 65_536 + $0.size.width },
            { max($0.size.width, $0.size.height) * 65_536 + min($0.size.width, $0.size.height) },
            { $0.size.area },
        ]
        return keys.prefix(effort.orders).map { key in
            let values = pieces.map(key)
            return pieces.indices.sorted { (values[$1], $0) < (values[$0], $1) }
        }
    }

    /// Page widths around the square of equal area.
    private func widths() -> [Int] {
        let padding = rules.options.padding
        let narrowest = pieces.reduce(1) { narrowest, piece in
            max(narrowest, piece.ways.reduce(Int.max) { min($0, $1.width) })
        }
        guard narrowest <= largest.width else { return [] }
        let area = pieces.reduce(0) { $0 + $1.area + padding * $1.size.width }
        var side = 1
        while side * side < area { side += 1 }
        let aspect = min(rules.options.aspectLimit ?? 2, 2)
        let from = min(max(narrowest, Int(Double(side) / aspect)), largest.width)
        let to = min(max(from, Int(Double(side) * aspect)), largest.width)
        var widths: [Int] = []
        for number in 0..<effort.widths {
            let width = from + (to - from) * number / max(effort.widths - 1, 1)
            // The largest width with the same page.
            let page = rules.page(coveringShapes: BinSize(width: width, height: 1))
            let widest = min(rules.bin(ofPage: page).width - padding, largest.width)
            if !widths.contains(widest) { widths.append(widest) }
        }
        return widths.sorted { (abs($0 - side), $0) < (abs($1 - side), $1) }
    }
}

/// Limits of an outline search; a step is a row of a shape.
struct OutlineEffort {
    let widths: Int
    let orders: Int
    let sweepSteps: Int
    let climbSteps: Int

    init(_ effort: Effort) {
        let million = 1_000_000
        switch effort {
        case .fast:
            (widths, orders) = (8, 2)
            (sweepSteps, climbSteps) = (1 * million, 0)
        case .balanced:
            (widths, orders) = (16, 4)
            (sweepSteps, climbSteps) = (3 * million, 2 * million)
        case .best, .max:
            (widths, orders) = (64, 4)
            (sweepSteps, climbSteps) = (20 * million, 60 * million)
        }
    }
}
