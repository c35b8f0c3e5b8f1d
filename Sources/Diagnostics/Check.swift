/// A kind of finding, identified by a diagnostic's `id`.
///
/// Every check is a static member next to the code that reports it, and in its module's list.
public struct Check: Sendable, Codable {
    /// Stable, kebab-case.
    public let id: String
    /// The default, which the catalog or the finding itself may override.
    public let severity: Severity
    /// A few words, for lists.
    public let title: String
    /// Whether its severity cannot be changed, because its findings cannot be baked.
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

    package init(_ id: String, _ title: String, isFixed: Bool = false) {
        self.init(id, .error, title, isFixed: isFixed)
    }

    /// From the repository's root.
    public var documentation: String { "Documentation/diagnostics.md#\(id)" }
}

extension Check: Hashable {
    public static func == (left: Check, right: Check) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
