/// Findings as a code quality report of GitLab, ending in a line feed (the subset of Code Climate
/// that GitLab supports).
///
/// `paths` are relative to the repository's root.
package func renderGitLab(
    _ diagnostics: [Diagnostic],
    paths: ReportPaths = .asFound,
    links: DocumentationLinks = DocumentationLinks()
) -> String {
    var fingerprints = Fingerprints(paths)
    return JSONOutput.array(
        diagnostics.inReportOrder().map { diagnostic in
            let help = diagnostic.help.map { "\nhelp: \($0)" } ?? ""
            let path = diagnostic.location.map { paths.fromRoot($0.path) ?? $0.path }
            return [
                "check_name": .string(diagnostic.id),
                "description": .string(diagnostic.message + help),
                "severity": .string(severity(diagnostic.severity)),
                "fingerprint": .string(fingerprints.next(for: diagnostic)),
                "location": [
                    // GitLab ignores findings without a file.
                    "path": .string(path ?? "catalog.json"),
                    "lines": ["begin": .integer(diagnostic.location?.position?.line ?? 1)],
                ],
                "content": ["body": .string("see \(links.reference(to: diagnostic.check))")],
            ]
        }
    ).indented + "\n"
}

private func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
}
