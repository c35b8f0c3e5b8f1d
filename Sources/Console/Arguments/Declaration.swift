/// An option or an argument, and the key that reads it; `Value` is what reading gives.
package protocol Declared<Value>: Sendable {
    associatedtype Value: Sendable
    var declaration: Declaration { get set }
    /// The value of the texts given, in order; nil when a text is not of the declared kind.
    var read: @Sendable ([String]) -> Value? { get }
}

extension Declared {
    /// The same with its help: one line, lower case, no full stop.
    package func help(_ text: String) -> Self {
        var same = self
        same.declaration.summary = text
        return same
    }

    /// The same; help says that this happens without it, such as "one per core".
    package func whenAbsent(_ text: String) -> Self {
        var same = self
        same.declaration.defaultText = text
        return same
    }
}

/// Everything about an option or an argument but its type; help, completion and parsing work from this.
package struct Declaration: Sendable {
    /// How many values it takes; an argument a word for each.
    enum Arity: Hashable, Sendable {
        case one, optional, oneOrMore, anyNumber
    }

    /// The long name of an option, or an argument's name.
    package let name: String
    package let short: Character?
    let isOption: Bool
    /// Nil for a switch.
    let value: ValueDeclaration?
    let arity: Arity
    package fileprivate(set) var summary = ""
    fileprivate(set) var defaultText: String?
    var rules: [FlagRule] = []

    fileprivate init(
        option name: String,
        _ short: Character?,
        _ value: ValueDeclaration? = nil,
        _ arity: Arity = .optional
    ) {
        let isName = name.count > 1 && name.first != "-" && name != "help"
        precondition(isName && name.allSatisfy(isNameLetter), "not a long option name: '\(name)'")
        if let short {
            precondition(
                short.isASCII && short.isLetter && short != "h",
                "not a short option name: '\(short)'"
            )
        }
        (self.name, self.short, isOption) = (name, short, true)
        (self.value, self.arity) = (value, arity)
    }

    fileprivate init<Value>(argument name: String, _ arity: Arity, _ kind: ValueKind<Value>) {
        (self.name, short, isOption) = (name, nil, false)
        (value, self.arity) = (ValueDeclaration(name, kind), arity)
    }

    /// Whether any number of values may be given.
    var isRepeatable: Bool { arity == .oneOrMore || arity == .anyNumber }
    var isRequired: Bool { arity == .one || arity == .oneOrMore }
    var completion: Completion { value?.completion ?? .nothing }

    /// Every way to type an option, the short one first.
    var spellings: [String] {
        [short.map { "-\($0)" }, "--\(name)"].compactMap { $0 }
    }

    /// As a usage line shows it: `-o DIR`; `[CATALOG]`, `DIR`, `INPUT…`.
    var usage: String {
        guard !isOption else {
            let name = short.map { "-\($0)" } ?? "--\(name)"
            return value.map { "\(name) \($0.name)" } ?? name
        }
        let words = isRepeatable ? "\(name)…" : name
        return isRequired ? words : "[\(words)]"
    }
}

package struct ValueDeclaration: Sendable {
    /// As help shows it: "DIR", "FILE|DIR".
    let name: String
    let expected: String
    let limits: String?
    let completion: Completion
    let accepts: @Sendable (String) -> Bool
    /// The path that a text makes the command write to.
    let written: @Sendable (String) -> String?

    init<Value>(_ name: String, _ kind: ValueKind<Value>) {
        let parts = name.split(separator: "|", omittingEmptySubsequences: false)
        precondition(parts.allSatisfy { isPlainWord(String($0)) }, "not a value name: '\(name)'")
        self.name = name
        self.expected = kind.expected
        self.limits = kind.limits
        self.completion = kind.completion
        self.accepts = { kind.convert($0) != nil }
        self.written = { kind.convert($0).flatMap(kind.written) }
    }
}

/// An option.
///
/// Names are without dashes: a long one of lower-case ASCII letters, digits and hyphens, and maybe
/// a short one, an ASCII letter. `help` and `h` are taken by every command. In all initializers,
/// `value` is the value's name in help, upper case. What help says of it follows as `.help(…)`.
package struct Flag<Value: Sendable>: Declared {
    package var declaration: Declaration
    package let read: @Sendable ([String]) -> Value?
}

extension Flag where Value == Bool {
    /// A switch: true when it was given, however often.
    package init(_ long: String, short: Character? = nil) {
        self.init(declaration: Declaration(option: long, short)) { !$0.isEmpty }
    }
}

extension Flag {
    /// An option that may be absent: then reading gives nil.
    package init<Single>(
        _ long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Single>
    ) where Value == Single? {
        declaration = Declaration(option: long, short, ValueDeclaration(value, kind))
        read = { readOptional($0, kind) }
    }

    /// An option with a value for when it is absent.
    package init(
        _ long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Value>,
        default absent: Value
    ) {
        declaration = Declaration(option: long, short, ValueDeclaration(value, kind))
        declaration.defaultText = kind.describe(absent)
        read = { $0.last.map(kind.convert) ?? absent }
    }

    package init(
        required long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Value>
    ) {
        declaration = Declaration(option: long, short, ValueDeclaration(value, kind), .one)
        read = { $0.last.flatMap(kind.convert) }
    }

    /// An option that may be given any number of times: reading gives all values, in order.
    package init<Single>(
        repeating long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = Declaration(option: long, short, ValueDeclaration(value, kind), .anyNumber)
        read = { readAll($0, kind) }
    }
}

/// An argument that is known by its place.
///
/// Its name is upper case. What help says of it follows as `.help(…)`.
package struct Positional<Value: Sendable>: Declared {
    package var declaration: Declaration
    package let read: @Sendable ([String]) -> Value?
}

extension Positional {
    /// Exactly one.
    package init(_ name: String, _ kind: ValueKind<Value>) {
        declaration = Declaration(argument: name, .one, kind)
        read = { $0.first.flatMap(kind.convert) }
    }

    /// One or none; none reads as nil.
    package init<Single>(optional name: String, _ kind: ValueKind<Single>) where Value == Single? {
        declaration = Declaration(argument: name, .optional, kind)
        read = { readOptional($0, kind) }
    }

    /// One or none; none reads as the default.
    package init(optional name: String, _ kind: ValueKind<Value>, default absent: Value) {
        declaration = Declaration(argument: name, .optional, kind)
        declaration.defaultText = kind.describe(absent)
        read = { $0.first.map(kind.convert) ?? absent }
    }

    /// One or more, in order.
    package init<Single>(
        repeating name: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = Declaration(argument: name, .oneOrMore, kind)
        read = { readAll($0, kind) }
    }

    /// Any number, in order; none reads as an empty list.
    package init<Single>(
        anyNumber name: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = Declaration(argument: name, .anyNumber, kind)
        read = { readAll($0, kind) }
    }
}

/// Lower-case ASCII letters, digits and hyphens.
func isNameLetter(_ letter: Character) -> Bool {
    letter == "-" || letter.isASCII && (letter.isLowercase || letter.isNumber)
}

/// The outer optional is nil for a text that is not of the kind, the inner one for no text.
func readOptional<Single>(_ texts: [String], _ kind: ValueKind<Single>) -> Single?? {
    guard let text = texts.last else { return .some(nil) }
    return kind.convert(text).map { .some($0) }
}

func readAll<Single>(_ texts: [String], _ kind: ValueKind<Single>) -> [Single]? {
    let values = texts.compactMap(kind.convert)
    return values.count == texts.count ? values : nil
}
