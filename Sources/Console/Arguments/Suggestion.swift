import Diagnostics

/// The word that was probably meant, nil when none is near.
///
/// A word that the text begins is meant if it is the only one; then the nearest in spelling, as
/// diagnostics measure it.
package func suggestion(for text: String, among words: [String]) -> String? {
    let lower = text.lowercased()
    let begun = words.filter { lower.count > 1 && $0.hasPrefix(lower) }
    return begun.count == 1 ? begun.first : nearestMatch(to: text, in: words)
}
