/// An argument that is known by its place, and the key that reads it.
///
/// Its name is upper case; `help` is one line, lower case, no full stop; `details` are sentences
/// that only the long help shows.
package struct Positional<Value: Sendable>: DeclaredPositional {
    package let declaration: PositionalDeclaration
    let read: @Sendable ([String]) -> Value?
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
    package let summary: String
    package let details: String
    var defaultText: String?

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
    package init(_ name: String, _ kind: ValueKind<Value>, help: String, details: String = "") {
        declaration = PositionalDeclaration(
            value: ValueDeclaration(name, kind),
            arity: .one,
            summary: help,
            details: details
        )
        read = { $0.first.flatMap(kind.convert) }
    }

    /// One or none; none reads as nil.
    package init<Single>(
        optional name: String,
        _ kind: ValueKind<Single>,
        help: String,
        details: String = ""
    ) where Value == Single? {
        declaration = PositionalDeclaration(
            value: ValueDeclaration(name, kind),
            arity: .optional,
            summary: help,
            details: details
        )
        read = { readOptional($0, kind) }
    }

    /// One or none; none reads as the default.
    package init(
        optional name: String,
        _ kind: ValueKind<Value>,
        default absent: Value,
        called defaultText: String? = nil,
        help: String,
        details: String = ""
    ) {
        declaration = PositionalDeclaration(
            value: ValueDeclaration(name, kind),
            arity: .optional,
            summary: help,
            details: details,
            defaultText: defaultText ?? kind.describe(absent)
        )
        read = { $0.first.map(kind.convert) ?? absent }
    }

    /// One or more, in order.
    package init<Single>(
        repeating name: String,
        _ kind: ValueKind<Single>,
        help: String,
        details: String = ""
    ) where Value == [Single] {
        declaration = PositionalDeclaration(
            value: ValueDeclaration(name, kind),
            arity: .oneOrMore,
            summary: help,
            details: details
        )
        read = { readAll($0, kind) }
    }

    /// Any number, in order; none reads as an empty list.
    package init<Single>(
        anyNumber name: String,
        _ kind: ValueKind<Single>,
        help: String,
        details: String = ""
    ) where Value == [Single] {
        declaration = PositionalDeclaration(
            value: ValueDeclaration(name, kind),
            arity: .anyNumber,
            summary: help,
            details: details
        )
        read = { readAll($0, kind) }
    }
}
