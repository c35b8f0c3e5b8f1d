package import Diagnostics

extension Check {
    package static let badValue = Check("bad-value", isFixed: true)
    package static let unsafeID = Check("unsafe-id", isFixed: true)
    package static let unsafePath = Check("unsafe-path", isFixed: true)
}

extension Shape<Bool> {
    static let bool = Shape(schema: .plain([("type", "boolean")])) { node, _, _ in
        if case .bool(let value) = node.value { return value }
        throw Refusal.wrongType(expected: "true or false")
    }
}

extension Shape<Double> {
    /// A number in a closed range; `expected` describes it better.
    static func number(_ range: ClosedRange<Double>, expected: String? = nil) -> Shape {
        let schema = Schema.plain([
            ("type", "number"), ("minimum", .number(range.lowerBound)),
            ("maximum", .number(range.upperBound)),
        ])
        return Shape(schema: schema) { node, _, _ in
            guard let value = node.number else { throw Refusal.wrongType(expected: "a number") }
            if range.contains(value) { return value }
            let ends = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
            throw Refusal.outOfRange(expected: expected ?? ends)
        }
    }
}

extension Shape<Int> {
    /// A whole number in a closed range.
    static func integer(_ range: ClosedRange<Int>) -> Shape {
        let schema = Schema.plain([
            ("type", "integer"), ("minimum", .integer(range.lowerBound)),
            ("maximum", .integer(range.upperBound)),
        ])
        let ends = "\(range.lowerBound) to \(range.upperBound)"
        return Shape(schema: schema) { node, name, reader in
            guard let value = node.number else {
                throw Refusal.wrongType(expected: "a whole number")
            }
            if let whole = wholeNumber(value), range.contains(whole) { return whole }
            if value.magnitude >= 0x1p53 || wholeNumber(value) != nil {
                throw Refusal.outOfRange(expected: ends)
            }
            throw Refusal(
                .wrongType,
                "\"\(name)\" has the wrong type, found \(reader.shown(node)), expected a whole number"
            )
        }
    }
}

extension Shape<String> {
    static let string = Shape(schema: .plain([("type", "string")])) { node, _, _ in
        if case .string(let value) = node.value { return value }
        throw Refusal.wrongType(expected: "a string")
    }

    /// A non-empty string for people, or a name.
    static let text = limited(longestName)

    /// The maximum bytes of a name in UTF-8; ids have 64.
    static let longestName = 256

    /// A non-empty string with a maximum of bytes.
    static func limited(_ limit: Int) -> Shape {
        string.checked([("minLength", 1), ("maxLength", .integer(limit))]) { text in
            text.isEmpty
                ? "a text" : text.utf8.count > limit ? "a text of at most \(limit) bytes" : nil
        }
    }

    /// An id, stored by games and used in file names.
    ///
    /// An unsafe id is reported and kept, so that references to it work.
    static let identifier = safeName(
        help: "saved games keep ids: use one that never has to change, and \"name\" for people"
    )

    /// An id that no saved game has and that has no name for people.
    static let plainIdentifier = safeName(help: "use only letters, digits, _, - and .")

    private static func safeName(help: String) -> Shape {
        string.then(
            schema: .plain([
                ("type", "string"), ("pattern", "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"), ("maxLength", 64),
            ])
        ) { id, node, name, reader in
            if id.isEmpty {
                throw Refusal(.unsafeID, "\"\(name)\" is an empty id, expected letters or digits")
            }
            if let problem = troubleOfIdentifier(id) {
                reader.report(
                    .unsafeID,
                    at: node.range,
                    "the id \(quotedJSON(shortened(id, to: 80))) is unsafe in file names, "
                        + "found \(problem), expected at most 64 of A-Z a-z 0-9 _ . -",
                    help: help
                )
            }
            return id.utf8.count > longestName ? nil : id
        }
    }

    /// An id that is the name of a folder, or a part of a file's name.
    static let fileIdentifier = plainIdentifier.then { id, node, name, reader in
        if let trouble = troubleOfFileName(id) {
            reader.report(
                .unsafeID,
                at: node.range,
                "the id \(quotedJSON(id)) cannot name files, \(trouble)",
                help: "choose another id: files are called after it"
            )
        }
        return id
    }

    /// The name of an asset: a file's stem, without folder and placeholder.
    static let assetName = string.checked([
        ("minLength", 1), ("maxLength", .integer(longestName)), ("pattern", "^[^/\\\\<>]+$"),
    ]) { name in
        if name.utf8.count > longestName { return "at most \(longestName) bytes" }
        return name.isEmpty || name == "." || name == ".." || name.contains { "/\\<>".contains($0) }
            ? "the stem of a file without folders" : nil
    }

    /// A folder below the catalog's own.
    static let relativePath = string.then(
        schema: .plain([
            ("type", "string"), ("minLength", 1), ("maxLength", 1024), ("pattern", "^[^/\\\\]"),
        ])
    ) { path, node, name, reader in
        if path.utf8.count > 1024 {
            throw Refusal.badValue(expected: "a path of at most 1024 bytes")
        }
        let parts = path.pathParts
        let isUnsafe =
            path.isEmpty || path.isAbsolutePath || path.contains("\\") || path.contains("\0")
            || parts.contains("..") || path.dropFirst().first == ":"
        guard isUnsafe else { return path }
        let isAbsolute = path.isAbsolutePath || path.dropFirst().first == ":"
        let leaves = isAbsolute || parts.contains("..")
        let help =
            if path.contains("\\") {
                "write / in place of \\"
            } else if isAbsolute {
                "write the path from the catalog's folder"
            } else if name == "sources" || name == "path" {
                "put the catalog next to the folders of its art"
            } else {
                "put the file into the catalog's folder"
            }
        throw Refusal(
            .unsafePath,
            "\"\(name)\" " + (leaves ? "leaves the catalog's folder" : "is no path")
                + ", found \(reader.shown(node)), expected a relative path with / and without ..",
            help: help
        )
    }

    /// A string; `expectation` returns what was expected, or nil if valid.
    func checked(
        _ constraints: [(String, JSONOutput)],
        _ expectation: @escaping @Sendable (String) -> String?
    ) -> Shape<String> {
        then(schema: .plain([("type", "string")] + constraints)) { value, _, _, _ in
            guard let expected = expectation(value) else { return value }
            throw Refusal.badValue(expected: expected)
        }
    }
}

/// An enumeration whose cases have descriptions.
protocol Choice: RawRepresentable<String>, CaseIterable, Sendable {
    /// A sentence about each case for the schema, in the order of `allCases`.
    static var about: KeyValuePairs<Self, String> { get }
}

extension Shape where Value: Choice {
    static var choice: Shape { choice() }

    /// One word of the set, some left out; `others` are valid values that are read elsewhere.
    static func choice(except hidden: [String] = [], or others: [String] = []) -> Shape {
        precondition(
            Value.about.map(\.key.rawValue) == Value.allCases.map(\.rawValue),
            "\(Value.self).about does not list its cases in their order"
        )
        let choices = Value.about.map { (word: $0.rawValue, about: $1) }
        let own = choices.filter { !hidden.contains($0.word) }
        return Shape<String>.word(own, or: others).then { Value(rawValue: $0) }
    }
}

extension Shape<String> {
    /// The word of one of the choices, compiled once for all sets.
    fileprivate static func word(
        _ choices: [(word: String, about: String)],
        or others: [String]
    ) -> Shape {
        let words = choices.map(\.word)
        let schema = choices.map { word, about -> JSONOutput in
            ["const": .string(word), "description": .string(about)]
        }
        return Shape(schema: .plain([("oneOf", .array(schema))])) { node, name, reader in
            guard let word = string.read(node, name, &reader) else { return nil }
            if words.contains(word) { return word }
            let meant = meantWord(by: word, among: words)
            reader.report(
                .badValue,
                at: node.range,
                "\"\(name)\" is unknown, found \(reader.shown(node)), expected one of "
                    + (others + words).joined(separator: ", "),
                help: meant.map { "did you mean \"\($0)\"?" },
                fix: reader.replacement(node.range, with: clearMatch(to: word, in: words))
            )
            // The intended value avoids further findings.
            return meant
        }
    }
}
