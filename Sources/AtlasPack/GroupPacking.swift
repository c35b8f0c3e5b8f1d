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
        let lower = PackEffort.allCases.prefix { $0 != rules.options.effort }
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
