package import Diagnostics

/// Findings as GitHub workflow commands.
package struct GitHubReport: Sendable {
    /// GitHub shows ten annotations of a kind for each step and drops the rest in silence
    /// (actions/toolkit, pull request 734).
    package static let annotationLimit = 10

    /// Lines for standard output: the gravest findings as annotations, then how many more there are.
    package let commands: String
    /// All findings as Markdown, for the file that `GITHUB_STEP_SUMMARY` names.
    package let stepSummary: String

    /// Renders findings.
    ///
    /// - Parameters:
    ///   - diagnostics: in any order.
    ///   - paths: from the repository's root.
    package init(_ diagnostics: [Diagnostic], paths: ReportPaths = .asFound) {
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
    let help = diagnostic.help.map { "\nhelp: \(printable($0))" } ?? ""
    let text = printable(diagnostic.message) + help
    return "::\(command) \(properties.joined(separator: ","))::\(data(text))"
}

/// What follows the second `::`.
private func data(_ text: String) -> String {
    percentEncoded(text, "%\r\n")
}

/// What stands in a property.
private func property(_ text: String) -> String {
    percentEncoded(text, "%\r\n:,")
}

/// Not by `replacing`, to which a colon with a mark over it is no colon.
private func percentEncoded(_ text: String, _ special: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
        if special.unicodeScalars.contains(scalar) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += (digits.count < 2 ? "%0" : "%") + digits
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}

extension ReportPaths {
    /// A file outside of the repository gets no annotation, but its name is still of use.
    ///
    /// One with control characters in it gets none either: GitHub knows no such file.
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
    text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "|": result += "\\|"
        case "`": result += "'"
        default: result.unicodeScalars.append(scalar)
        }
    }
}

/// Text in which Markdown means nothing.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "|", "#", "~": result += "\\\(scalar)"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "&": result += "&amp;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
