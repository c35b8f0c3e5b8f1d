import Raster

/// Pages with sprites and free space.
struct StableLayout {
    struct Page {
        var group: String?
        var bin: BinSize
        /// The free space of a page of the maximum size.
        var free: FreeSpace
        var placements: [(name: String, placement: Placement)] = []
        /// The shared places of clear sprites, by size.
        var clear: [PixelSize: PixelRect] = [:]
    }

    private let earlier: LayoutLock
    let rules: PageRules
    var pages: [Page]

    init(_ lock: LayoutLock, rules: PageRules) {
        earlier = lock
        self.rules = rules
        pages = lock.pages.map { page in
            let size = BinSize(width: page.size.width, height: page.size.height)
            let bin = rules.bin(ofPage: size)
            let isAllowed =
                bin.width <= rules.largest.width && bin.height <= rules.largest.height
                && bin.width > 0 && bin.height > 0 && rules.page(covering: bin) == size
            return Page(
                group: page.group,
                bin: isAllowed ? bin : .empty,
                free: FreeSpace(rules.largest)
            )
        }
    }

    /// Places all items; first those that can stay, then related ones, then the others, largest
    /// first.
    ///
    /// If `keepsTogether`, items that could stay also move to related ones.
    mutating func place(_ items: [PackItem], keepsTogether: Bool) {
        let numbered = items.enumerated().map { NumberedItem(index: $0, item: $1) }
        var homeless = numbered.filter { earlier.sprite(of: $0.item) == nil }
        // Sprites that did not grow come first: nothing that grew may displace them.
        var known = numbered.filter { earlier.sprite(of: $0.item) != nil }
        known.sort { left, right in
            (grew(left.item) ? 1 : 0, left.item.name) < (grew(right.item) ? 1 : 0, right.item.name)
        }
        for item in known where !stays(item) { homeless.append(item) }
        homeless = joinBundles(of: items, homeless, strictly: keepsTogether)
        homeless.sort(by: NumberedItem.isLarger)
        for item in homeless {
            if takesFreeSpace(item) || growsPage(item) { continue }
            appendPage(item.item.group)
            let opened = growsPage(item)
            precondition(opened, "\"\(item.item.name)\" does not fit on an empty page")
        }
        while pages.last?.placements.isEmpty == true { pages.removeLast() }
    }

    var plan: AtlasPlan {
        AtlasPlan(
            pages: pages.map { page in
                rules.plan(rules.page(covering: page.bin), group: page.group, page.placements)
            }
        )
    }

    private func grew(_ item: PackItem) -> Bool {
        guard let sprite = earlier.sprite(of: item) else { return true }
        let drawn = sprite.isRotated ? item.size.transposed : item.size
        return drawn.width > sprite.rect.width || drawn.height > sprite.rect.height
    }

    /// Keeps the item at its place; false if not possible.
    private mutating func stays(_ numbered: NumberedItem) -> Bool {
        let item = numbered.item
        guard let sprite = earlier.sprite(of: item), pages.indices.contains(sprite.page),
            pages[sprite.page].group == item.group,
            !sprite.isRotated || rules.kind(item).turns
        else { return false }
        if joinsClear(numbered, on: sprite.page) { return true }
        let cell = rules.cell(item.size)
        let area = rules.area(at: sprite.rect.origin, sprite.isRotated ? cell.turned : cell)
        guard rules.options.isAligned(sprite.rect.origin),
            pages[sprite.page].free.areas.contains(where: { $0.contains(area) })
        else { return false }
        let bin = pages[sprite.page].bin
        if grew(item), area.maxX > bin.width || area.maxY > bin.height { return false }
        put(numbered, page: sprite.page, area, isRotated: sprite.isRotated)
        return true
    }

    /// Puts the item at the best place without growing a page; `only` restricts it to a page.
    mutating func takesFreeSpace(_ numbered: NumberedItem, on only: Int? = nil) -> Bool {
        var best: (fit: FreeSpace.Fit, page: Int, size: BinSize)?
        for (number, page) in candidates(for: numbered, only) {
            if joinsClear(numbered, on: number) { return true }
            for size in orientations(numbered.item) {
                if let fit = page.free.bestFit(size, within: page.bin),
                    fit.isBetter(than: best?.fit)
                {
                    best = (fit, number, size)
                }
            }
        }
        guard let (fit, page, size) = best else { return false }
        put(
            numbered,
            page: page,
            FreeSpace.Area(x: fit.x, y: fit.y, width: size.width, height: size.height)
        )
        return true
    }

    /// Puts the item where a page grows least.
    mutating func growsPage(_ numbered: NumberedItem, on only: Int? = nil) -> Bool {
        var best: (cost: Int, page: Int, area: FreeSpace.Area)?
        for (number, page) in candidates(for: numbered, only) {
            let now = page.bin.width > 0 ? rules.pageArea(covering: page.bin) : 0
            for size in orientations(numbered.item) {
                for area in page.free.areas
                where size.width <= area.width && size.height <= area.height {
                    let used = FreeSpace.Area(
                        x: area.x,
                        y: area.y,
                        width: size.width,
                        height: size.height
                    )
                    let cost = rules.pageArea(covering: page.bin.covering(used)) - now
                    let key = (cost, number, used.y, used.x, used.width)
                    if let best,
                        key >= (best.cost, best.page, best.area.y, best.area.x, best.area.width)
                    {
                        continue
                    }
                    best = (cost, number, used)
                }
            }
        }
        guard let best else { return false }
        put(numbered, page: best.page, best.area)
        return true
    }

    private func candidates(
        for numbered: NumberedItem,
        _ only: Int?
    ) -> [(offset: Int, element: Page)] {
        pages.enumerated().filter { number, page in
            page.group == numbered.item.group && (only == nil || only == number)
        }
    }

    private mutating func joinsClear(_ numbered: NumberedItem, on page: Int) -> Bool {
        guard numbered.item.isClear, let rect = pages[page].clear[numbered.item.size] else {
            return false
        }
        let placement = Placement(item: numbered.index, rect: rect, isRotated: false)
        pages[page].placements.append((numbered.item.name, placement))
        return true
    }

    mutating func appendPage(_ group: String?) {
        pages.append(Page(group: group, bin: .empty, free: FreeSpace(rules.largest)))
    }

    /// The cell's sizes, unrotated first.
    private func orientations(_ item: PackItem) -> [BinSize] {
        let cell = rules.cell(item.size)
        let turns = rules.kind(item).turns && cell.width != cell.height
        return turns ? [cell, cell.turned] : [cell]
    }

    /// Whether the item is rotated follows from the area, unless it is a square.
    private mutating func put(
        _ numbered: NumberedItem,
        page: Int,
        _ area: FreeSpace.Area,
        isRotated: Bool? = nil
    ) {
        let isRotated = isRotated ?? (area.width != rules.cell(numbered.item.size).width)
        let placement = rules.placement(
            of: numbered.index,
            numbered.item.size,
            x: area.x,
            y: area.y,
            isRotated: isRotated
        )
        pages[page].placements.append((numbered.item.name, placement))
        if numbered.item.isClear, !isRotated {
            pages[page].clear[numbered.item.size] = placement.rect
        }
        pages[page].free.occupy(area)
        // Until the page satisfies the options, such as the next power of two.
        let used = pages[page].bin.covering(area)
        if used != pages[page].bin {
            pages[page].bin = rules.bin(ofPage: rules.page(covering: used))
        }
    }

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
        var bundles: [[String?]: Bundle] = [:]
        let hasNoPlace = Set(homeless.map(\.index))
        var pageOfItem: [Int: Int] = [:]
        for (number, page) in pages.enumerated() {
            for one in page.placements { pageOfItem[one.placement.item] = number }
        }
        for (index, item) in items.enumerated() {
            guard let name = item.together else { continue }
            let numbered = NumberedItem(index: index, item: item)
            let key = [name, item.group]
            var bundle = bundles[key] ?? Bundle(name: name, items: [], homeless: [], area: 0)
            bundle.items.append(numbered)
            bundle.area += item.size.area
            if hasNoPlace.contains(index) { bundle.homeless.append(numbered) }
            if let page = pageOfItem[index] { bundle.homes[page, default: 0] += item.size.area }
            bundles[key] = bundle
        }
        return bundles.sorted { left, right in
            (-left.value.area, left.value.name, left.key[1] ?? "")
                < (-right.value.area, right.value.name, right.key[1] ?? "")
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

/// Places every item, moving as few as possible from an earlier layout.
///
/// A sprite keeps its page and place while its size, its group and the options allow. Others go to
/// free space on the pages of their group, then to pages that grow, then to new pages. Pages keep
/// their size if sufficient, and their number: an empty page stays, unless it is the last one.
/// Names must be distinct.
///
/// If `keepsTogether`, sprites that belong on one page (`PackItem.together`) but are on several in
/// the earlier layout move; otherwise only new ones join them.
public func packStable(
    _ items: [PackItem],
    keeping lock: LayoutLock?,
    options: PackOptions = PackOptions(),
    repack: RepackRule = .never,
    keepsTogether: Bool = false
) throws(PackError) -> StablePlan {
    let rules = try PageRules(options)
    try rules.check(items)
    let earlier = lock ?? LayoutLock()
    if repack == .always || earlier.pages.isEmpty {
        let plan = try pack(items, options: options)
        return StablePlan(plan, items, earlier, rules, isRepacked: !earlier.pages.isEmpty)
    }
    var layout = StableLayout(earlier, rules: rules)
    layout.place(items, keepsTogether: keepsTogether)
    let kept = StablePlan(layout.plan, items, earlier, rules, isRepacked: false)
    guard case .aboveWaste(let limit) = repack, kept.report.waste > limit else { return kept }
    let plan = try pack(items, options: options)
    let packed = StablePlan(plan, items, earlier, rules, isRepacked: true)
    // Pages of fixed sizes may always exceed the limit: a stable layout must not move all sprites
    // at each bake for a small gain.
    let waste = packed.report.waste
    return waste <= limit || waste <= kept.report.waste / 2 ? packed : kept
}

extension StablePlan {
    fileprivate init(
        _ plan: AtlasPlan,
        _ items: [PackItem],
        _ earlier: LayoutLock,
        _ rules: PageRules,
        isRepacked: Bool
    ) {
        self.plan = plan
        let lock = LayoutLock(plan, of: items)
        self.lock = lock
        var report = Report(isRepacked: isRepacked)
        for (name, sprite) in lock.sprites {
            if let before = earlier.sprites[name] {
                let isKept =
                    before.page == sprite.page && before.rect.origin == sprite.rect.origin
                    && before.isRotated == sprite.isRotated
                report.kept += isKept ? 1 : 0
                report.moved += isKept ? 0 : 1
            } else {
                report.added += 1
            }
        }
        report.removed = earlier.sprites.keys.count { lock.sprites[$0] == nil }
        // Clear sprites share places.
        let cells = plan.pages.reduce(0) { sum, page in
            sum + Set(page.placements.map(\.rect)).reduce(0) { $0 + rules.cell($1.size).area }
        }
        let bins = plan.pages.reduce(0) { sum, page in
            sum + rules.bin(ofPage: BinSize(width: page.size.width, height: page.size.height)).area
        }
        report.waste = bins == 0 ? 0 : 1 - Double(cells) / Double(bins)
        self.report = report
    }
}

/// A plan based on an earlier layout, and its changes.
public struct StablePlan: Hashable, Sendable {
    public let plan: AtlasPlan
    public let lock: LayoutLock
    public let report: Report

    public struct Report: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case kept, moved, added, removed, waste
            case isRepacked = "repacked"
        }

        /// Sprites at the same place of the same page as before.
        public var kept = 0
        /// Sprites of the earlier layout with another place.
        public var moved = 0
        /// Sprites missing in the earlier layout.
        public var added = 0
        /// Sprites only in the earlier layout.
        public var removed = 0
        /// The share of all pages that neither sprites nor their gaps cover, 0...1.
        public var waste = 0.0
        /// Whether the earlier layout was discarded.
        public var isRepacked: Bool
    }
}

extension StablePlan.Report: CustomStringConvertible {
    /// Such as `kept 499, moved 0, added 1, waste 3.1 %`.
    public var description: String {
        let tenths = Int(waste * 1000 + 0.5)
        return "kept \(kept), moved \(moved), added \(added), "
            + (removed > 0 ? "removed \(removed), " : "")
            + "waste \(tenths / 10).\(tenths % 10) %" + (isRepacked ? ", repacked" : "")
    }
}

/// When to discard an earlier layout.
public enum RepackRule: Hashable, Sendable {
    case never
    case always
    /// If the waste exceeds this share of the pages, 0...1, and repacking gets below it, or halves
    /// the waste.
    case aboveWaste(Double)
}
