import Diagnostics

/// What the user gave to one command, read with the declarations as keys.
package struct Values: Sendable {
    /// The program and the command: "kiln pack".
    let command: String
    /// By name, with an entry for everything declared; a switch holds the names it had.
    let texts: [String: [String]]
    /// Where the outputs go that options name.
    package let outputs: [Output]

    /// A file or folder that the command writes.
    package struct Output: Hashable, Sendable {
        /// The option as it is written in full, `--name`.
        package let option: String
        package let path: String
    }

    /// The value of an option or an argument, which the command must have declared.
    ///
    /// - Throws: A usage error when a required option is absent or a text is not of its kind;
    ///   parsing has already refused both, so only a key that differs from the command's own
    ///   declaration can meet this.
    package subscript<Value>(key: some Declared<Value>) -> Value {
        get throws(UsageError) {
            let texts = texts(of: key)
            guard let value = key.read(texts) else {
                throw usageError("\(spelling(of: key)) does not read as declared, found \(texts)")
            }
            return value
        }
    }

    package func declares(_ key: some Declared) -> Bool { texts[key.declaration.name] != nil }

    /// Whether an option was given, which its default may hide.
    package func has(_ key: some Declared) -> Bool { !texts(of: key).isEmpty }

    /// The option as it is written in full, `--name`, when it was given.
    package func name(of key: some Declared) -> String? {
        has(key) ? "--\(key.declaration.name)" : nil
    }

    /// A usage error of the command's own, such as two options that exclude each other.
    ///
    /// The text says what is wrong, lower case, no full stop, with the options' names.
    package func usageError(_ text: String) -> UsageError {
        UsageError(message: text, command: command)
    }

    private func texts(of key: some Declared) -> [String] {
        guard let texts = texts[key.declaration.name] else {
            preconditionFailure("'\(command)' does not declare \(spelling(of: key))")
        }
        return texts
    }

    private func spelling(of key: some Declared) -> String {
        "'\(key.declaration.isOption ? "--" : "")\(key.declaration.name)'"
    }
}

/// Why a command line cannot be carried out.
package struct UsageError: Error, Hashable, Sendable {
    /// What is wrong, one line, lower case, no full stop; option names are as typed or as declared.
    package let message: String
    /// The program and, when it is known, the command: "kiln pack".
    package let command: String

    /// The next action: "try 'kiln pack --help'".
    package var help: String { "try '\(command) --help'" }
}

extension UsageError: CustomStringConvertible {
    /// Two lines for stderr, in the form of the diagnostics.
    package var description: String { "error: \(printable(message))\n  help: \(help)" }
}

/// The end of a message about a word, with the one that was probably meant.
func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
}

/// The word that was probably meant, nil when none is near.
///
/// A word that the text begins is meant if it is the only one; then the nearest in spelling, as
/// diagnostics measure it.
package func suggestion(for text: String, among words: [String]) -> String? {
    let lower = text.lowercased()
    let begun = words.filter { lower.count > 1 && $0.hasPrefix(lower) }
    return begun.count == 1 ? begun.first : nearestMatch(to: text, in: words)
}
