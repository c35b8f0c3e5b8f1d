/// A paragraph, a line of a list or a table, or a fenced block.
struct MarkdownBlock: Hashable, Sendable {
    var text: String
    /// Whether its lines are preformatted.
    var isVerbatim = false
}

/// Parses the Markdown subset of Documentation/diagnostics.md.
func markdownBlocks(_ markdown: String) -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    var fenced: [Substring]?
    var isOpen = false
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
            if let lines = fenced {
                blocks.append(
                    MarkdownBlock(text: lines.joined(separator: "\n"), isVerbatim: true)
                )
            }
            fenced = fenced == nil ? [] : nil
            isOpen = false
        } else if fenced != nil {
            fenced?.append(line)
        } else if line.isEmpty {
            isOpen = false
        } else if line.hasPrefix("- ") || line.hasPrefix("|") {
            blocks.append(MarkdownBlock(text: String(line), isVerbatim: line.hasPrefix("|")))
            isOpen = !line.hasPrefix("|")
        } else if isOpen, let last = blocks.indices.last {
            blocks[last].text += " " + line.drop { $0 == " " }
        } else {
            blocks.append(MarkdownBlock(text: String(line)))
            isOpen = true
        }
    }
    return blocks
}

/// Removes markup: emphasis and links become their text, code gets double quotes.
func plainText(_ paragraph: String) -> String {
    var result = ""
    var rest = paragraph[...]
    while let letter = rest.first {
        if letter == "`", let end = rest.dropFirst().firstIndex(of: "`") {
            let code = rest[rest.index(after: rest.startIndex)..<end]
            result += code.contains("\"") ? String(code) : "\"\(code)\""
            rest = rest[rest.index(after: end)...]
        } else if letter == "[", let link = rest.prefixMatch(of: #/\[([^\]]*)\]\([^)]*\)/#) {
            result += plainText(String(link.1))
            rest = rest[link.range.upperBound...]
        } else if letter == "*" {
            rest = rest.dropFirst()
        } else {
            result.append(letter)
            rest = rest.dropFirst()
        }
    }
    return result
}
