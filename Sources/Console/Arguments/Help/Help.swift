import Diagnostics

/// A page of help, laid out when it is rendered.
package struct Help: Sendable {
    /// `--help` is long, `-h` leaves out the description, examples and details.
    enum Length: Sendable {
        case short
        case long
    }

    enum Block: Sendable {
        case usage(String)
        case prose(String)
        case section(String, [Entry])
        /// A command line and below it what it does.
        case examples([Entry])
    }

    /// A term and what it means: a summary, and for long help sentences below it.
    package struct Entry: Sendable {
        package var term: String
        package var summary: String
        var details = ""
    }

    /// A space at which no line breaks; it is rendered as a plain one.
    static let hardSpace: Character = "\u{A0}"

    let blocks: [Block]
}

/// What long help and the manual page say of a program, of a command, or under a heading of their own.
///
/// In Markdown a heading of the first level begins a program or a command, one of the second a topic of
/// it; an item of a list is a term in backticks, a colon, and what the term means.
package struct HelpText: Sendable {
    private(set) var heading = ""
    /// Sentences; an empty line separates paragraphs.
    private(set) var description = ""
    /// Of programs and commands the lines to copy, and what each does, as a sentence.
    package private(set) var entries: [Help.Entry] = []
    /// Such as the exit statuses; of a command more about options and arguments, by `--name` or NAME.
    fileprivate(set) var topics: [HelpText] = []

    /// By their headings.
    static func all(in markdown: String) -> [String: HelpText] {
        ("\n" + markdown).split(separator: "\n# ").reduce(into: [:]) { texts, section in
            let parts = section.split(separator: "\n## ").map(HelpText.init)
            precondition(texts[parts[0].heading] == nil, "two texts of \(parts[0].heading)")
            texts[parts[0].heading] = parts[0]
            texts[parts[0].heading]?.topics = Array(parts.dropFirst())
        }
    }

    fileprivate init() {}

    private init(_ section: Substring) {
        let blocks = section.split(separator: "\n\n")
        heading = String(blocks[0].prefix { !$0.isNewline })
        var paragraphs: [String] = []
        for block in blocks.dropFirst() {
            let lines = block.split(separator: "\n").joined(separator: "\n")
            guard lines.hasPrefix("- `") else {
                paragraphs.append(lines.replacing("\n", with: " "))
                continue
            }
            for item in lines.dropFirst(3).split(separator: "\n- `") {
                let (term, meaning) = item.replacing("\n  ", with: " ").halves(at: "`: ")
                entries.append(Help.Entry(term: term, summary: meaning))
            }
        }
        description = paragraphs.joined(separator: "\n\n")
    }
}

extension Substring {
    /// What is before and after the first separator.
    fileprivate func halves(at separator: String) -> (String, String) {
        guard let place = firstRange(of: separator) else { return (String(self), "") }
        return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }
}

extension Program {
    /// What `kiln --help` shows, or `-h` when short.
    func help(_ length: Help.Length) -> Help {
        let isLong = length == .long
        var blocks: [Help.Block] = [
            .prose("\(name) \(version): \(summary)"),
            .usage("\(name) COMMAND [arguments] [options]"),
        ]
        let text = isLong ? texts[name] : nil
        if let text { blocks += [.prose(text.description), .examples(text.entries)] }
        blocks += groups.map { heading, commands in
            .section(heading, commands.map { Help.Entry(term: $0.name, summary: $0.summary) })
        }
        let options = [
            Help.Entry(term: "-h, --help", summary: "show this help; -h is shorter"),
            Help.Entry(term: "    --version", summary: "show the version"),
        ]
        blocks.append(.section("Options", options))
        blocks += (text?.topics ?? []).map { .section($0.heading, $0.entries) }
        blocks.append(.prose("'\(name) help COMMAND' describes a command."))
        return Help(blocks: blocks)
    }

    func help(for command: Command<Action>, _ length: Help.Length) -> Help {
        let required = command.flags.filter(\.isRequired).map(\.usage)
        let usage = [name, command.name] + command.positionals.map(\.usage) + required
        var blocks: [Help.Block] = [
            .prose("\(name) \(command.name): \(command.summary)"),
            .usage(usage.joined(separator: " ") + " [options]"),
        ]
        let text = length == .long ? texts[command.name] ?? HelpText() : nil
        if let text {
            let known = Set(command.flags.map { "--\($0.name)" } + command.positionals.map(\.name))
            let topics = text.topics.map(\.heading)
            precondition(
                Set(topics).count == topics.count && known.isSuperset(of: topics),
                "the text of '\(command.name)' is about options that it lacks, or one twice: \(topics)"
            )
            blocks += [.prose(text.description), .examples(text.entries)]
        }
        blocks.append(.section("Arguments", command.positionals.map { $0.entry(text) }))
        var groups = command.groups.map {
            (heading: $0.heading, entries: $0.flags.map { $0.entry(text) })
        }
        if groups.isEmpty { groups = [(heading: "Options", entries: [])] }
        let help = Help.Entry(term: "-h, --help", summary: "show this help; -h is shorter")
        groups[groups.count - 1].entries.append(help)
        blocks += groups.map { .section($0.heading, $0.entries) }
        if length == .short {
            blocks.append(.prose("'\(name) \(command.name) --help' shows more."))
        }
        return Help(blocks: blocks)
    }
}

extension Declaration {
    /// What help says in parentheses.
    var facts: [String] {
        [
            value?.limits, isOption && isRequired ? "required" : nil,
            isOption && isRepeatable ? "may be repeated" : nil,
            defaultText.map { "default: \($0)" },
        ].compactMap(\.self)
    }

    /// Short without a text.
    fileprivate func entry(_ text: HelpText?) -> Help.Entry {
        // Long names line up below each other, with or without a letter in front.
        let names = (short == nil ? "    " : "") + spellings.joined(separator: ", ")
        return Help.Entry(
            term: isOption ? value.map { "\(names) \($0.name)" } ?? names : usage,
            summary: summary + parenthesized(facts),
            details: text.map { details(in: $0) } ?? ""
        )
    }
}

private func parenthesized(_ facts: [String]) -> String {
    let known = facts.map { fact in
        // A short fact stays on one line.
        fact.count > 24 ? fact : String(fact.map { $0 == " " ? Help.hardSpace : $0 })
    }
    return known.isEmpty ? "" : " (\(known.joined(separator: "; ")))"
}

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
