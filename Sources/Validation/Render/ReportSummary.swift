public import Diagnostics

/// How many findings of each severity there are.
public struct ReportSummary: Hashable, Sendable {
    public let errors: Int
    public let warnings: Int
    public let notes: Int

    public init(_ diagnostics: [Diagnostic]) {
        errors = diagnostics.count { $0.severity == .error }
        warnings = diagnostics.count { $0.severity == .warning }
        notes = diagnostics.count { $0.severity == .note }
    }

    /// Whether a run with these findings fails; with `strict`, warnings fail it too.
    public func fails(strict: Bool) -> Bool { errors > 0 || strict && warnings > 0 }
}

extension ReportSummary: CustomStringConvertible {
    /// `2 errors, 1 warning`, or `no problems`.
    public var description: String {
        let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
            .filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return parts.isEmpty ? "no problems" : parts.joined(separator: ", ")
    }
}
