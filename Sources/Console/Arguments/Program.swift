package struct Program<Action: Sendable>: Sendable {
    package let name: String
    package let version: String
    /// One line, lower case, no full stop.
    package let summary: String
    /// Commands that help shows under one heading.
    package let groups: KeyValuePairs<String, [Command<Action>]>
    /// Commands for other programs, such as `askingCommand`: neither help nor completion show them.
    package let hidden: [Command<Action>]
    private let markdown: @Sendable () -> String

    /// The name is of lower-case ASCII letters, digits and hyphens; no two commands share one;
    /// `texts` is Markdown, see `HelpText`.
    package init(
        _ name: String,
        version: String,
        summary: String,
        texts: @autoclosure @escaping @Sendable () -> String = "",
        groups: KeyValuePairs<String, [Command<Action>]>,
        hidden: [Command<Action>] = []
    ) {
        precondition(name.allSatisfy(isNameLetter), "not a program name: '\(name)'")
        self.name = name
        self.version = version
        self.summary = summary
        self.groups = groups
        markdown = texts
        self.hidden = hidden
        let names = (commands + hidden).map(\.name)
        precondition(Set(names).count == names.count, "a command is declared twice: \(names)")
    }

    /// All commands that are shown, in the order of the groups.
    package var commands: [Command<Action>] { groups.flatMap { $0.value } }

    /// What help says at length, by the names of the program and its commands; the manual page ends
    /// with the topics of "manual".
    package var texts: [String: HelpText] { HelpText.all(in: markdown()) }
}

/// What a command line asks for.
package enum Invocation<Action: Sendable>: Sendable {
    case run(Command<Action>, Values)
    case help(Help)
    /// The line to print.
    case version(String)
}

extension Program {
    /// What the words after the program's own name ask for; no words ask for short help.
    ///
    /// - Throws: The first thing wrong with the command line, from left to right; what is absent
    ///   comes last. Help is given as soon as it is met.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation<Action> {
        guard let first = arguments.first else { return .help(help(.short)) }
        let rest = arguments.dropFirst()
        switch first {
        case "-h": return .help(help(.short))
        case "--help": return .help(help(.long))
        case "--version": return .version("\(name) \(version)")
        case "help": return .help(try parseHelp(rest))
        default: break
        }
        if isOption(first) { throw error(unknown(option: first)) }
        let command = try command(named: first)
        let (flags, positionals) = (command.flags, command.positionals)
        command.check(flags, positionals)
        var parser = Parser(
            command: "\(name) \(command.name)",
            flags: flags,
            positionals: positionals,
            strayOption: command.strayOption
        )
        switch try parser.parse(rest) {
        case .help(let length): return .help(help(for: command, length))
        case .values(let values): return .run(command, values)
        }
    }

    private func parseHelp(_ words: ArraySlice<String>) throws(UsageError) -> Help {
        guard let first = words.first, first != "--help", first != "-h" else { return help(.long) }
        let command = try command(named: first)
        if let extra = words.dropFirst().first {
            throw error("unexpected argument '\(extra)', expected one command")
        }
        return help(for: command, .long)
    }

    private func command(named text: String) throws(UsageError) -> Command<Action> {
        if let command = (commands + hidden).first(where: { $0.name == text }) { return command }
        let names = commands.map(\.name) + ["help"]
        throw error("unknown command '\(text)'" + didYouMean(suggestion(for: text, among: names)))
    }

    private func unknown(option: String) -> String {
        let name = option.split(separator: "=", maxSplits: 1).first.map(String.init) ?? option
        let spellings = commands.lazy.flatMap { $0.flags.flatMap(\.spellings) }
        if spellings.contains(name) {
            return "option '\(name)' stands before the command, expected it after the command"
        }
        let near = suggestion(for: name, among: ["--help", "--version"])
        return "unknown option '\(name)'" + didYouMean(near)
    }

    private func error(_ message: String) -> UsageError {
        UsageError(message: message, command: name)
    }
}

/// Splits every `-C DIR` before the command off the words behind a program's name: where to work, as
/// in git and make.
package func leadingFolders(
    of arguments: [String],
    program: String
) throws(UsageError) -> (folders: [String], rest: [String]) {
    var (folders, rest) = ([String](), arguments[...])
    while rest.first == "-C" {
        guard let folder = rest.dropFirst().first else {
            throw UsageError(
                message: "missing value for '-C', expected a folder",
                command: program
            )
        }
        folders.append(folder)
        rest = rest.dropFirst(2)
    }
    return (folders, Array(rest))
}
