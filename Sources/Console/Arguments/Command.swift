/// One command of a program: its options and arguments, what explains it, and what it does.
///
/// `Action` is the caller's, for instance a function of `Values`.
package struct Command<Action: Sendable>: Sendable {
    package let name: String
    /// One line, lower case, no full stop.
    package let summary: String
    /// Sentences; an empty line separates paragraphs.
    package let description: String
    package let examples: [Example]
    package let positionals: [PositionalDeclaration]
    package private(set) var groups: [FlagGroup]
    /// The option that an argument too many was probably meant for, unless it looks like a file.
    let strayOption: FlagDeclaration?
    package let action: Action

    /// The name is of lower-case ASCII letters, digits and hyphens, not "help", with `__` in front
    /// of a hidden one; `positionals` are in order, at most one of them repeating; no two options
    /// share a name.
    package init(
        _ name: String,
        summary: String,
        description: String = "",
        examples: [Example] = [],
        positionals: [any DeclaredPositional] = [],
        groups: [FlagGroup] = [],
        strayArguments stray: (any DeclaredFlag)? = nil,
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
        self.positionals = positionals.map(\.declaration)
        self.groups = groups
        strayOption = stray?.declaration
        self.action = action
        let names = flags.flatMap { [$0.long, $0.negation, $0.short.map(String.init)] }
            .compactMap { $0 }
        let places = self.positionals.map(\.name)
        for list in [names, places] {
            precondition(Set(list).count == list.count, "'\(name)' declares a name twice: \(list)")
        }
        let silent =
            flags.filter(\.summary.isEmpty).map(\.long)
            + self.positionals.filter(\.summary.isEmpty).map(\.name)
        precondition(silent.isEmpty, "'\(name)' has no help for \(silent)")
        let partners = flags.flatMap { $0.rules.flatMap { $0.partners.map(\.long) } }
        let unknown = partners.filter { !flags.map(\.long).contains($0) }
        precondition(unknown.isEmpty, "rules of '\(name)' name no options of it: \(unknown)")
        let repeating = self.positionals.filter(\.arity.isRepeating)
        precondition(repeating.count < 2, "'\(name)' has two repeating arguments: \(places)")
    }

    /// The same with options that many commands have; those it declares itself stay where they are.
    package func adding(_ shared: FlagGroup) -> Command {
        let own = Set(flags.map(\.long))
        let added = shared.without(own)
        var command = self
        if let place = groups.firstIndex(where: { $0.heading == shared.heading }) {
            command.groups[place] = groups[place].with(added)
        } else if !added.flags.isEmpty {
            command.groups.append(added)
        }
        return command
    }

    /// All options, in the order of the groups.
    package var flags: [FlagDeclaration] { groups.flatMap(\.flags) }
}

/// Options that help shows under one heading; commands may share a group.
package struct FlagGroup: Sendable {
    package let heading: String
    package let flags: [FlagDeclaration]

    package init(_ heading: String, _ flags: [any DeclaredFlag]) {
        self.heading = heading
        self.flags = flags.map(\.declaration)
    }

    private init(heading: String, flags: [FlagDeclaration]) {
        self.heading = heading
        self.flags = flags
    }

    fileprivate func with(_ other: FlagGroup) -> FlagGroup {
        FlagGroup(heading: heading, flags: flags + other.flags)
    }

    fileprivate func without(_ names: Set<String>) -> FlagGroup {
        FlagGroup(heading: heading, flags: flags.filter { !names.contains($0.long) })
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
