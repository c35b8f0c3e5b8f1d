extension [Diagnostic] {
    /// Sorted by path, then place, then id, then message, independent of the order of checks; only
    /// the first of very many of a kind, and the number of others.
    package func inReportOrder() -> [Diagnostic] { DiagnosticList(sortedFully()).diagnostics }

    /// The same with every finding; those that represent others come last.
    func sortedFully() -> [Diagnostic] {
        sorted { left, right in
            if (left.others > 0) != (right.others > 0) { return right.others > 0 }
            let leftPath = left.location?.path ?? ""
            let rightPath = right.location?.path ?? ""
            if leftPath != rightPath { return leftPath < rightPath }
            let start = SourceLocation.Position(line: 0, column: 0)
            let leftPlace = left.location?.position ?? start
            let rightPlace = right.location?.position ?? start
            if leftPlace != rightPlace { return leftPlace < rightPlace }
            return (left.id, left.message) < (right.id, right.message)
        }
    }
}
