package struct GitHubReport: Sendable {
    /// GitHub shows ten annotations of a level for each step and silently drops the rest
    /// (actions/toolkit, pull request 734).
    package static let annotationLimit = 10

    /// Lines for standard output: up to the maximum of annotations per level; with more findings,
    /// the last one of a check includes all others of it.
    package let commands: String
    /// All findings as Markdown, for the file in `GITHUB_STEP_SUMMARY`.
    package let stepSummary: String

    /// `paths` are relative to the repository's root.
    package init(
        _ diagnostics: [Diagnostic],
        paths: ReportPaths = .asFound,
        links: DocumentationLinks = DocumentationLinks()
    ) {
        let ordered = diagnostics.inReportOrder()
        let levels = Severity.allCases.reversed().map { severity in
            ordered.filter { $0.severity == severity }
        }
        let annotations = levels.flatMap { level in
            grouped(level, limit: Self.annotationLimit).map { annotation($0, paths, links) }
        }
        let lines = annotations + ["\(ReportSummary(diagnostics))"]
        commands = lines.map { $0 + "\n" }.joined()
        stepSummary = summary(levels.flatMap(\.self), paths)
    }
}

/// The findings of one annotation; never empty.
///
/// One, or several of one check, or as a last resort of several checks.
private typealias Group = [Diagnostic]

/// The findings of a level in at most `limit` groups, with at least one group per check if
/// possible.
private func grouped(_ level: [Diagnostic], limit: Int) -> [Group] {
    guard level.count > limit else { return level.map { [$0] } }
    let order = level.ids
    let byCheck = Dictionary(grouping: level, by: \.id)
    if order.count > limit {
        let rest = order.dropFirst(limit - 1).flatMap { byCheck[$0] ?? [] }
        return order.prefix(limit - 1).compactMap { byCheck[$0] } + [rest]
    }
    var room = limit - order.count
    return order.flatMap { id -> [Group] in
        let own = byCheck[id] ?? []
        let single = min(room, own.count - 1)
        room -= single
        return own.prefix(single).map { [$0] } + [Array(own.dropFirst(single))]
    }
}

private func annotation(
    _ group: Group,
    _ paths: ReportPaths,
    _ links: DocumentationLinks
) -> String {
    let diagnostic = group[0]
    let command =
        switch diagnostic.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
    var properties: [String] = []
    if let location = diagnostic.location {
        properties.append("file=" + property(paths.shown(location.path)))
        if let position = location.position {
            properties.append("line=\(position.line)")
            properties.append("col=\(position.column)")
            if let excerpt = location.excerpt {
                properties.append("endColumn=\(position.column + excerpt.markLength)")
            }
        }
    }
    let ids = group.ids
    let number = group.reduce(0) { $0 + max(1, $1.others) }
    let title = ids.joined(separator: ", ") + (number > 1 ? " (\(number))" : "")
    properties.append("title=" + property(title))
    let help = diagnostic.help.map { "\nhelp: \(printable($0))" } ?? ""
    var text = printable(diagnostic.message) + help
    for other in group.dropFirst().prefix(mostListed) {
        let place = other.location.map { shown($0, paths) + ": " } ?? ""
        text += "\n\(place)\(ids.count > 1 ? other.id + ": " : "")\(printable(other.message))"
    }
    if group.count - 1 > mostListed {
        text += "\nand \(group.count - 1 - mostListed) more; the step's summary lists them"
    }
    text += "\nsee: " + links.reference(to: diagnostic.check)
    return "::\(command) \(properties.joined(separator: ","))::\(percentEncoded(text, "%\r\n"))"
}

/// The number of findings below the first of an annotation, whose text is limited to 4 KB.
private let mostListed = 20

private func shown(_ location: SourceLocation, _ paths: ReportPaths) -> String {
    SourceLocation(path: paths.shown(location.path), position: location.position).description
}

private func property(_ text: String) -> String { percentEncoded(text, "%\r\n:,") }

/// `replacing` would not find a colon with a combining mark.
private func percentEncoded(_ text: String, _ special: String) -> String {
    rewritten(text) { scalar in
        guard special.unicodeScalars.contains(scalar) else { return nil }
        return "%" + hexadecimal(scalar.value, digits: 2, uppercase: true)
    }
}

extension ReportPaths {
    /// A file outside of the repository gets no annotation, but its name is still useful.
    ///
    /// Names with control characters get none either: GitHub does not support such files.
    fileprivate func shown(_ path: String) -> String {
        printable(fromRoot(path) ?? absolute(path))
    }
}

private func summary(_ diagnostics: [Diagnostic], _ paths: ReportPaths) -> String {
    var text = "### kiln: \(ReportSummary(diagnostics))\n"
    guard !diagnostics.isEmpty else { return text }
    text += "\n| severity | where | what | help |\n| --- | --- | --- | --- |\n"
    for diagnostic in diagnostics {
        let place = diagnostic.location.map { location in
            "`" + cell(shown(location, paths)) + "`"
        }
        text += "| \(diagnostic.severity.rawValue) | \(place ?? "") | `\(diagnostic.id)` "
        text += "\(escaped(diagnostic.message)) | \(escaped(diagnostic.help ?? "")) |\n"
    }
    return text
}

private func cell(_ text: String) -> String {
    rewritten(text) { scalar in
        switch scalar {
        case "|": "\\|"
        case "`": "'"
        default: nil
        }
    }
}

private func escaped(_ text: String) -> String {
    rewritten(printable(text)) { scalar in
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "|", "#", "~": "\\\(scalar)"
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        default: nil
        }
    }
}
