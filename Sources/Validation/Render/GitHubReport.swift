public import Diagnostics

/// Findings as GitHub workflow commands.
public struct GitHubReport: Sendable {
    /// GitHub shows ten annotations of a kind for each step and drops the rest in silence
    /// (actions/toolkit, pull request 734).
    public static let annotationLimit = 10

    /// Lines for standard output: the gravest findings as annotations, then how many more there are.
    public let commands: String
    /// All findings as Markdown, for the file that `GITHUB_STEP_SUMMARY` names.
    public let stepSummary: String

    /// Renders findings.
    ///
    /// - Parameters:
    ///   - diagnostics: in any order.
    ///   - paths: from the repository's root.
    public init(_ diagnostics: [Diagnostic], paths: ReportPaths = .asFound) {
        let gravestFirst = Severity.allCases.reversed().flatMap { severity in
            diagnostics.inReportOrder().filter { $0.severity == severity }
        }
        var lines = gravestFirst.prefix(Self.annotationLimit).map { annotation($0, paths) }
        let more = gravestFirst.dropFirst(lines.count).reduce(0) { $0 + max(1, $1.others) }
        if more > 0 { lines.append("and \(more) more") }
        lines.append("\(ReportSummary(diagnostics))")
        commands = lines.map { $0 + "\n" }.joined()
        stepSummary = summary(gravestFirst, paths)
    }
}

private func annotation(_ diagnostic: Diagnostic, _ paths: ReportPaths) -> String {
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
    properties.append("title=" + property(diagnostic.id))
    let text = diagnostic.message + (diagnostic.help.map { "\nhelp: \($0)" } ?? "")
    return "::\(command) \(properties.joined(separator: ","))::\(data(text))"
}

/// What follows the second `::`.
private func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
}

/// What stands in a property.
private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
}

extension ReportPaths {
    /// A file outside of the repository gets no annotation, but its name is still of use.
    fileprivate func shown(_ path: String) -> String { fromRoot(path) ?? absolute(path) }
}

private func summary(_ diagnostics: [Diagnostic], _ paths: ReportPaths) -> String {
    var text = "### kiln: \(ReportSummary(diagnostics))\n"
    guard !diagnostics.isEmpty else { return text }
    text += "\n| severity | where | what | help |\n| --- | --- | --- | --- |\n"
    for diagnostic in diagnostics {
        let place = diagnostic.location.map { location in
            let path = paths.shown(location.path)
            return "`" + cell(location.position.map { "\(path):\($0.line):\($0.column)" } ?? path)
                + "`"
        }
        text += "| \(diagnostic.severity.rawValue) | \(place ?? "") | `\(diagnostic.id)` "
        text += "\(escaped(diagnostic.message)) | \(escaped(diagnostic.help ?? "")) |\n"
    }
    return text
}

private func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("`", with: "'").replacing("\n", with: " ")
        .replacing("\r", with: " ")
}

/// Text in which Markdown means nothing.
private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "\\", "`", "*", "_", "[", "]", "|", "#", "~": result += "\\\(character)"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        case "\n", "\r", "\r\n": result += " "
        default: result.append(character)
        }
    }
    return result
}
