/// A plan that keeps to an earlier layout, and what it changed.
public struct StablePlan: Hashable, Sendable {
    public let plan: AtlasPlan
    /// The layout to write in place of the earlier one.
    public let lock: LayoutLock
    public let report: Report

    /// What happened to the sprites.
    public struct Report: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case kept, moved, added, removed, waste
            case isRepacked = "repacked"
        }

        /// Sprites at the same place of the same page as before.
        public var kept: Int
        /// Sprites that were in the layout and lie elsewhere now.
        public var moved: Int
        /// Sprites that were not in the layout.
        public var added: Int
        /// Sprites of the layout that are no longer there.
        public var removed: Int
        /// The part of all pages that neither sprites nor their gaps cover, 0...1.
        public var waste: Double
        /// Whether all was packed anew.
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

/// When an earlier layout is given up.
public enum RepackRule: Hashable, Sendable {
    /// Only when there is no layout yet.
    case never
    /// Whatever the layout says.
    case always
    /// When the waste is above this part of the pages, 0...1, and packing anew gets below it, or
    /// halves the waste.
    case aboveWaste(Double)
}
