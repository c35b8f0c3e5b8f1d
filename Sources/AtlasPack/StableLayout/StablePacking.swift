import Raster

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
