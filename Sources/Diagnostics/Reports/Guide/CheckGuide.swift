import CSystem

/// The documentation of a check.
///
/// The text is Documentation/diagnostics.md, embedded in the program.
package struct CheckGuide: Hashable, Sendable {
    /// The whole section in Markdown, without its heading.
    package let markdown: String
    /// What is found, in one paragraph of plain text.
    package let about: String
    /// Why it matters, as plain text.
    package let why: String
    /// How to fix it, as plain text.
    package let fix: String

    package init?(_ check: Check) {
        guard let markdown = Self.sections[check.id] else { return nil }
        self.markdown = markdown
        let paragraphs = markdownBlocks(markdown).filter { !$0.isVerbatim }.map(\.text)
        func labeled(_ label: String) -> String {
            let start = "**\(label).** "
            let found = paragraphs.first { $0.hasPrefix(start) }
            return plainText(String(found?.dropFirst(start.count) ?? ""))
        }
        let first = paragraphs.first ?? ""
        let severity = first.firstRange(of: "*Severity: ")?.lowerBound ?? first.endIndex
        let end = first[..<severity].lastIndex { $0 != " " }.map { first.index(after: $0) }
        about = plainText(String(first[..<(end ?? first.startIndex)]))
        why = labeled("Why")
        fix = labeled("Fix")
    }

    fileprivate static let page: String = {
        let file = unsafe kiln_embedded_file("diagnostics.md")
        let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }()

    /// Sections by their level 3 headings.
    private static let sections: [String: String] = {
        var sections: [String: String] = [:]
        var id: String?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("### ") {
                id = String(line.dropFirst(4))
            } else if line.hasPrefix("## ") {
                id = nil
            } else if let id {
                sections[id, default: ""] += line + "\n"
            }
        }
        return sections.mapValues { text in
            let rest = text.drop(while: \.isNewline).reversed().drop(while: \.isNewline)
            return String(rest.reversed())
        }
    }()
}

extension Check {
    /// A few words, for lists; from the table of the documentation.
    package var title: String { Self.titles[id] ?? "" }

    /// By id, from rows such as "| [`id`](#id) | severity | title |".
    private static let titles: [String: String] = {
        let rows = CheckGuide.page.split(separator: "\n").filter { $0.hasPrefix("| [`") }
        return Dictionary(
            rows.map { row in
                let id = row.dropFirst(4).prefix { $0 != "`" }
                return (String(id), String(row.split(separator: " | ").last?.dropLast(2) ?? ""))
            }
        ) { first, _ in first }
    }()
}

public struct DocumentationLinks: Sendable {
    private let root: String?

    /// `root` is the published address of the repository's root; nil for relative links.
    public init(root: String? = nil) {
        self.root = root.flatMap { $0.isEmpty ? nil : $0.hasSuffix("/") ? $0 : $0 + "/" }
    }

    /// A check's documentation for people: an address, or a command.
    func reference(to check: Check) -> String { address(of: check) ?? "kiln explain \(check.id)" }

    /// Nil unless the documentation is published.
    func address(of check: Check) -> String? { root.map { $0 + check.documentation } }
}
