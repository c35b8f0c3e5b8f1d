import Raster

/// Related items, and their places so far.
private struct Bundle {
    var name: String
    var items: [NumberedItem]
    var homeless: [NumberedItem]
    /// By page: the pixels of items there.
    var homes: [Int: Int] = [:]
    var area: Int

    var home: Int? { homes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key }
}

extension StableLayout {
    /// Places items on the pages of related ones; returns the rest of `homeless`.
    ///
    /// If `strictly`, items with places may move as a last resort.
    mutating func joinBundles(
        of items: [PackItem],
        _ homeless: [NumberedItem],
        strictly: Bool
    ) -> [NumberedItem] {
        var left = homeless.filter { $0.item.together == nil }
        for bundle in bundles(of: items, homeless) {
            let isTorn = strictly && bundle.homes.count > 1
            guard !bundle.homeless.isEmpty || isTorn else { continue }
            if !isTorn, let home = bundle.home, place(bundle.homeless, on: home) { continue }
            if bundle.home == nil || strictly, reunite(bundle) { continue }
            left += bundle.homeless
        }
        return left
    }

    /// Largest first.
    private func bundles(of items: [PackItem], _ homeless: [NumberedItem]) -> [Bundle] {
        struct Key: Hashable {
            var group: String?
            var name: String
        }
        var bundles: [Key: Bundle] = [:]
        let hasNoPlace = Set(homeless.map(\.index))
        var pageOfItem: [Int: Int] = [:]
        for (number, page) in pages.enumerated() {
            for one in page.placements { pageOfItem[one.placement.item] = number }
        }
        for (index, item) in items.enumerated() {
            guard let name = item.together else { continue }
            let numbered = NumberedItem(index: index, item: item)
            let key = Key(group: item.group, name: name)
            var bundle = bundles[key] ?? Bundle(name: name, items: [], homeless: [], area: 0)
            bundle.items.append(numbered)
            bundle.area += item.size.area
            if hasNoPlace.contains(index) { bundle.homeless.append(numbered) }
            if let page = pageOfItem[index] { bundle.homes[page, default: 0] += item.size.area }
            bundles[key] = bundle
        }
        return bundles.sorted { left, right in
            (-left.value.area, left.key.name, left.key.group ?? "")
                < (-right.value.area, right.key.name, right.key.group ?? "")
        }.map(\.value)
    }

    /// Puts all of the bundle on one page; nothing moves if no page fits it.
    private mutating func reunite(_ bundle: Bundle) -> Bool {
        let before = pages
        // Items at home stay there if the others can come.
        if let home = bundle.home {
            remove(bundle.items) { $0 != home }
            let away = bundle.items.filter { item in
                !pages[home].placements.contains { $0.placement.item == item.index }
            }
            if place(away, on: home) { return true }
        }
        remove(bundle.items) { _ in true }
        let group = bundle.items.first?.item.group
        for page in pages.indices where pages[page].group == group {
            if place(bundle.items, on: page, growing: false) { return true }
        }
        for page in pages.indices where pages[page].group == group {
            if place(bundle.items, on: page) { return true }
        }
        appendPage(group)
        if place(bundle.items, on: pages.count - 1) { return true }
        pages = before
        return false
    }

    /// Puts all on the page, largest first; or none.
    private mutating func place(
        _ items: [NumberedItem],
        on page: Int,
        growing: Bool = true
    ) -> Bool {
        let before = pages[page]
        for item in items.sorted(by: NumberedItem.isLarger)
        where !takesFreeSpace(item, on: page) {
            guard growing, growsPage(item, on: page) else {
                pages[page] = before
                return false
            }
        }
        return true
    }

    /// Removes items from the pages that satisfy `isLeft`.
    private mutating func remove(_ items: [NumberedItem], _ isLeft: (Int) -> Bool) {
        let indices = Set(items.map(\.index))
        for page in pages.indices where isLeft(page) {
            let kept = pages[page].placements.filter { !indices.contains($0.placement.item) }
            guard kept.count < pages[page].placements.count else { continue }
            pages[page].placements = kept
            let places = Set(kept.map(\.placement.rect))
            pages[page].clear = pages[page].clear.filter { places.contains($0.value) }
            pages[page].free = FreeSpace(rules.largest)
            for rect in kept.map(\.placement.rect) {
                pages[page].free.occupy(rules.area(at: rect.origin, rules.cell(rect.size)))
            }
        }
    }
}
