internal import Geometry

/// The pages of one group; `settled` hears of each as soon as it stands.
func packGroup(
    _ items: [NumberedItem],
    _ group: String?,
    _ rules: PageRules,
    _ settled: (PagePlan) -> Void
) -> [PagePlan] {
    var waiting = WaitingItems(items, rules: rules)
    var pages: [PagePlan] = []
    while true {
        let kinds = waiting.kinds
        if kinds.kinds.isEmpty { return pages }
        let bin = bestPage(for: kinds, rules)
        let page = waiting.take(bin, of: kinds, group: group)
        settled(page)
        pages.append(page)
    }
}

/// The next page: the smallest for all cells, or else the fullest.
///
/// Every lower effort goes first and hands its page on, so that more effort is never worse.
private func bestPage(for kinds: CellKinds, _ rules: PageRules) -> PackedBin {
    var searches = PackEffort.allCases.prefix { $0 != rules.options.effort }.map {
        PageSearch(kinds, rules: rules, effort: $0)
    }
    searches.append(PageSearch(kinds, rules: rules, effort: rules.options.effort))
    var smallest: PackedBin?
    for index in searches.indices {
        if let smallest { searches[index].offer(smallest) }
        smallest = searches[index].smallestPage()
    }
    if let smallest { return smallest }
    var fullest = PackedBin.empty
    for index in searches.indices {
        let page = searches[index].fullestPage()
        if page.cellArea > fullest.cellArea { fullest = page }
    }
    return fullest
}

/// The items that have no place yet, found by the kind of their cells.
private struct WaitingItems {
    private let rules: PageRules
    /// Of each kind the items, the last name first, so that the first name is taken first.
    private var items: [CellKind: [NumberedItem]] = [:]

    init(_ items: [NumberedItem], rules: PageRules) {
        self.rules = rules
        for item in items.sorted(by: { $0.item.name > $1.item.name }) {
            self.items[rules.kind(item.item), default: []].append(item)
        }
    }

    var kinds: CellKinds { CellKinds(items.mapValues(\.count)) }

    /// Gives the cells of `bin` to items, in the order of their names, and removes those.
    mutating func take(_ bin: PackedBin, of kinds: CellKinds, group: String?) -> PagePlan {
        precondition(!bin.cells.isEmpty, "a page without sprites")
        var placed: [(name: String, placement: Placement)] = []
        for cell in bin.cells {
            let kind = kinds.kinds[Int(cell.kind)]
            guard let item = items[kind]?.popLast() else {
                preconditionFailure("more cells of \(kind) than sprites")
            }
            placed.append((item.item.name, placement(of: item, in: cell)))
        }
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
