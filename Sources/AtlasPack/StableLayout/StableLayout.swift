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
            if !takesFreeSpace(item), !growsPage(item) { opensPage(item) }
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

    private mutating func opensPage(_ numbered: NumberedItem) {
        appendPage(numbered.item.group)
        let opened = growsPage(numbered)
        precondition(opened, "\"\(numbered.item.name)\" does not fit on an empty page")
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
}
