import Diagnostics

public struct CheckRule: Sendable {
    /// The check's id, or a pattern for ids.
    public var id = Glob("")
    public var severity = CheckSeverity.error
    /// The files to which it applies; empty for all.
    ///
    /// Each is matched against a file's name, its path from the catalog's folder, and its path
    /// below the folder of sources; `*` also matches `/`.
    public var paths: [Glob] = []
    /// Why it differs, for readers of the catalog.
    public var reason: String?
    /// The member with the check's name.
    public var place = CatalogPlace.none
    /// The rule itself, which may be one of a list.
    public var body = CatalogPlace.none

    public init() {}
}

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

/// Separate from its model, which is named after the member that contains it.
private struct CheckRuleObject: CatalogObject {
    var severity = CheckSeverity.error
    var paths: [String] = []
    var reason: String?
    var place = CatalogPlace.none

    static var members: Members<CheckRuleObject> {
        Members(
            "check",
            "a check",
            [
                Member("severity", \.severity, .choice, need: .required, "How grave it is."),
                Member(
                    "paths",
                    \.paths,
                    list(of: .text, atLeast: 1, atMost: 1024),
                    "The files that this holds for, such as \"legacy/*\": names, paths from this file's folder or below their source; * and ? are wildcards."
                ),
                Member("reason", \.reason, .text, "Why, for the next reader."),
            ]
        )
    }

    var rule: CheckRule {
        var rule = CheckRule()
        rule.severity = severity
        rule.paths = paths.map(Glob.init)
        rule.reason = reason
        rule.body = place
        return rule
    }
}

extension Shape<[CheckRule]> {
    /// Rules by check: a severity, an object, or a list of objects of which the first that matches
    /// a file applies.
    static let checks = map(to: rules).then { named, _, _, _ in
        named.flatMap { entry in
            entry.value.map { rule in
                var rule = rule
                rule.id = Glob(entry.name)
                rule.place = entry.place
                return rule
            }
        }
    }

    private static let rules =
        severityOnly
        .or(single) { $0.kind == "an object" }
        .or(several) { $0.kind == "an array" }

    private static let severityOnly = Shape<CheckSeverity>.choice.then {
        severity,
        node,
        _,
        reader in
        var rule = CheckRule()
        rule.severity = severity
        rule.body = reader.place(of: node)
        return [rule]
    }

    private static let single = Shape<CheckRuleObject>.object.then { object, _, _, _ in
        [object.rule]
    }

    private static let several = list(of: Shape<CheckRuleObject>.object, atLeast: 1, atMost: 1024)
        .then { objects, _, _, _ in objects.map(\.rule) }
}
