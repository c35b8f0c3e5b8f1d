package import BakeComparison
internal import Diagnostics
internal import KilnManifest

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What a stored catalog has to learn, as Swift that a migration goes through.
///
/// The text follows from the changes and the file's name alone. Ids are string literals, so no name of
/// a game can clash with a word of the language.
///
/// - Parameters:
///   - changes: in the order in which they are listed.
///   - file: the file's name, after which the type is called.
/// - Returns: a file that needs nothing but the standard library.
package func catalogSwift(_ changes: [CatalogChange], file: String) -> String {
    let name = typeName(file)
    var lines = [
        "// Made by `kiln diff --catalog --swift`; do not edit.",
        "",
        "/// What a stored catalog has to learn.",
        "///",
        "///     for change in \(name).changes {",
        "///         switch change {",
        "///         case .added(let entry): store.insert(entry)",
        "///         case .changed(let old, let new, _): store.replace(old.id, with: new)",
        "///         case .retired(let entry): store.hide(entry.id)",
        "///         }",
        "///     }",
        "enum \(name) {",
    ]
    lines += declarations.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \($0)" }
    lines.append("")
    lines.append("    static let changes: [Change] = [")
    for change in changes {
        let (old, new) = (change.old, change.new)
        func entry(_ entry: CatalogEntry) -> String { swift(entry, change.section, change.id) }
        switch (old, new) {
        case (nil, let new?): lines.append("        .added(\(entry(new))),")
        case (let old?, nil): lines.append("        .retired(\(entry(old))),")
        case (let old?, let new?):
            lines.append("        .changed(")
            lines.append("            from: \(entry(old)),")
            lines.append("            to: \(entry(new)),")
            lines.append("            details: \(list(change.details))")
            lines.append("        ),")
        case (nil, nil): break
        }
    }
    return (lines + ["    ]", "}", ""]).joined(separator: "\n")
}

private let declarations = """
    enum Section: String, Hashable, Sendable {
    \(CatalogChange.Section.allCases.map { "    case \($0.rawValue)" }.joined(separator: "\n"))
    }

    /// A thing as a bake had it.
    struct Entry: Hashable, Sendable {
        var section: Section
        var id: String
        /// For people; nil where it has no name of its own.
        var name: String?
        /// Of items: `replaceSprite` or `overlay`.
        var equipStyle: String?
        /// Of items: the slot that they take.
        var slot: String?
        /// Of species and items: names of assets by species.
        var assets: [String: [String]] = [:]
        /// What the catalog says for the game alone, as JSON.
        var extras: String?
        /// All that `kiln diff --catalog --json` says of it, as JSON.
        var json: String
    }

    enum Change: Hashable, Sendable {
        case added(Entry)
        /// `details` say for people what is different.
        case changed(from: Entry, to: Entry, details: [String])
        /// It is gone; saved games may hold its id.
        case retired(Entry)
    }
    """

private func swift(
    _ entry: CatalogEntry,
    _ section: CatalogChange.Section,
    _ id: String
) -> String {
    var members = ["section: .\(section.rawValue)", "id: \(literal(id))"]
    if let name = entry.name { members.append("name: \(literal(name))") }
    if let style = entry.equipStyle { members.append("equipStyle: \(literal(style))") }
    if let slot = entry.slot { members.append("slot: \(literal(slot))") }
    if let assets = entry.assets, !assets.isEmpty {
        let pairs = assets.sorted { $0.key < $1.key }.map { "\(literal($0)): \(list($1))" }
        members.append("assets: [\(pairs.joined(separator: ", "))]")
    }
    if let extras = entry.extras {
        members.append("extras: \(literal(ManifestValue.object(extras).description))")
    }
    members.append("json: \(literal(entry.json))")
    return "Entry(\(members.joined(separator: ", ")))"
}

extension CatalogEntry {
    /// On one line, members sorted.
    fileprivate var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are none cannot be written, and manifests hold none.
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}

private func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

/// A string literal of one line, in ASCII but for letters that cannot be taken for anything else.
private func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": literal += "\\\""
        case "\\": literal += "\\\\"
        case " "..."~": literal.unicodeScalars.append(scalar)
        default:
            if scalar.properties.isAlphabetic {
                literal.unicodeScalars.append(scalar)
            } else {
                literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }
    return literal + "\""
}

/// The file's stem as the name of a type: `2-0.swift` makes `_2_0`.
private func typeName(_ file: String) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    let name = String(
        stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    )
    if name.allSatisfy({ $0 == "_" }) { return "CatalogUpdate" }
    if name.first?.isNumber == true { return "_\(name)" }
    return reserved.contains(name) ? "\(name)_" : name
}

/// Words that no type can be called, nor one that has its own of the name inside.
private let reserved: Set<String> = [
    "Any", "Change", "Entry", "Hashable", "Protocol", "Section", "Self", "Sendable", "String",
    "Type",
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
]
