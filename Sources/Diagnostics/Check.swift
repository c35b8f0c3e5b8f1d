/// A kind of finding, identified by a diagnostic's `id`.
///
/// Every check is a static member next to the code that reports it, and in its module's list.
public struct Check: Sendable, Codable {
    /// Stable, kebab-case.
    public let id: String
    /// The default, which the catalog or the finding itself may override.
    public let severity: Severity
    /// Whether its severity cannot be changed, because its findings cannot be baked.
    public let isFixed: Bool

    package init(_ id: String, _ severity: Severity = .error, isFixed: Bool = false) {
        self.id = id
        self.severity = severity
        self.isFixed = isFixed
    }

    /// From the repository's root.
    public var documentation: String { "Documentation/diagnostics.md#\(id)" }
}

extension Check: Hashable {
    public static func == (left: Check, right: Check) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
