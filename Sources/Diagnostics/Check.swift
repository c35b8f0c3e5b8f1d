/// A kind of finding: what `id` of a diagnostic means.
///
/// Every check is a static member beside the code that reports it, and stands in its room's list.
public struct Check: Sendable, Codable {
    /// Stable, kebab-case.
    public let id: String
    /// How grave it is unless the catalog or the finding itself says otherwise.
    public let severity: Severity
    /// In a few words, for lists.
    public let title: String
    /// Whether its severity may not be changed: what it finds cannot be baked.
    public let isFixed: Bool

    package init(
        _ id: String,
        _ severity: Severity,
        _ title: String,
        isFixed: Bool = false
    ) {
        self.id = id
        self.severity = severity
        self.title = title
        self.isFixed = isFixed
    }

    /// An error.
    package init(_ id: String, _ title: String, isFixed: Bool = false) {
        self.init(id, .error, title, isFixed: isFixed)
    }

    /// Where it is explained, from the repository's root.
    public var documentation: String { "Documentation/diagnostics.md#\(id)" }
}

extension Check: Hashable {
    /// No two checks have one id.
    public static func == (left: Check, right: Check) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
