extension [Diagnostic] {
    /// Sorted by path, then place, then id, then message, independent of the order of checks; only
    /// the first of very many of a kind, and the number of others.
    package func inReportOrder() -> [Diagnostic] { DiagnosticList(sortedFully()).diagnostics }

    /// The same with every finding; those that represent others come last.
    func sortedFully() -> [Diagnostic] {
        func rank(
            _ finding: Diagnostic
        ) -> (Int, String, SourceLocation.Position, String, String) {
            let start = SourceLocation.Position(line: 0, column: 0)
            let (path, place) = (finding.location?.path, finding.location?.position)
            return (
                Swift.min(1, finding.others), path ?? "", place ?? start, finding.id,
                finding.message
            )
        }
        return sorted { rank($0) < rank($1) }
    }
}
