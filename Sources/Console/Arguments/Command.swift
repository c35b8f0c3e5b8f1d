/// One command of a program: its options and arguments, what explains it, and what it does.
///
/// `Action` is the caller's, for instance a function of `Values`. Options and arguments are made each time that they
/// are asked for, because a command line needs those of one command only.
package struct Command<Action: Sendable>: Sendable {
    package let name: String
    /// One line, lower case, no full stop.
    package let summary: String
    /// Sentences; an empty line separates paragraphs.
    package let description: String
    package let examples: [Example]
    package let action: Action
    private let makePositionals: @Sendable () -> [any DeclaredPositional]
    private var makeGroups: @Sendable () -> [FlagGroup]
    private let makeStray: @Sendable () -> (any DeclaredFlag)?

    /// The name is of lower-case ASCII letters, digits and hyphens, not "help", with `__` in front
    /// of a hidden one; `positionals` are in order, at most one of them repeating; no two options
    /// share a name.
    package init(
        _ name: String,
        summary: String,
        description: String = "",
        examples: [Example] = [],
        positionals: @autoclosure @escaping @Sendable () -> [any DeclaredPositional] = [],
        groups: @autoclosure @escaping @Sendable () -> [FlagGroup] = [],
        strayArguments stray: @autoclosure @escaping @Sendable () -> (any DeclaredFlag)? = nil,
        action: Action
    ) {
        let bare = name.hasPrefix("__") ? name.dropFirst(2) : name[...]
        precondition(
            bare.first?.isLetter == true && bare.allSatisfy(isNameLetter) && name != "help",
            "not a command name: '\(name)'"
        )
        self.name = name
        self.summary = summary
        self.description = description
        self.examples = examples
        self.action = action
        makePositionals = positionals
        makeGroups = groups
        makeStray = stray
    }

    package var positionals: [PositionalDeclaration] { makePositionals().map(\.declaration) }
    package var groups: [FlagGroup] { makeGroups() }
    /// The option that an argument too many was probably meant for, unless it looks like a file.
    var strayOption: FlagDeclaration? { makeStray()?.declaration }
    package var flags: [FlagDeclaration] { groups.flatMap(\.flags) }

    /// Stops the program where options or arguments are declared wrong.
    func check(_ flags: [FlagDeclaration], _ positionals: [PositionalDeclaration]) {
        let names = flags.flatMap { [$0.long, $0.negation, $0.short.map(String.init)] }
            .compactMap { $0 }
        let places = positionals.map(\.name)
        for list in [names, places] {
            precondition(Set(list).count == list.count, "'\(name)' declares a name twice: \(list)")
        }
        let silent =
            flags.filter(\.summary.isEmpty).map(\.long)
            + positionals.filter(\.summary.isEmpty).map(\.name)
        precondition(silent.isEmpty, "'\(name)' has no help for \(silent)")
        let partners = flags.flatMap { $0.rules.flatMap { $0.partners.map(\.long) } }
        let unknown = partners.filter { !flags.map(\.long).contains($0) }
        precondition(unknown.isEmpty, "rules of '\(name)' name no options of it: \(unknown)")
        let repeating = positionals.filter(\.arity.isRepeating)
        precondition(repeating.count < 2, "'\(name)' has two repeating arguments: \(places)")
    }

    /// The same with options that many commands have; those it declares itself stay where they are.
    package func adding(_ shared: FlagGroup) -> Command {
        var command = self
        command.makeGroups = { [makeGroups] in
            var groups = makeGroups()
            let own = Set(groups.flatMap(\.flags).map(\.long))
            var added = shared
            added.flags.removeAll { own.contains($0.long) }
            if let place = groups.firstIndex(where: { $0.heading == shared.heading }) {
                groups[place].flags += added.flags
            } else if !added.flags.isEmpty {
                groups.append(added)
            }
            return groups
        }
        return command
    }
}

/// Options that help shows under one heading; commands may share a group.
package struct FlagGroup: Sendable {
    package let heading: String
    package fileprivate(set) var flags: [FlagDeclaration]

    package init(_ heading: String, _ flags: [any DeclaredFlag]) {
        self.heading = heading
        self.flags = flags.map(\.declaration)
    }
}

/// A command line to copy, and what it does.
package struct Example: Hashable, Sendable {
    package let commandLine: String
    /// A sentence.
    package let meaning: String

    package init(_ commandLine: String, _ meaning: String) {
        self.commandLine = commandLine
        self.meaning = meaning
    }
}
