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
