import Diagnostics

/// Text between two tags or inside of a quoted attribute (XML 1.0, section 2.4).
func xmlEscaped(_ text: String) -> String {
    rewritten(text) { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&apos;"
        default: nil
        }
    }
}
