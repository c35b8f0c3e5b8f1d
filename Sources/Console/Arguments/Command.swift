/// One command of a program: its options and arguments, and what it does.
///
/// `Action` is the caller's, for instance a function of `Values`. Options and arguments are made each time that they
/// are asked for, because a command line needs those of one command only.
package struct Command<Action: Sendable>: Sendable {
    package let name: String
    /// One line, lower case, no full stop.
    package let summary: String
    package let action: Action
    private let makePositionals: @Sendable () -> [any Declared]
    private var makeGroups: @Sendable () -> [FlagGroup]
    private let makeStray: @Sendable () -> (any Declared)?

    /// The name is of lower-case ASCII letters, digits and hyphens, not "help", with `__` in front
    /// of a hidden one; `positionals` are in order, at most one of them repeating; no two options
    /// share a name.
    package init(
        _ name: String,
        summary: String,
        positionals: @autoclosure @escaping @Sendable () -> [any Declared] = [],
        groups: @autoclosure @escaping @Sendable () -> FlagGroups = [:],
        strayArguments stray: @autoclosure @escaping @Sendable () -> (any Declared)? = nil,
        action: Action
    ) {
        let bare = name.hasPrefix("__") ? name.dropFirst(2) : name[...]
        precondition(
            bare.first?.isLetter == true && bare.allSatisfy(isNameLetter) && name != "help",
            "not a command name: '\(name)'"
        )
        self.name = name
        self.summary = summary
        self.action = action
        makePositionals = positionals
        makeGroups = { groups().map { FlagGroup(heading: $0, flags: $1.map { $0.declaration }) } }
        makeStray = stray
    }

    package var positionals: [Declaration] { makePositionals().map { $0.declaration } }
    package var groups: [FlagGroup] { makeGroups() }
    /// The option that an argument too many was probably meant for, unless it looks like a file.
    var strayOption: Declaration? { makeStray()?.declaration }
    package var flags: [Declaration] { groups.flatMap(\.flags) }

    /// Stops the program where options or arguments are declared wrong.
    func check(_ flags: [Declaration], _ positionals: [Declaration]) {
        let names = flags.map(\.name) + flags.compactMap { $0.short.map(String.init) }
        let places = positionals.map(\.name)
        for list in [names, flags.map(\.name) + places] {
            precondition(Set(list).count == list.count, "'\(name)' declares a name twice: \(list)")
        }
        let silent = (flags + positionals).filter(\.summary.isEmpty).map(\.name)
        precondition(silent.isEmpty, "'\(name)' has no help for \(silent)")
        let partners = flags.flatMap { $0.rules.flatMap { $0.partners.map(\.long) } }
        let unknown = partners.filter { !flags.map(\.name).contains($0) }
        precondition(unknown.isEmpty, "rules of '\(name)' name no options of it: \(unknown)")
        let repeating = positionals.filter(\.isRepeatable)
        precondition(repeating.count < 2, "'\(name)' has two repeating arguments: \(places)")
    }

    /// The same with options that many commands have; those it declares itself stay where they are.
    package func adding(_ shared: [any Declared], to heading: String) -> Command {
        var command = self
        command.makeGroups = { [makeGroups] in
            var groups = makeGroups()
            let own = Set(groups.flatMap(\.flags).map(\.name))
            let added = shared.map { $0.declaration }.filter { !own.contains($0.name) }
            if let place = groups.firstIndex(where: { $0.heading == heading }) {
                groups[place].flags += added
            } else if !added.isEmpty {
                groups.append(FlagGroup(heading: heading, flags: added))
            }
            return groups
        }
        return command
    }
}

/// Options by the headings under which help shows them.
package typealias FlagGroups = KeyValuePairs<String, [any Declared]>

/// Options that help shows under one heading.
package struct FlagGroup: Sendable {
    package let heading: String
    var flags: [Declaration]
}
