/// Ordered from mild to severe.
public enum Severity: String, CaseIterable, Comparable, Hashable, Sendable, Codable {
    case note
    case warning
    case error

    public static func < (left: Severity, right: Severity) -> Bool {
        left != right && (left == .note || right == .error)
    }
}
