import Diagnostics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A text for machines that may end up on a terminal, or in the log of GitHub's runner.
///
/// Values are quoted in it as its form wants it; what the form allows and a terminal or the runner
/// would take for a command is written in another way that means the same.
package struct Document: Sendable {
    package let text: String

    /// A text that holds nothing of others, or that is nothing but commands.
    package init(own text: String) { self.text = text }

    /// Outside of strings JSON has none of the characters in question.
    package init(json text: String) {
        self.text = withoutSteering(text) { scalar in
            // Beyond U+FFFF nothing steers.
            scalar == "\\" ? "\\\\" : "\\u" + hexadecimal(scalar.value, digits: 4)
        }
    }

    /// A value as JSON for `--json`: indented, members sorted.
    package init(encoding value: some Encodable) throws { self.init(json: try jsonText(value)) }

    /// Characters that XML cannot name are none of its text.
    package init(xml text: String) {
        self.text = withoutSteering(text) { "&#x\(String($0.value, radix: 16));" }
    }

    /// With a line feed at its end.
    package var ended: String { text.hasSuffix("\n") ? text : text + "\n" }
}

/// A value as JSON: indented, members sorted.
package func jsonText(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Writes characters that would steer a terminal in another way, and `##[`, by which GitHub's
/// runner knows a command of the old form anywhere in a line (actions/runner, ActionCommand.cs).
private func withoutSteering(_ text: String, _ form: (Unicode.Scalar) -> String) -> String {
    var text = text
    let plain: (Unicode.Scalar) -> Bool = { $0 == "\n" || !$0.steersTerminals }
    if !text.unicodeScalars.allSatisfy(plain) {
        text = rewritten(text) { scalar in
            if plain(scalar) { return nil }
            // As everywhere: `\xE9`.
            return scalar.pathByte == nil
                ? form(scalar) : form("\\") + scalar.writtenOut.dropFirst()
        }
    }
    return replacingBytes(in: text, "##[", with: form("#") + "#[")
}

/// To text, a bracket with a mark over it is no bracket; to who reads bytes it is one.
private func replacingBytes(in text: String, _ old: String, with new: String) -> String {
    guard text.utf8.firstRange(of: old.utf8) != nil else { return text }
    let bytes = Array(text.utf8).replacing(Array(old.utf8), with: Array(new.utf8))
    return String(decoding: bytes, as: UTF8.self)
}

/// Lines in which GitHub's runner sees no command.
///
/// It takes `::` for one behind nothing but blanks, and `##[` anywhere in a line.
func withoutCommands(_ text: String) -> String {
    let text = replacingBytes(in: text, "##[", with: "\\u{23}#[")
    guard text.utf8.firstRange(of: "::".utf8) != nil else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        // Blanks, what shows nothing, and what sets colors may stand before a command.
        guard let colons = line.utf8.firstRange(of: "::".utf8),
            line[..<colons.lowerBound].unicodeScalars.allSatisfy({
                !(0x21...0x7E).contains($0.value) || "[0123456789;m".unicodeScalars.contains($0)
            })
        else { return String(line) }
        return line[..<colons.lowerBound] + "\\u{3a}:" + line[colons.upperBound...]
    }.joined(separator: "\n")
}
