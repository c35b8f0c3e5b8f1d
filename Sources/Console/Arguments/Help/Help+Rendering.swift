import Diagnostics

extension Help {
    /// The page as lines of text, ending with a line break.
    ///
    /// No line is wider than `width` columns, except for words and examples that are longer; less
    /// than 40 counts as 40. Headings are bold on demand, by ANSI escape sequences.
    package func rendered(width: Int, isBold: Bool) -> String {
        let width = max(40, width)
        let indent = termColumn(width)
        return blocks.compactMap { block -> String? in
            switch block {
            case .usage(let text):
                title("Usage", isBold, end: " ")
                    + wrapped(text, width - 7).joined(separator: "\n       ") + "\n"
            case .prose(let text):
                text.isEmpty ? nil : wrapped(text, width).joined(separator: "\n") + "\n"
            case .section(let heading, let entries):
                entries.isEmpty
                    ? nil
                    : title(heading, isBold)
                        + entries.map { rendered($0, indent, width) }.joined()
            case .examples(let examples):
                examples.isEmpty
                    ? nil
                    : title("Examples", isBold)
                        + examples.map { example in
                            "  \(example.term)\n"
                                + wrapped(example.summary, width - 6).map { "      \($0)\n" }
                                .joined()
                        }.joined()
            }
        }.joined(separator: "\n")
    }

    /// Where the second column begins: behind the longest term, though not far to the right.
    private func termColumn(_ width: Int) -> Int {
        let limit = width / 3
        let terms = blocks.flatMap { block -> [Int] in
            guard case .section(_, let entries) = block else { return [] }
            return entries.map(\.term.count)
        }
        return 2 + (terms.filter { $0 <= limit }.max() ?? limit) + 2
    }

    private func title(_ heading: String, _ isBold: Bool, end: String = "\n") -> String {
        (isBold ? "\u{1B}[1m\(heading):\u{1B}[0m" : "\(heading):") + end
    }

    private func rendered(_ entry: Entry, _ indent: Int, _ width: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        let text = [entry.summary, entry.details].filter { !$0.isEmpty }.joined(separator: "\n")
        var lines = wrapped(text, width - indent).map { $0.isEmpty ? "" : margin + $0 }
        let term = "  " + entry.term
        if term.count + 2 <= indent, let first = lines.first {
            let gap = String(repeating: " ", count: indent - term.count)
            lines[0] = term + gap + first.dropFirst(indent)
        } else {
            lines.insert(term, at: 0)
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

/// Lines of at most `width` characters, broken at spaces; line breaks of the text stay.
private func wrapped(_ text: String, _ width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
        let lines = wrapped(paragraph, to: width)
        return (lines.isEmpty ? [""] : lines)
            .map { String($0.map { $0 == Help.hardSpace ? " " : $0 }) }
    }
}
