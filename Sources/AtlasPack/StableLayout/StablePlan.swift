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
