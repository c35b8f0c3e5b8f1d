internal import Diagnostics

extension Console {
    /// Prints findings for people: place, severity and text, the line of the input with a caret, and
    /// what to do.
    func print(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { print(text(of: diagnostic)) }
    }

    private func text(of diagnostic: Diagnostic) -> String {
        var text = ""
        if let location = diagnostic.location {
            text = location.path
            if let position = location.position { text += ":\(position.line):\(position.column)" }
            text += ": "
        }
        let head = "\(diagnostic.severity.rawValue)[\(diagnostic.id)]:"
        text += paint(head, diagnostic.severity) + " \(diagnostic.message)"
        if let excerpt = diagnostic.location?.excerpt {
            // The marks stand below the bytes' characters; tabs keep their width.
            let before = String(
                decoding: excerpt.text.utf8.prefix(excerpt.markStart),
                as: UTF8.self
            )
            let marked = String(
                decoding: excerpt.text.utf8.dropFirst(excerpt.markStart)
                    .prefix(excerpt.markLength),
                as: UTF8.self
            )
            let blank = String(before.map { $0 == "\t" ? "\t" : " " })
            let marks = "^" + String(repeating: "~", count: max(0, marked.count - 1))
            text += "\n    \(excerpt.text)\n    \(blank)\(marks)"
        }
        if let help = diagnostic.help { text += "\n  help: \(help)" }
        return text
    }

    private func paint(_ text: String, _ severity: Severity) -> String {
        guard isColored else { return text }
        let color =
            switch severity {
            case .error: "31"
            case .warning: "33"
            case .note: "36"
            }
        return "\u{1B}[1;\(color)m\(text)\u{1B}[0m"
    }
}

/// "1 error, 2 warnings"; nil when there is nothing to count.
func countText(_ diagnostics: [Diagnostic]) -> String? {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
        let count = diagnostics.count { $0.severity == severity }
        return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
}
