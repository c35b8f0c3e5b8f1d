/// Distinct CSS classes that need no escapes, for each of `names`; none becomes `taken`.
///
/// Valid names stay. Of names that become equal, the second in order gets the suffix `-2`, the next
/// `-3`. With the separator `_` they are identifiers of most languages.
func classNames(
    _ names: Set<String>,
    except taken: String,
    separator: String = "-"
) -> [String: String] {
    var used: Set<String> = [taken]
    var classes: [String: String] = [:]
    let wanted = names.sorted().map { (name: $0, own: className($0, separator: separator)) }
    for (name, own) in wanted where name == own && used.insert(own).inserted {
        classes[name] = own
    }
    for (name, own) in wanted where classes[name] == nil {
        var candidate = own
        var number = 1
        while !used.insert(candidate).inserted {
            number += 1
            candidate = "\(own)\(separator)\(number)"
        }
        classes[name] = candidate
    }
    return classes
}

/// The name in ASCII letters, digits, `_` and `-`, such as `pet-dragon` for `pet/dragon`.
///
/// Latin, Greek and Cyrillic letters are transliterated without diacritics, other letters become
/// their Unicode number; anything else becomes a single `-`, or
/// another separator, which replaces `-` too.
func className(_ name: String, separator: String = "-") -> String {
    var text = ""
    var isAfterGap = true
    for scalar in name.unicodeScalars {
        let part = scalar == "-" ? separator : asciiWord(scalar)
        if part == nil {
            if !isAfterGap { text += separator }
            isAfterGap = true
        } else if let part, !part.isEmpty {
            text += part
            isAfterGap = false
        }
    }
    if isAfterGap, !text.isEmpty { text.removeLast() }
    let start = text.drop { $0 == "-" }.first
    return start == nil || start?.isNumber == true ? "_" + text : text
}

/// The replacement of a character: empty for a combining mark, nil for a separator.
private func asciiWord(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": return String(scalar)
    default: break
    }
    if scalar.isASCII { return nil }
    let lower = scalar.properties.lowercaseMapping
    if let found = transliterations.first(where: { $0.letters.contains(lower) }) {
        return lower == String(scalar) ? found.ascii : found.ascii.uppercased()
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: return ""
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
        return "u" + String(scalar.value, radix: 16)
    default: return nil
    }
}

/// By hand, because tables of systems differ, also over time.
private let spellings: [(ascii: String, letters: String)] = [
    ("a", "à á â ã ä å ā ă ą ǎ α ά а"), ("ae", "æ"), ("b", "б"), ("c", "ç ć ĉ ċ č"),
    ("ch", "χ ч"), ("d", "ď đ ð δ д"), ("e", "è é ê ë ē ĕ ė ę ě ε έ е ё э"), ("f", "φ ф"),
    ("g", "ĝ ğ ġ ģ γ г ґ"), ("h", "ĥ ħ"), ("i", "ì í î ï ĩ ī ĭ į ı ǐ η ή ι ί ϊ ΐ и і"),
    ("j", "ĵ"), ("k", "ķ ĸ κ к"), ("kh", "х"), ("l", "ĺ ļ ľ ŀ ł λ л"), ("m", "μ м"),
    ("n", "ñ ń ņ ň ŉ ŋ ν н"), ("o", "ò ó ô õ ö ø ō ŏ ő ǒ ο ό ω ώ о"), ("oe", "œ"),
    ("p", "π п"), ("ps", "ψ"), ("r", "ŕ ŗ ř ρ р"), ("s", "ś ŝ ş š ș ſ σ ς с"), ("ss", "ß"),
    ("sh", "ш"), ("shch", "щ"), ("t", "ţ ť ŧ ț τ т"), ("th", "þ θ"), ("ts", "ц"),
    ("u", "ù ú û ü ũ ū ŭ ů ű ų ǔ у ў"), ("v", "β в"), ("w", "ŵ"), ("x", "ξ"),
    ("y", "ý ÿ ŷ υ ύ ϋ ΰ й ы"), ("ya", "я"), ("ye", "є"), ("yi", "ї"), ("yu", "ю"),
    ("z", "ź ż ž ζ з"), ("zh", "ж"), ("", "ь ъ"),
]

private let transliterations: [(ascii: String, letters: Set<String>)] = spellings.map { spelling in
    (spelling.ascii, Set(spelling.letters.split(separator: " ").map(String.init)))
}
