package struct ReportSummary: Hashable, Sendable {
    package let errors: Int
    package let warnings: Int
    package let notes: Int

    package init(_ diagnostics: [Diagnostic]) {
        func count(_ severity: Severity) -> Int {
            diagnostics.reduce(0) { $0 + ($1.severity == severity ? max(1, $1.others) : 0) }
        }
        errors = count(.error)
        warnings = count(.warning)
        notes = count(.note)
    }

    /// Whether a run fails; if `strict`, warnings count too.
    package func fails(strict: Bool) -> Bool { errors > 0 || strict && warnings > 0 }
}

extension ReportSummary: CustomStringConvertible {
    /// `2 errors, 1 warning`, or `no problems`.
    package var description: String {
        let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
            .filter { $0.0 > 0 }
            .map { counted($0.0, $0.1) }
        return parts.isEmpty ? "no problems" : parts.joined(separator: ", ")
    }
}
