/// Reads the words after a command.
struct Parser {
    enum Outcome {
        case values(Values)
        case help(Help.Length)
    }

    /// The program and the command: "kiln pack".
    let command: String
    let flags: [Declaration]
    let positionals: [Declaration]
    let strayOption: Declaration?

    private(set) var found: [String: [String]] = [:]
    private(set) var ordinary: [String] = []

    mutating func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Outcome {
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" {
                ordinary += rest
                break
            }
            if !isOption(word) {
                ordinary.append(word)
            } else if word.hasPrefix("--") {
                if word == "--help" { return .help(.long) }
                try parseLong(word, &rest)
            } else if let help = try parseShort(word, &rest) {
                return help
            }
        }
        let places = try distribute()
        for flag in flags where flag.isRequired && found[flag.name] == nil {
            throw error("missing option '\(flag.usage)'" + didYouMean(outputAmongInputs))
        }
        try checkRules()
        for flag in flags where found[flag.name] == nil { found[flag.name] = [] }
        let outputs = flags.flatMap { flag in
            (found[flag.name] ?? []).compactMap { flag.value?.written($0) }
                .map { Values.Output(option: "--\(flag.name)", path: $0) }
        }
        return .values(
            Values(
                command: command,
                texts: found.merging(places) { flag, _ in flag },
                outputs: outputs
            )
        )
    }
}

// Options.
extension Parser {
    private mutating func parseLong(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let equals = word.firstIndex(of: "=")
        let name = String(word[..<(equals ?? word.endIndex)].dropFirst(2))
        let inline = equals.map { String(word[word.index(after: $0)...]) }
        guard let flag = flags.first(where: { $0.name == name }) else {
            throw unknown("--\(name)")
        }
        guard let value = flag.value else {
            if let inline { throw error("option '--\(name)' takes no value, found '\(inline)'") }
            found[name, default: []].append(name)
            return
        }
        let text: String
        if let inline { text = inline } else { text = try next(&rest, for: "--\(name)", value) }
        try record(text, for: flag, as: "--\(name)")
    }

    /// Switches may share a dash; an option with a value ends the word: `-vo build`, `-vobuild`.
    ///
    /// Returns nil unless the word asks for help.
    private mutating func parseShort(
        _ word: String,
        _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Outcome? {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            if letter == "h" { return .help(.short) }
            guard let flag = flags.first(where: { $0.short == letter }) else {
                throw unknown(word, letter: letter)
            }
            guard let value = flag.value else {
                if letters.first == "=" {
                    let text = String(letters.dropFirst())
                    throw error("option '-\(letter)' takes no value, found '\(text)'")
                }
                found[flag.name, default: []].append(flag.name)
                continue
            }
            let hasText = !letters.isEmpty
            if letters.first == "=" { letters.removeFirst() }
            let text = try hasText ? String(letters) : next(&rest, for: "-\(letter)", value)
            try record(text, for: flag, as: "-\(letter)")
            break
        }
        return nil
    }

    private func next(
        _ rest: inout ArraySlice<String>,
        for option: String,
        _ value: ValueDeclaration
    ) throws(UsageError) -> String {
        if let text = rest.first, !isOption(text), text != "--" { return rest.removeFirst() }
        let found = rest.first.map { "found '\($0)', " } ?? ""
        throw error("missing value for '\(option)', \(found)expected \(value.expectation)")
    }

    private mutating func record(
        _ text: String,
        for flag: Declaration,
        as spelling: String
    ) throws(UsageError) {
        try check(text, flag, at: spelling)
        if let earlier = found[flag.name]?.first, !flag.isRepeatable {
            throw error(
                "option '--\(flag.name)' given twice, found '\(earlier)' and '\(text)', expected one"
            )
        }
        found[flag.name, default: []].append(text)
    }
}

// Arguments.
extension Parser {
    /// Gives every argument its words: first each gets the least it needs, then what is left goes
    /// from left to right, so that `[CATALOG] SPECIES ITEM` takes two words or three.
    private func distribute() throws(UsageError) -> [String: [String]] {
        let usage = positionals.isEmpty ? "none" : positionals.map(\.usage).joined(separator: " ")
        let needed = positionals.filter(\.isRequired)
        if ordinary.count < needed.count {
            let name = needed[ordinary.count].name
            throw error("missing argument '\(name)', expected \(usage)")
        }
        var extra = ordinary.count - needed.count
        var words = ordinary[...]
        var places: [String: [String]] = [:]
        // A repeating argument takes what the optional ones behind it leave.
        var optionals = positionals.filter { $0.arity == .optional }.count
        for positional in positionals {
            let count: Int
            switch positional.arity {
            case .one: count = 1
            case .optional:
                count = min(1, extra)
                optionals -= 1
                extra -= count
            case .oneOrMore, .anyNumber:
                let more = max(0, extra - optionals)
                count = (positional.arity == .oneOrMore ? 1 : 0) + more
                extra -= more
            }
            let own = words.prefix(count)
            words = words.dropFirst(count)
            for text in own { try check(text, positional, at: positional.name) }
            places[positional.name] = Array(own)
        }
        if let word = words.first {
            let end = didYouMean(option(forStray: word))
            throw error("unexpected argument '\(word)', expected \(usage)" + end)
        }
        return places
    }

    private func option(forStray word: String) -> String? {
        guard let strayOption, !word.contains(where: { $0 == "." || $0 == "/" }) else {
            return outputOption(for: word)
        }
        return "--\(strayOption.name) \(word)"
    }

    /// The last of several inputs behind `-o`, where the command needs an output.
    private var outputAmongInputs: String? {
        ordinary.count > 1 ? ordinary.last.flatMap(outputOption) : nil
    }

    /// The word behind `-o`, where the command writes to such a place and none was named: `cp` and
    /// its kind take the target as their last argument.
    private func outputOption(for word: String) -> String? {
        let flag = flags.first { flag in
            flag.short == "o" && found[flag.name] == nil && flag.value?.written(word) != nil
        }
        return flag.map { _ in "-o \(word)" }
    }
}

// Complaints.
extension Parser {
    private func checkRules() throws(UsageError) {
        for flag in flags {
            for rule in flag.rules {
                guard let own = FlagUse(flag, rule.values).given(in: found) else { continue }
                let given = rule.partners.compactMap { $0.given(in: found) }
                let reason = rule.reason.map { "; \($0)" } ?? ""
                switch rule.kind {
                case .needs where given.isEmpty:
                    let partners = rule.partners.map { "'\($0.spelling)'" }
                    throw error("'\(own)' needs \(spokenList(partners))" + reason)
                case .excludes where !given.isEmpty:
                    throw error("'\(own)' and '\(given[0])' exclude each other" + reason)
                default: break
                }
            }
        }
    }

    private func check(
        _ text: String,
        _ declaration: Declaration,
        at place: String
    ) throws(UsageError) {
        guard let value = declaration.value, !value.accepts(text) else { return }
        var nearest: String?
        switch value.completion {
        case .words(let words): nearest = suggestion(for: text, among: words)
        case .files where text == "-", .directories where text == "-": nearest = "./-"
        default: break
        }
        throw error(
            "invalid value for \(place), found '\(text)', expected \(value.expectation)"
                + didYouMean(nearest)
        )
    }

    private func unknown(_ option: String, letter: Character? = nil) -> UsageError {
        let names = flags.map(\.name) + ["help"]
        let name = String(option.drop { $0 == "-" }.prefix { $0 != "=" })
        // One dash too few, as in `-padding`, or a letter that no option has.
        let nearest = name.count > 1 ? suggestion(for: name, among: names) : nil
        let typed = nearest == nil ? letter.map { "-\($0)" } ?? option : option
        return error("unknown option '\(typed)'" + didYouMean(nearest.map { "--\($0)" }))
    }

    private func error(_ message: String) -> UsageError {
        UsageError(message: message, command: command)
    }
}

/// Whether a word is written as an option; `-` and negative numbers are not.
func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    let digits = word.dropFirst()
    guard let first = digits.first(where: { $0 != "." }) else { return true }
    return !(first.isASCII && first.isNumber)
}

extension ValueDeclaration {
    /// What belongs here, with the limits unless they are the whole of it.
    var expectation: String {
        if case .words = completion { return expected }
        return limits.map { "\(expected), \($0)" } ?? expected
    }
}
