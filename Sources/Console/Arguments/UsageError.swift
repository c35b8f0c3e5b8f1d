import Diagnostics

/// Why a command line cannot be carried out.
package struct UsageError: Error, Hashable, Sendable {
    /// Option names are as typed or as declared, with their dashes.
    package enum Reason: Hashable, Sendable {
        case unknownCommand(String, suggestion: String?)
        case unknownOption(String, suggestion: String?)
        /// An option of a command, in front of the command.
        case optionBeforeCommand(String)
        /// `next` is the option that stands where the value was expected.
        case missingValue(option: String, expected: String, next: String?)
        case unexpectedValue(option: String, found: String)
        /// `place` is an option or the name of an argument.
        case invalidValue(place: String, found: String, expected: String, suggestion: String?)
        case repeatedOption(String, first: String, second: String)
        case contradiction(String, String)
        case exclusion(String, String, reason: String?)
        /// An option without one of those that it needs.
        case missingPartner(String, needed: [String], reason: String?)
        case missingOption(String, suggestion: String? = nil)
        case missingArgument(String, expected: String)
        case unexpectedArgument(String, expected: String, suggestion: String? = nil)
        /// A check of the command's own; the text is lower case without a full stop.
        case other(String)
    }

    package let reason: Reason
    /// The program and, when it is known, the command: "kiln pack".
    package let command: String

    /// What is wrong, one line, lower case, no full stop.
    package var message: String {
        switch reason {
        case .unknownCommand(let name, let suggestion):
            "unknown command '\(name)'" + ask(suggestion)
        case .unknownOption(let name, let suggestion):
            "unknown option '\(name)'" + ask(suggestion)
        case .optionBeforeCommand(let name):
            "option '\(name)' stands before the command, expected it after the command"
        case .missingValue(let option, let expected, let next):
            "missing value for '\(option)', \(found(next))expected \(expected)"
        case .unexpectedValue(let option, let value):
            "option '\(option)' takes no value, found '\(value)'"
        case .invalidValue(let place, let value, let expected, let suggestion):
            "invalid value for \(place), found '\(value)', expected \(expected)" + ask(suggestion)
        case .repeatedOption(let name, let first, let second):
            "option '\(name)' given twice, found '\(first)' and '\(second)', expected one"
        case .contradiction(let first, let second):
            "options '\(first)' and '\(second)' contradict each other, expected one of them"
        case .exclusion(let first, let second, let reason):
            "'\(first)' and '\(second)' exclude each other" + because(reason)
        case .missingPartner(let option, let needed, let reason):
            "'\(option)' needs \(spokenList(needed.map { "'\($0)'" }, "or"))" + because(reason)
        case .missingOption(let usage, let suggestion):
            "missing option '\(usage)'" + ask(suggestion)
        case .missingArgument(let name, let expected):
            "missing argument '\(name)', expected \(expected)"
        case .unexpectedArgument(let text, let expected, let suggestion):
            "unexpected argument '\(text)', expected \(expected)" + ask(suggestion)
        case .other(let text):
            text
        }
    }

    /// The next action: "try 'kiln pack --help'".
    package var help: String { "try '\(command) --help'" }

    private func ask(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }

    private func because(_ reason: String?) -> String { reason.map { "; \($0)" } ?? "" }

    private func found(_ next: String?) -> String { next.map { "found '\($0)', " } ?? "" }
}

extension UsageError: CustomStringConvertible {
    /// Two lines for stderr, in the form of the diagnostics.
    package var description: String { "error: \(printable(message))\n  help: \(help)" }
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
