import Diagnostics
public import KilnManifest

/// Things of earlier bakes that this catalog intentionally lacks.
public struct Retired: Sendable, CatalogObject {
    /// What may be retired; ids of parts of a thing are `thing/part`.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Encodable {
        case species
        case items
        case looks
        case images
        case slots
        case targets
        case bundles
        case axes
        case anchors
        case animations
        case wearing
        case styles

        /// The parts of an id of the kind; nil for a plain name.
        public var parts: String? {
            switch self {
            case .anchors: "SPECIES/ANCHOR"
            case .animations: "SPECIES/ANIMATION"
            case .wearing: "ITEM/SPECIES"
            case .styles: "ITEM/STYLE"
            default: nil
            }
        }

        fileprivate static let about: KeyValuePairs<Self, String> = [
            .species: "Ids of species.",
            .items: "Ids of items.",
            .looks: "Ids of looks.",
            .images: "Ids of images.",
            .slots: "Ids of slots.",
            .targets: "Ids of targets.",
            .bundles: "Names of bundles.",
            .axes: "Names of axes, and values as \"mood/calm\".",
            .anchors: "Anchors of species, as \"dog/head\".",
            .animations: "Animations of species and outfits, as \"dog/walk\".",
            .wearing: "Items that a species wears no more, as \"crown/dog\".",
            .styles: "Equip styles that items had, as \"crown/overlay\".",
        ]
    }

    /// By kind; nil for entries of a plain list, of any kind.
    var ids: [Kind?: [Glob]] = [:]
    public var place = CatalogPlace.none

    public func holds(_ kind: Kind, _ id: String) -> Bool {
        [kind, nil].contains { ids[$0]?.contains { $0.matches(id) } ?? false }
    }

    /// The entries with their places, in the order of the catalog; nil for those of a plain list.
    public func entries(_ kind: Kind?) -> [(id: Glob, place: CatalogPlace)] {
        let own = kind.map { place[$0.rawValue] } ?? place
        return (ids[kind] ?? []).enumerated().map { ($0.element, own[$0.offset]) }
    }

    static var members: Members<Retired> {
        Members("retired", "a list of retired ids") {
            precondition(Kind.about.map(\.key) == Kind.allCases, "a kind has no description")
            return Kind.about.map { kind, about in
                Member(kind.rawValue, list(of: .text, atMost: 4096).distinct(), default: []) {
                    $0.ids[kind] = $1.map(Glob.init)
                }
                .about(about + " * and ? are wildcards.")
            }
        }
    }
}

// MARK: - In the manifest

extension Retired {
    /// The member for a plain list in manifests.
    private static let anyKind = "any"

    /// Reads a manifest's intentional removals; unknown kinds are ignored.
    public init(_ manifest: Manifest) {
        for (name, patterns) in manifest.retired ?? [:] {
            let globs = patterns.map(Glob.init)
            if let kind = Kind(rawValue: name) { ids[kind] = globs }
            if name == Self.anyKind { ids[nil] = globs }
        }
    }

    /// In the manifest's form; nil without any.
    public var listed: [String: [String]]? {
        let listed = ids.filter { !$0.value.isEmpty }.map { kind, globs in
            (kind?.rawValue ?? Self.anyKind, globs.map(\.text))
        }
        return listed.isEmpty ? nil : Dictionary(listed) { first, _ in first }
    }
}

extension Shape<Retired> {
    /// Lists by kind, or one list for all kinds.
    static let retired = object.or(
        list(of: .text, atMost: 4096).distinct().then { ids, node, _, reader in
            var retired = Retired()
            retired.ids[nil] = ids.map(Glob.init)
            retired.place = reader.place(of: node)
            return retired
        }
    ) { $0.kind == "an array" }
}
