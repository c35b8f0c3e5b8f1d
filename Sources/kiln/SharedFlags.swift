internal import Arguments
internal import Bake
internal import ChromaKey
internal import Diagnostics
internal import Preview

/// Options that several commands share, each declared once.
enum Shared {
    static let catalog = Positional(
        optional: "CATALOG",
        .file,
        default: "catalog.json",
        help: "the catalog, or the folder that holds its catalog.json"
    )
    static let jobs = Flag(
        "jobs",
        short: "j",
        value: "N",
        .integer(in: 1...256),
        defaultText: "one a core",
        help: "how many pictures to work on at once"
    )
    static let json = Flag("json", help: "print the result as JSON")
    static let quiet = Flag("quiet", short: "q", help: "print errors only")
    static let force = Flag(
        "force",
        help: "replace files in the way that Kiln did not write, or that were changed since"
    )

    /// What a command's outputs may replace, and says so first.
    static func rules(_ values: Values) throws -> LooseRules {
        var rules = LooseRules()
        rules.isForced = try values[force]
        rules.willReplace = announce
        return rules
    }

    /// Says what a forced run is about to replace.
    @Sendable
    static func announce(_ obstacles: [Obstacle]) {
        for obstacle in obstacles {
            Console.standardError.print("replacing \(obstacle.path): \(obstacle.reason)")
        }
    }
}

extension Kind where Value == RGB {
    /// `#RRGGBB`; the `#` may be left out, because shells read it as a comment.
    static var color: Kind {
        Kind(expected: "a color as #RRGGBB") { text in
            let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
            guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
                let number = UInt32(digits, radix: 16)
            else { return nil }
            return RGB(
                UInt8(number >> 16 & 255),
                UInt8(number >> 8 & 255),
                UInt8(number & 255)
            )
        }
    }
}

extension Kind where Value == KeyColor {
    static var keyColor: Kind {
        let color = Kind<RGB>.color
        return Kind(
            expected: "a color as #RRGGBB, or auto",
            completion: .words(["auto"]),
            describe: { if case .color(let color) = $0 { color.description } else { "auto" } },
            convert: { text in text == "auto" ? .auto : color.convert(text).map { .color($0) } }
        )
    }
}

extension Kind where Value: CaseIterable & RawRepresentable<String> & Equatable {
    /// The cases of an enum by raw value, some left out.
    static func choice(of type: Value.Type, except hidden: [Value]) -> Kind {
        let cases = Value.allCases.filter { !hidden.contains($0) }
        let words = cases.map(\.rawValue)
        return Kind(
            expected: "one of " + words.joined(separator: ", "),
            completion: .words(words),
            describe: { $0.rawValue },
            convert: { text in Value(rawValue: text).flatMap { hidden.contains($0) ? nil : $0 } }
        )
    }
}

/// A word such as `mood=happy`.
struct Assignment: Sendable {
    var name: String
    var value: String
}

extension Kind where Value == Assignment {
    static var assignment: Kind {
        Kind(expected: "NAME=VALUE") { text in
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
            let value = String(text[text.index(after: sign)...])
            return value.isEmpty ? nil : Assignment(name: String(text[..<sign]), value: value)
        }
    }
}

/// "1.5 MB"; powers of a thousand.
func bytesText(_ count: Int) -> String {
    if count < 1000 { return "\(count) bytes" }
    if count < 1_000_000 { return "\(rounded(Double(count) / 1000)) kB" }
    return "\(rounded(Double(count) / 1_000_000)) MB"
}

extension Kind where Value == Backdrop {
    static var backdrop: Kind {
        Kind(
            expected: "checker, white, black or a color as #RRGGBB",
            completion: .words(["checker", "white", "black"])
        ) { text in Backdrop(text) ?? Backdrop("#" + text) }
    }
}
