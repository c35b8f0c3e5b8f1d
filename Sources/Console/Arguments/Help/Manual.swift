import Diagnostics

extension Program {
    /// The program's manual page in roff, with the macros of `man(7)`: every command with all its
    /// options.
    ///
    /// `date` is the page's, as 2026-01-31.
    package func manual(date: String) -> String {
        var page = ManualPage()
        let texts = texts
        let titles = Set(commands.map(\.name) + [name, "manual", ""])
        precondition(titles.isSuperset(of: texts.keys), "texts of no command: \(texts.keys)")
        page.macro("TH", [name.uppercased(), "1", date, "\(name) \(version)", "User Commands"])
        // An escaped hyphen is none of a date.
        page.lines[0] = page.lines[0].replacing(roff(date), with: date)
        page.section("NAME")
        page.lines.append(roff(name) + " \\- " + roff(summary))
        page.section("SYNOPSIS")
        page.lines.append("\(bold(name)) \(italic("COMMAND")) [arguments] [options]")
        page.macro("br")
        page.lines.append("\(bold(name)) \(bold("help")) \(italic("COMMAND"))")
        page.section("DESCRIPTION")
        page.prose(texts[name]?.description ?? "")
        page.entry(
            "\(bold("-h")), \(bold("--help"))",
            "Show help; behind a command, that of the command."
        )
        page.entry(bold("--version"), "Show the version.")
        for (heading, commands) in groups {
            page.section(heading.uppercased())
            for command in commands { page.add(command, of: name, texts[command.name]) }
        }
        page.section("EXAMPLES")
        page.add(texts[name]?.entries ?? [])
        for topic in texts[name]?.topics ?? [] {
            page.section(topic.heading.uppercased())
            page.add(topic.entries)
        }
        for topic in texts["manual"]?.topics ?? [] {
            page.section(topic.heading)
            page.prose(topic.description)
            for entry in topic.entries { page.entry(italic(entry.term), roff(entry.summary)) }
        }
        return page.lines.map { $0 + "\n" }.joined()
    }
}

/// A page of roff, line by line.
private struct ManualPage {
    var lines: [String] = []

    mutating func macro(_ name: String, _ arguments: [String] = []) {
        lines.append(
            ([".\(name)"] + arguments.map { "\"\(roff($0))\"" }).joined(separator: " ")
        )
    }

    mutating func section(_ heading: String) { macro("SH", [heading]) }

    /// Terms and what they mean, such as lines to copy.
    mutating func add(_ entries: [Help.Entry]) {
        for one in entries { entry(bold(one.term), roff(one.summary)) }
    }

    /// Sentences; an empty line separates paragraphs.
    mutating func prose(_ text: String) {
        for (index, paragraph) in text.split(separator: "\n\n").enumerated() {
            if index > 0 { macro("PP") }
            lines.append(roff(String(paragraph).replacing("\n", with: " ")))
        }
    }

    /// A term, formatted, and its meaning, formatted, indented below it.
    mutating func entry(_ term: String, _ meaning: String) {
        macro("TP")
        lines.append(term)
        lines.append(meaning)
    }

    mutating func add<Action>(
        _ command: Command<Action>,
        of program: String,
        _ text: HelpText?
    ) {
        macro("SS", ["\(program) \(command.name)"])
        let places = command.positionals.map { italic($0.usage) }
        let required = command.flags.filter(\.isRequired).map(usage)
        let words = [bold("\(program) \(command.name)")] + places + required + ["[options]"]
        lines.append(words.joined(separator: " "))
        macro("PP")
        lines.append(roff(sentence(command.summary)))
        if let text, !text.description.isEmpty {
            macro("PP")
            prose(text.description)
        }
        for place in command.positionals { entry(italic(place.usage), meaning(of: place, text)) }
        for flag in command.flags {
            let names = flag.spellings.map(bold).joined(separator: ", ")
            let value = flag.value.map { " " + italic($0.name) } ?? ""
            entry(names + value, meaning(of: flag, text))
        }
        guard let text, !text.entries.isEmpty else { return }
        macro("PP")
        lines.append("Examples:")
        add(text.entries)
    }

    private func usage(_ flag: Declaration) -> String {
        let name = bold(flag.spellings[0])
        return flag.value.map { "\(name) \(italic($0.name))" } ?? name
    }

    private func meaning(of declaration: Declaration, _ text: HelpText?) -> String {
        let (facts, details) = (declaration.facts, declaration.details(in: text))
        let end = facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"
        return roff(
            sentence(declaration.summary + end) + (details.isEmpty ? "" : " " + details)
        )
    }

    private func sentence(_ text: String) -> String {
        let text = text.prefix(1).uppercased() + text.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }
}

private func bold(_ text: String) -> String { "\\fB\(roff(text))\\fR" }

private func italic(_ text: String) -> String { "\\fI\(roff(text))\\fR" }

/// Text as roff shows it unchanged: hyphens that can be copied, and no request at its beginning.
private func roff(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "\"": "\\(dq"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case _ where !scalar.isASCII:
            "\\[u\(hexadecimal(scalar.value, digits: 4, uppercase: true))]"
        default: String(scalar)
        }
    }
    let isRequest = text.hasPrefix(".")
    return (isRequest ? "\\&" : "") + escaped.joined()
}
