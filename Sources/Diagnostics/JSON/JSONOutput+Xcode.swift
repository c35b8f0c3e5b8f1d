extension JSONOutput {
    /// The text as Xcode writes it, with a line feed at its end: names in order, a blank before each
    /// colon, and every value on a line of its own.
    ///
    /// So a file that Xcode saves again differs in what was changed, and in nothing else.
    package var xcodeText: String { xcodeText("") + "\n" }

    private func xcodeText(_ indentation: String) -> String {
        let inner = indentation + "  "
        func lines(_ open: String, _ values: [String], _ close: String) -> String {
            // Foundation leaves an empty line in what is empty.
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
