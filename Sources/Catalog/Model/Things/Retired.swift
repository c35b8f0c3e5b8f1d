internal import JSON

/// What earlier bakes had and this catalog lacks on purpose, so that `--against` does not miss it.
public struct Retired: Sendable {
    /// What may be retired; ids of parts of a thing are `thing/part`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case species
        case items
        case looks
        case images
        case slots
        case targets
        case axes
        case anchors
        case animations
        case wearing
    }

    var ids: [Kind: [Glob]] = [:]
    public var place = CatalogPlace.none

    public init() {}

    /// Whether something is retired.
    public func holds(_ kind: Kind, _ id: String) -> Bool {
        ids[kind]?.contains { $0.matches(id) } ?? false
    }

    /// The entries of a kind that are no patterns, with their places.
    public func plain(_ kind: Kind) -> [(id: String, place: CatalogPlace)] {
        (ids[kind] ?? []).enumerated().filter { !$0.element.hasWildcards }.map { index, glob in
            (glob.text, place[kind.rawValue][index])
        }
    }
}

extension Retired.Kind {
    fileprivate var about: String {
        switch self {
        case .species: "Ids of species."
        case .items: "Ids of items."
        case .looks: "Ids of looks."
        case .images: "Ids of images."
        case .slots: "Ids of slots."
        case .targets: "Ids of targets."
        case .axes: "Names of axes, and values as \"mood/calm\"."
        case .anchors: "Anchors of species, as \"dog/head\"."
        case .animations: "Animations of species and outfits, as \"dog/walk\"."
        case .wearing: "Items that a species wears no more, as \"crown/dog\"."
        }
    }
}

extension Retired: CatalogObject {
    static var members: Members<Retired> {
        Members(
            "retired",
            "what is retired",
            Kind.allCases.map { kind in
                Member(
                    kind.rawValue,
                    list(of: .text, atMost: 4096),
                    default: [],
                    kind.about + " * and ? are wildcards."
                ) { retired, ids in retired.ids[kind] = ids.map(Glob.init) }
            }
        )
    }
}
