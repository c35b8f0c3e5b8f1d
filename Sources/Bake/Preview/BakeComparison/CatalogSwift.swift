import Diagnostics
import KilnManifest

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a stored catalog has to learn, as Swift that a migration goes through.
///
/// The file follows from the changes and its name alone. Ids are text, so no name of a game can
/// clash with a word of the language; and the changes are one text, a row each, because compilers
/// take minutes for a literal of some thousand values.
///
/// The type is called after the file's name. The file needs nothing but the standard library.
package func catalogSwift(_ changes: [CatalogChange], file: String) -> String {
    let rows = changes.map(row)
    // More of them than stand in any row, so that none ends the text.
    let runs = rows.joined(separator: "\n").split { $0 != "#" }.map(\.count)
    return filled(
        "catalog-update.swift.mustache",
        [
            "name": .string(typeName(file)),
            "sections": .array(CatalogChange.sections.map { .string($0.rawValue) }),
            "hashes": .string(String(repeating: "#", count: (runs.max() ?? 0) + 1)),
            "rows": .array(rows.map { .string($0) }),
        ]
    )
}

/// A change as fields with tabs between them, the last of which is never empty.
private func row(_ change: CatalogChange) -> String {
    let entries = [change.old, change.new].compactMap(\.self).flatMap { entry in
        [
            escaped(entry.name ?? ""), escaped(entry.equipStyle ?? ""), escaped(entry.slot ?? ""),
            (entry.assets ?? [:]).sorted { $0.key < $1.key }.map { species, assets in
                "\(part(species)):\(assets.map(part).joined(separator: ","))"
            }.joined(separator: "|"),
            escaped(entry.extras.map { ManifestValue.object($0).description } ?? ""),
            escaped(entry.json),
        ]
    }
    let details = change.details.map(part).joined(separator: "|")
    let heading = [change.kind.rawValue, change.section.rawValue, escaped(change.id), details]
    return (heading + entries).joined(separator: "\t")
}

/// A part of a field, without the signs that are between parts.
private func part(_ text: String) -> String { escaped(text, but: [":", ",", "|"]) }

/// A text without tabs, line feeds and what would show the file otherwise than it is.
private func escaped(_ text: String, but others: [Unicode.Scalar] = []) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        let isPlain =
            (" "..."~").contains(scalar) && scalar != "\\" && !others.contains(scalar)
            || scalar.value > 127 && scalar.properties.isAlphabetic
        if isPlain {
            escaped.unicodeScalars.append(scalar)
        } else {
            escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
    return escaped
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

/// The file's stem as the name of a type: `2-0.swift` makes `_2_0`.
private func typeName(_ file: String) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    let name = String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    if name.allSatisfy({ $0 == "_" }) { return "CatalogUpdate" }
    if name.first?.isNumber == true { return "_\(name)" }
    return reserved.contains(name) ? "\(name)_" : name
}

/// Words that no type can be called, and names that the file uses itself.
private let reserved = SwiftIdentifier.keywords.union([
    "Change", "Entry", "Field", "Hashable", "Int", "Protocol", "Section", "Self", "Sendable",
    "String", "Substring", "Type", "UInt32", "Unicode", "init", "self",
])
