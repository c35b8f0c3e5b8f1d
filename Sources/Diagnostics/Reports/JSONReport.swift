/// Findings as JSON for programs, ending in a line feed.
///
/// An object with `diagnostics` (each `id`, `severity`, `message`, and if known `path`, `line`,
/// `column`, `help`, `related`; `others` for the number of similar findings it represents,
/// `consequences` for that of withheld ones; an unambiguous `fix` with `old` and `new` text, or
/// with `rename` from old to new paths, or with `add`, a JSON Pointer into the catalog, and the
/// `value` to add there; `documentation`, and a `fingerprint` that identifies it in
/// later runs) and `summary` (`errors`, `warnings`, `notes`). Lines and columns are 1-based,
/// columns in UTF-8 bytes.
package func renderJSON(
    _ diagnostics: [Diagnostic],
    paths: ReportPaths = .asFound,
    links: DocumentationLinks = DocumentationLinks()
) -> String {
    var fingerprints = Fingerprints(paths)
    let entries = diagnostics.inReportOrder().map { diagnostic in
        entry(diagnostic, links.reference(to: diagnostic.check), fingerprints.next(for: diagnostic))
    }
    let summary = ReportSummary(diagnostics)
    let report: JSONOutput = [
        "diagnostics": .array(entries),
        "summary": [
            "errors": .integer(summary.errors),
            "warnings": .integer(summary.warnings),
            "notes": .integer(summary.notes),
        ],
    ]
    return report.indented + "\n"
}

private func entry(
    _ diagnostic: Diagnostic,
    _ documentation: String,
    _ fingerprint: String
) -> JSONOutput {
    var members: [(String, JSONOutput)] = [
        ("id", .string(diagnostic.id)), ("severity", .string(diagnostic.severity.rawValue)),
        ("message", .string(diagnostic.message)),
    ]
    if diagnostic.consequences > 0 {
        members.append(("consequences", .integer(diagnostic.consequences)))
    }
    if diagnostic.others > 0 { members.append(("others", .integer(diagnostic.others))) }
    if let location = diagnostic.location { members += place(location) }
    if let help = diagnostic.help { members.append(("help", .string(help))) }
    if !diagnostic.related.isEmpty {
        members.append(("related", .array(diagnostic.related.map { .object(place($0)) })))
    }
    if let fix = diagnostic.fix { members.append(("fix", entry(fix))) }
    members += [("documentation", .string(documentation)), ("fingerprint", .string(fingerprint))]
    return .object(members)
}

private func entry(_ fix: Fix) -> JSONOutput {
    switch fix {
    case .replace(let old, let new): return ["old": .string(old), "new": .string(new)]
    case .rename(let moves):
        return ["rename": .array(moves.map { ["old": .string($0.old), "new": .string($0.new)] })]
    }
}

private func place(_ location: SourceLocation) -> [(String, JSONOutput)] {
    var members: [(String, JSONOutput)] = [("path", .string(location.path))]
    if let position = location.position {
        members += [("line", .integer(position.line)), ("column", .integer(position.column))]
    }
    return members
}
