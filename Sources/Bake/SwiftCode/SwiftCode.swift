// SwiftCode: names of a catalog as Swift and TypeScript source.
//
// In: a manifest, and what the code is to offer. Out: the text of one file, with a type for each
// kind of name, which follows from the manifest alone. No disk.

import AtlasBuilding
package import Catalog
import Diagnostics
import FileStore
package import KilnManifest

/// What a generated file offers besides names.
package enum SwiftAccessors: String, CaseIterable, Sendable {
    case none
    /// Where the bake is in the bundle.
    case folder
    /// The manifest too, read by `KilnManifest`.
    case manifest
}

/// How a Swift file of names is written.
package struct SwiftOptions: Hashable, Sendable {
    /// The enum around all names; nil is made of the catalog's name.
    package var name: String?
    package var access = SwiftNaming.Access.internal
    package var accessors = SwiftAccessors.folder
    /// The name of the bake's folder in the bundle.
    package var folder: String

    package init(folder: String) {
        self.folder = folder
    }
}

/// The Swift source with a manifest's names, with a line feed at its end.
package func swiftSource(of manifest: Manifest, _ options: SwiftOptions) -> String {
    let name = SwiftIdentifier.type(options.name ?? manifest.name)
    let namespace = foreignTypes.contains(name) ? name + "Catalog" : name
    let kinds = manifest.namedKinds
    // Whether there are such names or not, so that a first item does not rename an axis.
    let reserved = foreignTypes.union(kinds.map(\.type)).union([namespace])
    let types = SwiftNames(manifest.axes.map(\.name)) { axis in
        let name = SwiftIdentifier.type(axis)
        return [reserved.contains(name) ? name + "Axis" : name]
    }
    let axes = Dictionary(manifest.axes.map { ($0.name, $0) }) { first, _ in first }
    let enums =
        kinds.filter { !$0.ids.isEmpty }.map { SwiftEnum($0.type, $0.about, $0.ids) }
        + types.entries.compactMap { entry in
            axes[entry.id].flatMap { $0.values.isEmpty ? nil : SwiftEnum($0, as: entry.name) }
        }
    let (hasFolder, hasManifest) = (options.accessors != .none, options.accessors == .manifest)
    let modules = (hasFolder ? ["Foundation"] : []) + (hasManifest ? ["KilnManifest"] : [])
    return filled(
        "names.swift.mustache",
        [
            "catalog": .string(swiftComment(manifest.name)),
            "name": .string(SwiftIdentifier.escaped(namespace)),
            "access": options.access == .internal ? .null : .string("\(options.access.rawValue) "),
            "modules": .list(modules) { ["module": .string($0)] },
            "hasFolder": .bool(hasFolder), "hasManifest": .bool(hasManifest),
            "folder": .string(swiftLiteral(options.folder)),
            "enums": .array(enums.enumerated().map { $1.shown(isFirst: $0 == 0) }),
        ]
    )
}

/// The text of a template that the build embeds.
func filled(_ template: String, _ context: JSONOutput) -> String {
    do throws(TextFault) {
        let template = try Template(embeddedText(template), path: template)
        return try template.rendered(context, limit: .max, tagLimit: .max) { $0 }
    } catch {
        preconditionFailure("\(error)")
    }
}

/// Types that the file speaks of, or whose meaning no game wants changed.
private let foreignTypes: Set<String> = [
    "Any", "Bool", "Bundle", "BundleToken", "CaseIterable", "Codable", "Data", "Foundation",
    "Hashable", "Identifiable", "Int", "KilnManifest", "Manifest", "Never", "Optional",
    "Protocol", "Self", "Sendable", "String", "Swift", "Type", "URL",
]

private let signature = "// kiln: "

/// Source with a last line that tells whether somebody changed it since.
package func signedSource(_ source: String) -> [UInt8] {
    let bytes = Array(source.utf8)
    return bytes + Array("\n\(signature)\(Digest(of: bytes).text)\n".utf8)
}

/// Whose a file of source is.
package enum SourceOrigin: Hashable, Sendable {
    /// Kiln wrote it, and no one changed it.
    case own
    /// Kiln wrote it, and somebody changed it since.
    case changed
    case foreign

    package init(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        func isSigned(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: signature.utf8) }
        guard let last = lines.last, isSigned(last) else {
            self = lines.contains(where: isSigned) ? .changed : .foreign
            return
        }
        let source = bytes.dropLast(last.count + 2)
        let isOwn = signedSource(String(decoding: source, as: UTF8.self)) == bytes
        self = isOwn ? .own : .changed
    }
}

/// The TypeScript source with a manifest's names: a union of strings for each kind, the values of each
/// axis, and what a save keeps of a look; with a line feed at its end.
package func typeScriptSource(of manifest: Manifest) -> String {
    func union(_ ids: [String]) -> JSONOutput {
        // No string has a type without members.
        let texts = ids.map { JSONOutput.string($0).compact }
        return .string(ids.isEmpty ? "never" : texts.joined(separator: " | "))
    }
    return filled(
        "names.ts.mustache",
        [
            "catalog": .string(swiftComment(manifest.name)),
            "kinds": .list(manifest.namedKinds) { kind in
                [
                    "type": .string(kind.type), "about": .string(kind.about),
                    "ids": union(kind.ids.map(\.id)),
                ]
            },
            "axes": .list(manifest.axes.sorted { $0.name < $1.name }) { axis in
                [
                    "name": .string(JSONOutput.string(axis.name).compact),
                    "values": union(axis.values),
                ]
            },
        ]
    )
}

/// Names of one kind that a game speaks of; `type` is what a type is called.
typealias NamedKind = (type: String, about: String, ids: [(id: String, name: String?)])

extension Manifest {
    /// All names but those of axes; a kind may have none.
    var namedKinds: [NamedKind] {
        [
            ("Species", "The pets there are.", species.map { ($0.id, $0.name) }),
            ("Item", "What pets wear.", items.map { ($0.id, $0.name) }),
            (
                "Animation", "What pets, outfits and images can do.",
                animationNames.map { ($0, nil) }
            ),
            ("Look", "The looks that the catalog names.", looks.map { ($0.id, nil) }),
            (
                "Image", "Pictures that belong to no species.",
                (images ?? []).map { ($0.id, $0.name) }
            ),
            ("Slot", "Places for items of one kind.", (slots ?? []).map { ($0.id, $0.name) }),
            ("Target", "What the bake wrote.", targets.map { ($0.id, nil) }),
            ("Bundle", "What a game loads together.", bundleNames.map { ($0, nil) }),
        ]
    }

    /// The names of the bundles of all targets, each once.
    var bundleNames: [String] {
        targets.flatMap { $0.bundles ?? [] }.map(\.id).uniqued
    }

    /// The names of all animations, sorted: in a manifest they have no order.
    private var animationNames: [String] {
        let arts = species.flatMap(\.art) + items.flatMap(\.art)
        let names =
            arts.flatMap(\.animations.keys)
            + (images ?? []).flatMap { image in
                [image.animations].compactMap(\.self).flatMap(\.keys)
                    + (image.art ?? []).flatMap { ($0.animations ?? [:]).keys }
            }
        return Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
