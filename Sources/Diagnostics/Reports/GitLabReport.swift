/// Findings as a code quality report of GitLab (the format of Code Climate, as far as GitLab reads
/// it).
///
/// - Parameters:
///   - diagnostics: in any order.
///   - paths: from the repository's root.
///   - links: where the documentation is.
/// - Returns: the JSON text with a line feed at its end.
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
            return .object([
                ("check_name", .string(diagnostic.id)),
                ("description", .string(diagnostic.message + help)),
                ("severity", .string(severity(diagnostic.severity))),
                ("fingerprint", .string(fingerprints.next(for: diagnostic))),
                (
                    "location",
                    .object([
                        // GitLab shows nothing that has no file.
                        ("path", .string(path ?? "catalog.json")),
                        (
                            "lines",
                            .object([
                                ("begin", .integer(diagnostic.location?.position?.line ?? 1))
                            ])
                        ),
                    ])
                ),
                (
                    "content",
                    .object([("body", .string("see \(links.reference(to: diagnostic.check))"))])
                ),
            ])
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
