extension JSONOutput {
    /// The text as Xcode writes it, ending in a line feed: sorted names, a space before each colon,
    /// and every value on a separate line.
    ///
    /// So saving a file in Xcode changes nothing else.
    package var xcodeText: String { xcodeText("") + "\n" }

    private func xcodeText(_ indentation: String) -> String {
        let inner = indentation + "  "
        func lines(_ open: String, _ values: [String], _ close: String) -> String {
            // Foundation writes an empty line in empty containers.
            let body = values.map { inner + $0 }.joined(separator: ",\n")
            return "\(open)\n\(body)\n\(indentation)\(close)"
        }
        switch self {
        case .array(let values):
            return lines("[", values.map { $0.xcodeText(inner) }, "]")
        case .object(let members):
            let sorted = members.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
            let texts = sorted.map { "\(quotedJSON($0.0)) : \($0.1.xcodeText(inner))" }
            return lines("{", texts, "}")
        default: return compact
        }
    }
}
