/// How grave the catalog takes a check.
public struct CheckRule: Sendable {
    /// The check's id.
    public var id = ""
    public var severity = CheckSeverity.error
    /// Why it differs, for the next reader.
    public var reason: String?
    public var place = CatalogPlace.none

    public init() {}
}

/// A severity, or none at all.
public enum CheckSeverity: String, Choice {
    case off
    case note
    case warning
    case error

    var about: String {
        switch self {
        case .off: "Not reported."
        case .note: "Reported; never fails."
        case .warning: "Reported; fails with --strict."
        case .error: "Reported; fails."
        }
    }
}

extension CheckRule: CatalogObject {
    static var members: Members<CheckRule> {
        Members(
            "check",
            "a check",
            [
                Member("severity", \.severity, .choice, need: .required, "How grave it is."),
                Member("reason", \.reason, .text, "Why, for the next reader."),
            ]
        )
    }
}

extension Shape<CheckRule> {
    /// The short form: the severity alone.
    static let severityOnly = Shape<CheckSeverity>.choice.then { severity, _, _, _ in
        var rule = CheckRule()
        rule.severity = severity
        return rule
    }
}
