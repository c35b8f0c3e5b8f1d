import Raster

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
