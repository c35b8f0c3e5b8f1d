import Raster

/// The pages of one group; `settled` gets each as soon as it is final.
///
/// If one page may suffice, or nothing is related, cells of one kind are interchangeable. Otherwise
/// the items of each page are chosen first (`PageChoice`).
func packGroup(
    _ items: [NumberedItem],
    _ group: String?,
    _ rules: PageRules,
    _ settled: (PagePlan) -> Void
) -> [PagePlan] {
    var waiting = WaitingItems(items, rules: rules)
    var choice = PageChoice(items, rules: rules)
    var pages: [PagePlan] = []
    while true {
        let kinds = waiting.kinds
        if kinds.kinds.isEmpty { return pages }
        var searches = PageSearches(kinds, rules)
        let page: PagePlan
        if let bin = searches.smallestPage() {
            page = waiting.take(bin, of: kinds, group: group)
        } else if choice.matters {
            page = pageOfChosen(&waiting, &choice, group, rules)
        } else {
            page = waiting.take(searches.fullestPage(), of: kinds, group: group)
        }
        settled(page)
        pages.append(page)
    }
}

/// A page with related items; `waiting` keeps the rest.
private func pageOfChosen(
    _ waiting: inout WaitingItems,
    _ choice: inout PageChoice,
    _ group: String?,
    _ rules: PageRules
) -> PagePlan {
    let chosen = choice.next()
    var taken = WaitingItems(chosen.items, rules: rules)
    let kinds = taken.kinds
    // A nearly full page gains little from a longer search.
    var search = PageSearch(kinds, rules: rules, effort: .fast)
    search.offer(chosen.bin)
    let page = taken.take(search.smallestPage() ?? chosen.bin, of: kinds, group: group)
    waiting = WaitingItems(choice.remaining, rules: rules)
    return page
}

/// A search for each effort up to that of the options, lowest first.
private struct PageSearches {
    private var all: [PageSearch]

    init(_ kinds: CellKinds, _ rules: PageRules) {
        let lower = Effort.allCases.prefix { $0 != rules.options.effort }
        all = (lower + [rules.options.effort]).map {
            PageSearch(kinds, rules: rules, effort: $0)
        }
    }

    /// The smallest page for all cells; nil if no page fits them.
    ///
    /// Every lower effort runs first and passes on its page, so that more effort is never worse.
    mutating func smallestPage() -> PackedBin? {
        var smallest: PackedBin?
        for index in all.indices {
            if let smallest { all[index].offer(smallest) }
            smallest = all[index].smallestPage()
        }
        return smallest
    }

    /// The largest page, as full as possible.
    mutating func fullestPage() -> PackedBin {
        var fullest = PackedBin.empty
        for index in all.indices {
            let page = all[index].fullestPage()
            if page.cellArea > fullest.cellArea { fullest = page }
        }
        return fullest
    }
}

/// The unplaced items, by the kind of their cells.
struct WaitingItems {
    private let rules: PageRules
    /// By kind, the last name first, so that the first name is taken first.
    private var items: [CellKind: [NumberedItem]] = [:]
    /// By the index of a clear item: others of its size, which share its place.
    private var companions: [Int: [NumberedItem]] = [:]

    init(_ items: [NumberedItem], rules: PageRules) {
        self.rules = rules
        var clear: [PixelSize: Int] = [:]
        var placed: [NumberedItem] = []
        for item in items.sorted(by: { $0.item.name < $1.item.name }) {
            if item.item.isClear, let first = clear[item.item.size] {
                companions[first, default: []].append(item)
                continue
            }
            if item.item.isClear { clear[item.item.size] = item.index }
            placed.append(item)
        }
        for item in placed.reversed() {
            self.items[rules.kind(item.item), default: []].append(item)
        }
    }

    var kinds: CellKinds { CellKinds(items.mapValues(\.count)) }

    /// Assigns the cells of `bin` to items in the order of their names, and removes these.
    mutating func take(_ bin: PackedBin, of kinds: CellKinds, group: String?) -> PagePlan {
        precondition(!bin.cells.isEmpty, "a page without sprites")
        var placed: [(name: String, placement: Placement)] = []
        for cell in bin.cells {
            let kind = kinds.kinds[Int(cell.kind)]
            guard let item = items[kind]?.popLast() else {
                preconditionFailure("more cells of \(kind) than sprites")
            }
            for one in [item] + (companions[item.index] ?? []) {
                let placement = rules.placement(
                    of: one.index,
                    one.item.size,
                    x: Int(cell.x),
                    y: Int(cell.y),
                    isRotated: rules.cell(one.item.size).width != Int(cell.width)
                )
                placed.append((one.item.name, placement))
            }
        }
        return rules.plan(rules.page(covering: bin.used), group: group, placed)
    }
}

/// Chooses the items of each page, if one does not fit them all and some are related.
///
/// A *bundle* must stay together: the items of one `together`, or a single item. Bundles are
/// ordered by nearness, large ones first; as many as fit go on the next page, and later ones fill
/// its gaps.
struct PageChoice {
    private struct Bundle {
        var items: [NumberedItem]
        var name: String
        var near: String?
        var area: Int
    }

    private let rules: PageRules
    private let items: [NumberedItem]
    /// Nil until the first request: one page for all needs no bundles.
    private var bundles: [Bundle]?

    /// Whether any bundle has several items.
    let matters: Bool

    /// How many bundles of suitable area may fail to fit.
    private static let mostMisses = 64

    init(_ items: [NumberedItem], rules: PageRules) {
        self.rules = rules
        self.items = items
        var seen: Set<String> = []
        matters = items.contains { $0.item.together.map { !seen.insert($0).inserted } ?? false }
    }

    var remaining: [NumberedItem] { bundles?.flatMap(\.items) ?? items }

    private func allBundles() -> [Bundle] {
        var bundles: [Bundle] = []
        for (name, members) in Dictionary(grouping: items, by: \.item.together) {
            // A bundle that fits no page is split into neighbors.
            let holds = name != nil && PageChoice.bin(for: members, rules) != nil
            for part in holds ? [members] : members.map({ [$0] }) {
                bundles.append(bundle(of: part, name: name))
            }
        }
        return bundles.sorted(by: PageChoice.precedes)
    }

    /// The items of the next page, and their layout on the largest page.
    mutating func next() -> (items: [NumberedItem], bin: PackedBin) {
        let bundles = self.bundles ?? allBundles()
        var chosen: [NumberedItem] = []
        var area = 0
        var bin = PackedBin.empty
        var kept: [Bundle] = []
        var waiting = bundles[...]
        var step = waiting.count
        var misses = 0
        while !waiting.isEmpty, misses < PageChoice.mostMisses {
            let batch = waiting.prefix(step)
            let batchArea = batch.reduce(0) { $0 + $1.area }
            let isSmall = area + batchArea <= rules.largest.area
            let together = chosen + batch.flatMap(\.items)
            if isSmall, let packed = PageChoice.bin(for: together, rules) {
                (chosen, bin) = (together, packed)
                area += batchArea
                waiting = waiting.dropFirst(batch.count)
                step *= 2
            } else if batch.count > 1 {
                step = batch.count / 2
            } else {
                kept.append(contentsOf: batch)
                waiting = waiting.dropFirst()
                if isSmall { misses += 1 }
            }
        }
        precondition(!chosen.isEmpty, "a page without sprites")
        self.bundles = kept + waiting
        return (chosen, bin)
    }

    private func bundle(of items: [NumberedItem], name: String?) -> Bundle {
        let near = items[0].item.near
        return Bundle(
            items: items,
            name: items.count > 1 ? name ?? "" : items[0].item.name,
            near: items.allSatisfy { $0.item.near == near } ? near : nil,
            area: items.reduce(0) { $0 + ($1.item.isClear ? 0 : rules.cell($1.item.size).area) }
        )
    }

    private static func precedes(_ left: Bundle, _ right: Bundle) -> Bool {
        if left.near != right.near {
            // Items without `near` fill gaps.
            guard let near = left.near, let other = right.near else { return left.near != nil }
            return near < other
        }
        return left.area != right.area ? left.area > right.area : left.name < right.name
    }

    /// All of `items` on the largest page; nil if no simple order fits.
    private static func bin(for items: [NumberedItem], _ rules: PageRules) -> PackedBin? {
        let kinds = WaitingItems(items, rules: rules).kinds
        var search = PageSearch(kinds, rules: rules, effort: .fast)
        return search.onePage()
    }
}
