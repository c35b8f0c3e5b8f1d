internal import Raster

/// The pages of one group.
func packGroup(_ items: [NumberedItem], _ group: String?, _ rules: PageRules) -> [PagePlan] {
    var waiting = WaitingItems(items, rules: rules)
    var pages: [PagePlan] = []
    while !waiting.isEmpty {
        var search = PageSearch(waiting.kinds, rules: rules)
        let bin = search.smallestPage() ?? search.fullestPage()
        pages.append(waiting.take(bin, group: group))
    }
    return pages
}

/// The items that have no place yet, found by the size of their cells.
private struct WaitingItems {
    private let rules: PageRules
    /// Of each size the items, the last name first, so that the first name is taken first.
    private var items: [BinSize: [NumberedItem]] = [:]
    /// The sizes that remain and how often.
    private(set) var kinds: CellKinds

    init(_ items: [NumberedItem], rules: PageRules) {
        self.rules = rules
        let rotates = rules.options.allowsRotation
        var cells: [BinSize] = []
        for item in items.sorted(by: { $0.item.name > $1.item.name }) {
            let cell = rules.cell(item.item.size)
            cells.append(cell)
            self.items[CellKinds.canonical(cell, rotates), default: []].append(item)
        }
        kinds = CellKinds(cells, allowsRotation: rotates)
    }

    var isEmpty: Bool { kinds.sizes.isEmpty }

    /// Gives the cells of `bin` to items, in the order of their names, and removes those.
    mutating func take(_ bin: PackedBin, group: String?) -> PagePlan {
        precondition(!bin.cells.isEmpty, "a page without sprites")
        var placed: [(name: String, placement: Placement)] = []
        for cell in bin.cells {
            let size = kinds.sizes[Int(cell.kind)]
            guard let item = items[size]?.popLast() else {
                preconditionFailure("more cells of \(size) than sprites")
            }
            placed.append((item.item.name, placement(of: item, in: cell)))
        }
        kinds = CellKinds(
            items.flatMap { [BinSize](repeating: $0.key, count: $0.value.count) },
            allowsRotation: kinds.allowsRotation
        )
        let page = rules.page(covering: bin.used)
        guard let size = PixelSize(width: page.width, height: page.height) else {
            preconditionFailure("page of \(page)")
        }
        let sorted = placed.sorted { $0.name < $1.name }.map(\.placement)
        return PagePlan(size: size, group: group, placements: sorted)
    }

    private func placement(of numbered: NumberedItem, in cell: PlacedCell) -> Placement {
        let size = numbered.item.size
        let isRotated = rules.cell(size).width != Int(cell.width)
        let drawn = isRotated ? size.transposed : size
        let origin = PixelPoint(
            x: Int(cell.x) + rules.spriteOffset,
            y: Int(cell.y) + rules.spriteOffset
        )
        guard let rect = PixelRect(origin: origin, size: drawn) else {
            preconditionFailure("placement at \(origin)")
        }
        return Placement(item: numbered.index, rect: rect, isRotated: isRotated)
    }
}
