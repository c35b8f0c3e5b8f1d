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
        case examples(KeyValuePairs<String, String>)
    }

    /// A term and what it means: a summary, and for long help sentences below it.
    struct Entry: Sendable {
        var term: String
        var summary: String
        var details = ""
    }

    /// A space at which no line breaks; it is rendered as a plain one.
    static let hardSpace: Character = "\u{A0}"

    let blocks: [Block]
}

/// More for the end of a program's help or its manual page: terms and what they mean, by heading.
package typealias HelpTopics = KeyValuePairs<String, KeyValuePairs<String, String>>

extension Program {
    /// What `kiln --help` shows, or `-h` when short.
    func help(_ length: Help.Length) -> Help {
        let isLong = length == .long
        var blocks: [Help.Block] = [
            .prose("\(name) \(version): \(summary)"),
            .usage("\(name) COMMAND [arguments] [options]"),
        ]
        if isLong {
            blocks += [.prose(description), .examples(examples)]
        }
        blocks += groups.map { heading, commands in
            .section(heading, commands.map { Help.Entry(term: $0.name, summary: $0.summary) })
        }
        let options = [
            Help.Entry(term: "-h, --help", summary: "show this help; -h is shorter"),
            Help.Entry(term: "    --version", summary: "show the version"),
        ]
        blocks.append(.section("Options", options))
        if isLong {
            blocks += topics.map { heading, entries in
                .section(heading, entries.map { Help.Entry(term: $0, summary: $1) })
            }
        }
        blocks.append(.prose("'\(name) help COMMAND' tells more about a command."))
        return Help(blocks: blocks)
    }

    func help(for command: Command<Action>, _ length: Help.Length) -> Help {
        let required = command.flags.filter(\.isRequired).map(\.usage)
        let usage = [name, command.name] + command.positionals.map(\.usage) + required
        var blocks: [Help.Block] = [
            .prose("\(name) \(command.name): \(command.summary)"),
            .usage(usage.joined(separator: " ") + " [options]"),
        ]
        if length == .long {
            blocks += [.prose(command.description), .examples(command.examples)]
        }
        blocks.append(.section("Arguments", command.positionals.map { $0.entry(length) }))
        var groups = command.groups.map {
            (heading: $0.heading, entries: $0.flags.map { $0.entry(length) })
        }
        if groups.isEmpty { groups = [(heading: "Options", entries: [])] }
        let help = Help.Entry(term: "-h, --help", summary: "show this help; -h is shorter")
        groups[groups.count - 1].entries.append(help)
        blocks += groups.map { .section($0.heading, $0.entries) }
        if length == .short {
            blocks.append(.prose("'\(name) \(command.name) --help' tells more."))
        }
        return Help(blocks: blocks)
    }
}

extension PositionalDeclaration {
    /// What help says in parentheses.
    var facts: [String] {
        [value.limits, defaultText.map { "default: \($0)" }].compactMap(\.self)
    }

    fileprivate func entry(_ length: Help.Length) -> Help.Entry {
        Help.Entry(
            term: usage,
            summary: summary + parenthesized(facts),
            details: length == .long ? details : ""
        )
    }
}

extension FlagDeclaration {
    /// What help says in parentheses.
    var facts: [String] {
        [
            value?.limits, isRequired ? "required" : nil, isRepeatable ? "may be repeated" : nil,
            defaultText.map { "default: \($0)" },
        ].compactMap(\.self)
    }

    fileprivate func entry(_ length: Help.Length) -> Help.Entry {
        // Long names line up below each other, with or without a letter in front.
        let names = (short == nil ? "    " : "") + spellings.joined(separator: ", ")
        return Help.Entry(
            term: value.map { "\(names) \($0.name)" } ?? names,
            summary: summary + parenthesized(facts),
            details: length == .long ? fullDetails : ""
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
