/// A text as a Swift string literal: in quotes, and printable ASCII throughout.
///
/// Nothing that turns the direction of text, or that cannot be seen, gets into the source.
package func swiftLiteral(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": out += "\\\(Character(scalar))"
        case " "..."~": out.unicodeScalars.append(scalar)
        default: out += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
    return out + "\""
}

/// A text as one line of a comment: what would end it, or cannot be seen, is a blank.
func swiftComment(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Character in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .surrogate:
            " "
        default: Character(scalar)
        }
    }
    return scalars.split(separator: " ").map { String($0) }.joined(separator: " ")
}
