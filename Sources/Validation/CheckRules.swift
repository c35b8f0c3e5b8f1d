public import Catalog
public import Diagnostics

extension Check {
    package static let unlisted = Check(
        "unknown-check",
        .warning,
        "the catalog names a check that does not exist"
    )
}

/// What is wrong with the catalog's `checks`.
///
/// - Parameters:
///   - rules: as the catalog has them.
///   - checks: all there are.
/// - Returns: the findings, in the catalog's order.
package func checkRules(_ rules: [CheckRule], of checks: [Check]) -> [Diagnostic] {
    rules.compactMap { rule in
        if let check = checks.first(where: { $0.id == rule.id }) {
            guard check.isFixed, rule.severity != .error else { return nil }
            return Diagnostic(
                .unlisted,
                at: rule.place.nameLocation,
                message: "the severity of \"\(rule.id)\" is fixed, found \(rule.severity.rawValue)",
                help: "remove it"
            )
        }
        return Diagnostic(
            .unlisted,
            at: rule.place.nameLocation,
            message: "there is no check \"\(rule.id)\"",
            help: nearestMatch(to: rule.id, in: checks.map(\.id)).map {
                "did you mean \"\($0)\"?"
            }
                ?? "Documentation/diagnostics.md lists them"
        )
    }
}

extension [Diagnostic] {
    /// The diagnostics with the severities that the catalog wants, those that are off left out.
    ///
    /// Findings that cannot be baked keep their severity.
    public func applying(_ rules: [CheckRule]) -> [Diagnostic] {
        let severities = Dictionary(rules.map { ($0.id, $0.severity) }) { first, _ in first }
        return compactMap { diagnostic in
            guard let wanted = severities[diagnostic.id],
                !diagnostic.check.isFixed
            else { return diagnostic }
            guard let severity = wanted.severity else { return nil }
            var result = diagnostic
            result.severity = severity
            return result
        }
    }
}

extension CheckSeverity {
    /// Nil is off.
    fileprivate var severity: Severity? {
        switch self {
        case .off: nil
        case .note: .note
        case .warning: .warning
        case .error: .error
        }
    }
}
