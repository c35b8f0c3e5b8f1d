import Diagnostics

/// Art that a game loads together, such as all of its shop: it gets pages of its own.
public struct PageBundle: Sendable, CatalogObject {
    public var id = ""
    public var species: Selection?
    public var items: Selection?
    public var looks: Selection?
    public var images: Selection?
    public var place = CatalogPlace.none

    static var members: Members<PageBundle> {
        Members("pageBundle", "a bundle") {
            Member("species", \.species, .selection(.species))
                .about("Ids of species, with * and ?: their art and that of all they can wear.")
            Member("items", \.items, .selection(.items))
                .about("Ids of items, with * and ?: their art for every species.")
            Member("looks", \.looks, .selection(.looks))
                .about("Ids of looks, with * and ?: the art that they show, in all animations.")
            Member("images", \.images, .selection(.images)).about("Ids of images, with * and ?.")
        }
    }
}

/// Ids that are picked one by one, or by patterns with `*` and `?`.
public struct Selection: Hashable, Sendable {
    /// As in the file.
    public let patterns: [Glob]
    private let ids: Set<String>
    private let wildcards: [Glob]

    public init(_ patterns: [String]) {
        self.patterns = patterns.map(Glob.init)
        wildcards = self.patterns.filter(\.hasWildcards)
        ids = Set(self.patterns.filter { !$0.hasWildcards }.map(\.text))
    }

    public func contains(_ id: String) -> Bool {
        ids.contains(id) || wildcards.contains { $0.matches(id) }
    }
}

extension Shape<Selection> {
    static func selection(_ kinds: Retired.Kind...) -> Shape {
        let id = kinds.reduce(Shape<String>.string) { $0.naming($1) }
        return list(of: id, atMost: 65_536).distinct().then { patterns, _, _, _ in
            Selection(patterns)
        }
    }
}
