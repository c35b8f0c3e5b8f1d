/// Text between two tags or inside of a quoted attribute (XML 1.0, section 2.4).
func xmlEscaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
        switch character {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&apos;"
        default: escaped.unicodeScalars.append(character)
        }
    }
    return escaped
}
