import Diagnostics

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
