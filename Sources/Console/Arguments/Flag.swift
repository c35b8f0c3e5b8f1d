/// An option, and the key that reads it; `Value` is what reading gives.
///
/// Names are without dashes: a long one of lower-case ASCII letters, digits and hyphens, and maybe
/// a short one, an ASCII letter. `help` and `h` are taken by every command. In all initializers,
/// `value` is the value's name in help, upper case. What help says of it follows as `.help(…)`.
package struct Flag<Value: Sendable>: DeclaredFlag {
    package internal(set) var declaration: FlagDeclaration
    /// The value of the texts given, in order; nil when a text is not of the declared kind.
    let read: @Sendable ([String]) -> Value?
}

extension Flag {
    /// The same option with its help: one line, lower case, no full stop; `details` are sentences
    /// that only the long help shows.
    package func help(_ text: String, details: String = "") -> Flag {
        var flag = self
        flag.declaration.summary = text
        flag.declaration.details = details
        return flag
    }

    /// The same option; help says that this happens without it, such as "one per core".
    package func whenAbsent(_ text: String) -> Flag {
        var flag = self
        flag.declaration.defaultText = text
        return flag
    }
}

/// A flag of any type, as a command lists it.
package protocol DeclaredFlag: Sendable {
    var declaration: FlagDeclaration { get }
}

/// Everything about an option but its type; help, completion and parsing work from this.
package struct FlagDeclaration: Sendable {
    package let long: String
    package let short: Character?
    /// Nil for a switch.
    let value: ValueDeclaration?
    var isRepeatable = false
    var isRequired = false
    package fileprivate(set) var summary = ""
    package fileprivate(set) var details = ""
    var defaultText: String?
    var rules: [FlagRule] = []

    init(_ long: String, _ short: Character?, _ value: ValueDeclaration? = nil) {
        let isName = long.count > 1 && long.first != "-" && long != "help"
        precondition(isName && long.allSatisfy(isNameLetter), "not a long option name: '\(long)'")
        if let short {
            precondition(
                short.isASCII && short.isLetter && short != "h",
                "not a short option name: '\(short)'"
            )
        }
        self.long = long
        self.short = short
        self.value = value
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

extension Flag where Value == Bool {
    /// A switch: true when it was given, however often.
    package init(_ long: String, short: Character? = nil) {
        declaration = FlagDeclaration(long, short)
        read = { !$0.isEmpty }
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
        declaration = FlagDeclaration(long, short, ValueDeclaration(value, kind))
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
        declaration = FlagDeclaration(long, short, ValueDeclaration(value, kind))
        declaration.defaultText = kind.describe(absent)
        read = { $0.last.map(kind.convert) ?? absent }
    }

    package init(
        required long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Value>
    ) {
        declaration = FlagDeclaration(long, short, ValueDeclaration(value, kind))
        declaration.isRequired = true
        read = { $0.last.flatMap(kind.convert) }
    }

    /// An option that may be given any number of times: reading gives all values, in order.
    package init<Single>(
        repeating long: String,
        short: Character? = nil,
        value: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = FlagDeclaration(long, short, ValueDeclaration(value, kind))
        declaration.isRepeatable = true
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
