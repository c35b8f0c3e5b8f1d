import Diagnostics

/// What text an option or argument takes, and the value it becomes.
package struct ValueKind<Value: Sendable>: Sendable {
    /// What belongs here, for messages, with its article: "a whole number, 0 to 64".
    let expected: String
    /// The same in short, for help: "0 to 64"; nil when the value's name says enough.
    let limits: String?
    let completion: Completion
    /// Nil when the text does not have the form.
    package let convert: @Sendable (String) -> Value?
    let describe: @Sendable (Value) -> String
    /// The path that a value makes the command write to; nil for a value that names none.
    private(set) var written: @Sendable (Value) -> String? = { _ in nil }

    /// A kind of the caller's own; `describe` is how help spells a default.
    package init(
        expected: String,
        limits: String? = nil,
        completion: Completion = .nothing,
        describe: @escaping @Sendable (Value) -> String = { "\($0)" },
        convert: @escaping @Sendable (String) -> Value?
    ) {
        let words =
            switch completion {
            case .words(let words): words
            case .asked(let kind, let words): [kind] + words
            case .nothing, .files, .directories: [String]()
            }
        precondition(words.allSatisfy(isPlainWord), "not fit for completion: \(words)")
        self.expected = expected
        self.limits = limits
        self.completion = completion
        self.describe = describe
        self.convert = convert
    }
}

extension ValueKind {
    /// The same kind, of an option that names an output.
    ///
    /// `path` is where the output of a value goes; nil when no file or folder is written.
    package func writing(_ path: @escaping @Sendable (Value) -> String?) -> ValueKind {
        var kind = self
        kind.written = path
        return kind
    }
}

extension ValueKind where Value == String {
    /// The same path, of a file or folder that the command writes; `-` is standard output.
    package var output: ValueKind { writing { $0 == "-" ? nil : $0 } }
}

/// What a shell offers in place of a value.
package enum Completion: Hashable, Sendable {
    case nothing
    /// Files, and the folders that lead to them.
    case files
    case directories
    /// Fixed words of ASCII letters, digits and `-_.,+/@%`.
    case words([String])
    /// Words of one kind that shells ask the program for, by `askingCommand`, and fixed ones.
    case asked(String, besides: [String] = [])
}

/// The hidden command by which the shells' scripts ask for words: `kiln __ids KIND -- WORD…`, with
/// the words of the line behind the program's name.
///
/// It prints one plain word a line, see `isPlainWord`, and nothing at all when something is wrong.
package let askingCommand = "__ids"

extension ValueKind where Value == String {
    /// Any text but the empty one.
    package static var text: ValueKind { nonEmpty("text that is not empty", .nothing) }

    /// The path of a file, or of a file or folder; `-` is refused, because nothing is streamed.
    package static var file: ValueKind { path("a path", .files) }

    /// The path of a folder; `-` is refused.
    package static var directory: ValueKind { path("the path of a folder", .directories) }

    /// As `file`, or `-` for standard input or output.
    package static var stream: ValueKind { nonEmpty("a path, or -", .files) }

    // An empty path or name is what an unset variable of a script leaves behind.
    package static func nonEmpty(_ expected: String, _ completion: Completion) -> ValueKind {
        ValueKind(expected: expected, completion: completion) { $0.isEmpty ? nil : $0 }
    }

    private static func path(_ expected: String, _ completion: Completion) -> ValueKind {
        ValueKind(expected: expected, completion: completion) { text in
            text.isEmpty || text == "-" ? nil : text
        }
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    /// One case of an enumeration, by its raw value.
    package static func choice(of type: Value.Type = Value.self) -> ValueKind {
        let words = type.allCases.map(\.rawValue)
        return ValueKind(
            expected: spokenList(words),
            limits: words.joined(separator: ", "),
            completion: .words(words),
            describe: \.rawValue,
            convert: Value.init(rawValue:)
        )
    }
}

extension ValueKind where Value == Int {
    package static func integer(in range: ClosedRange<Int>) -> ValueKind {
        let limits = "\(range.lowerBound) to \(range.upperBound)"
        return ValueKind(expected: "a whole number", limits: limits) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueKind where Value == Double {
    /// A finite decimal number, with an exponent if need be.
    package static func number(in range: ClosedRange<Double>) -> ValueKind {
        let limits = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
        return ValueKind(expected: "a number", limits: limits, describe: plain) { text in
            // Swift also reads "nan", "inf" and hexadecimal, which no one means here.
            guard text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
            guard let number = Double(text), number.isFinite else { return nil }
            return range.contains(number) ? number : nil
        }
    }
}

/// "a", "a or b", "a, b or c".
func spokenList(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or \(last)"
}

/// Whether every shell takes the word as it stands.
package func isPlainWord(_ word: String) -> Bool {
    !word.isEmpty
        && word.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.,+/@%".contains($0))
        }
}
