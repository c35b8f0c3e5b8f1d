/// One id as a Swift identifier.
package enum SwiftIdentifier {
    /// An id as the name of a member, in lower camel case: `red-panda` is `redPanda`.
    ///
    /// Not yet escaped, and other ids may come to the same.
    package static func member(_ id: String) -> String { camel(id, upper: false) }

    /// An id as the name of a type, in upper camel case.
    package static func type(_ id: String) -> String { camel(id, upper: true) }

    /// An identifier as it is in a declaration and behind a dot: keywords in backticks.
    package static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    private static func camel(_ id: String, upper: Bool) -> String {
        var name = ""
        for (index, word) in words(of: id).enumerated() {
            name += index == 0 && !upper ? lowered(word) : capitalized(word)
        }
        return started(name)
    }

    /// An id with `_` for everything that cannot stand in an identifier.
    static func literal(_ id: String) -> String {
        started(String(String.UnicodeScalarView(id.unicodeScalars.map { isPart($0) ? $0 : "_" })))
    }

    /// An id in a spelling that no other id has: what is no letter or digit by its code.
    static func coded(_ id: String) -> String {
        var name = ""
        for scalar in id.unicodeScalars {
            if isPart(scalar), scalar != "_" {
                name.unicodeScalars.append(scalar)
            } else {
                name += "_\(String(scalar.value, radix: 16, uppercase: true))_"
            }
        }
        return started(name)
    }

    /// A name that begins as identifiers do; `_` where it is empty or begins with a digit.
    private static func started(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return "_empty" }
        let isAlone = name.unicodeScalars.allSatisfy { $0 == "_" }
        return isHead(first) && !isAlone ? name : "_" + name + (isAlone ? "empty" : "")
    }

    private static func words(of id: String) -> [[Unicode.Scalar]] {
        id.unicodeScalars.split { !isPart($0) || $0 == "_" }.map { Array($0) }
    }

    /// A word that begins a name: `Hat` is `hat`, `URL` is `url`, `XMLFile` is `xmlFile`.
    private static func lowered(_ word: [Unicode.Scalar]) -> String {
        let run = word.prefix { $0.properties.isUppercase }.count
        // The last capital of several begins the next word.
        let next = run < word.count ? word[run] : "_"
        let count = run > 1 && next.properties.isAlphabetic ? run - 1 : run
        return word.prefix(count).map(\.properties.lowercaseMapping).joined()
            + String(String.UnicodeScalarView(word.dropFirst(count)))
    }

    private static func capitalized(_ word: [Unicode.Scalar]) -> String {
        guard let first = word.first else { return "" }
        // Only ASCII: other capitals may be several letters, and some scripts have none.
        let head = first.isASCII ? first.properties.uppercaseMapping : String(Character(first))
        return head + String(String.UnicodeScalarView(word.dropFirst()))
    }

    /// Whether a scalar may begin an identifier.
    private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        guard isPart(scalar) else { return false }
        switch scalar {
        case "0"..."9", "\u{300}"..."\u{36F}", "\u{1DC0}"..."\u{1DFF}", "\u{20D0}"..."\u{20FF}",
            "\u{FE20}"..."\u{FE2F}":
            return false
        default: return true
        }
    }

    /// Whether a scalar may stand in an identifier: a letter, mark or digit of Swift's grammar.
    ///
    /// It allows pictures and invisible signs too, which would be hard to type.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": return true
        case "\u{0}"..."\u{BF}", "\u{D7}", "\u{F7}", "\u{1680}", "\u{180E}": return false
        case "\u{2000}"..."\u{203E}", "\u{2041}"..."\u{2053}", "\u{2055}"..."\u{206F}": return false
        case "\u{2190}"..."\u{245F}", "\u{2500}"..."\u{2775}", "\u{2794}"..."\u{2BFF}": return false
        case "\u{2E00}"..."\u{2E7F}", "\u{3000}"..."\u{3003}", "\u{3008}"..."\u{3020}": return false
        case "\u{3030}", "\u{E000}"..."\u{F8FF}", "\u{FE00}"..."\u{FE1F}": return false
        case "\u{FE45}"..."\u{FE46}", "\u{FEFF}": return false
        default: break
        }
        guard scalar.value & 0xFFFF < 0xFFFE else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }

    /// Words that are no identifiers without backticks.
    static let keywords: Set<String> = [
        "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
        "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]
}

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
