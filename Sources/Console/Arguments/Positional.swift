/// An argument that is known by its place, and the key that reads it.
///
/// Its name is upper case. What help says of it follows as `.help(…)`.
package struct Positional<Value: Sendable>: DeclaredPositional {
    package private(set) var declaration: PositionalDeclaration
    let read: @Sendable ([String]) -> Value?

    /// The same argument with its help, as `Flag.help` has it.
    package func help(_ text: String, details: String = "") -> Positional {
        var positional = self
        positional.declaration.summary = text
        positional.declaration.details = details
        return positional
    }

    /// The same argument; help says that this happens without it.
    package func whenAbsent(_ text: String) -> Positional {
        var positional = self
        positional.declaration.defaultText = text
        return positional
    }
}

/// An argument of any type, as a command lists it.
package protocol DeclaredPositional: Sendable {
    var declaration: PositionalDeclaration { get }
}

/// Everything about an argument but its type.
package struct PositionalDeclaration: Sendable {
    enum Arity: Hashable, Sendable {
        case one
        case optional
        case oneOrMore
        case anyNumber

        /// Whether it takes as many words as there are.
        var isRepeating: Bool { self == .oneOrMore || self == .anyNumber }
    }

    let value: ValueDeclaration
    let arity: Arity
    package fileprivate(set) var summary = ""
    package fileprivate(set) var details = ""
    fileprivate(set) var defaultText: String?

    init<Value>(_ arity: Arity, _ name: String, _ kind: ValueKind<Value>) {
        value = ValueDeclaration(name, kind)
        self.arity = arity
    }

    /// Upper case by convention: "CATALOG".
    package var name: String { value.name }

    /// As a usage line shows it: `[CATALOG]`, `DIR`, `INPUT…`.
    var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .oneOrMore: "\(name)…"
        case .anyNumber: "[\(name)…]"
        }
    }
}

extension Positional {
    /// Exactly one.
    package init(_ name: String, _ kind: ValueKind<Value>) {
        declaration = PositionalDeclaration(.one, name, kind)
        read = { $0.first.flatMap(kind.convert) }
    }

    /// One or none; none reads as nil.
    package init<Single>(optional name: String, _ kind: ValueKind<Single>) where Value == Single? {
        declaration = PositionalDeclaration(.optional, name, kind)
        read = { readOptional($0, kind) }
    }

    /// One or none; none reads as the default.
    package init(optional name: String, _ kind: ValueKind<Value>, default absent: Value) {
        declaration = PositionalDeclaration(.optional, name, kind)
        declaration.defaultText = kind.describe(absent)
        read = { $0.first.map(kind.convert) ?? absent }
    }

    /// One or more, in order.
    package init<Single>(
        repeating name: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = PositionalDeclaration(.oneOrMore, name, kind)
        read = { readAll($0, kind) }
    }

    /// Any number, in order; none reads as an empty list.
    package init<Single>(
        anyNumber name: String,
        _ kind: ValueKind<Single>
    ) where Value == [Single] {
        declaration = PositionalDeclaration(.anyNumber, name, kind)
        read = { readAll($0, kind) }
    }
}
