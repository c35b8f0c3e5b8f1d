/// Something of a game that findings are about, so far as others follow from what is wrong with it.
///
/// A finding that spoils a matter is told; those that follow from a spoiled one are withheld and
/// counted, for they go with their root or cannot be judged before it.
public struct Matter: Hashable, Sendable, Codable {
    private let kind: String
    private let name: String

    private init(_ kind: String, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    /// Which folders are searched for art.
    public static let sources = Matter("sources")
    /// Which looks there are.
    public static let looks = Matter("looks")
    /// How art is looked for: templates and axes.
    public static let naming = Matter("naming")
    /// Which species, items and images there are.
    public static let things = Matter("things")
    /// What they are called.
    public static let ids = Matter("ids")
    /// How sheets are cut and played.
    public static let sheets = Matter("sheets")
    /// What colors are called.
    public static let colors = Matter("colors")
    /// The canvas on which everything lies.
    public static let canvas = Matter("canvas")

    /// What the catalog says of a species.
    public static func species(_ id: String) -> Matter { Matter("species", id) }

    /// What the catalog says of an item.
    public static func item(_ id: String) -> Matter { Matter("item", id) }

    /// An id that something is probably meant to have.
    public static func id(_ kind: String, _ id: String) -> Matter { Matter("id of \(kind)", id) }

    /// Who can wear an item.
    public static func wearers(ofItem id: String) -> Matter { Matter("wearers", id) }

    /// The files of an item.
    public static func art(ofItem id: String) -> Matter { Matter("art", id) }

    /// How an asset's sheet is cut.
    public static func grid(of asset: String) -> Matter { Matter("grid", asset) }

    /// What a text says at a place of some kind.
    public static func place(_ kind: String, _ location: SourceLocation) -> Matter {
        Matter("place of \(kind)", location.description)
    }

    /// The pixels of a file.
    public static func pixels(of path: String) -> Matter { Matter("pixels", path) }
}

extension Diagnostic {
    /// The same finding, which is the root of others.
    public func spoiling(_ matters: Set<Matter>) -> Diagnostic {
        var result = self
        result.spoils.formUnion(matters)
        return result
    }

    /// The same finding, which others may have brought about.
    public func following(_ matters: Set<Matter>) -> Diagnostic {
        var result = self
        result.follows.formUnion(matters)
        return result
    }
}

extension Diagnostic {
    /// The same finding, of which the first is told for all that share a matter.
    public func toldOnce(for matters: Set<Matter>) -> Diagnostic {
        spoiling(matters).following(matters)
    }

    /// The same finding, of which the first is told for all about one place in a text.
    ///
    /// - Parameters:
    ///   - location: the place; nothing is shared where there is none.
    ///   - kind: what stands there; the check's id unless findings of several checks share it.
    /// - Returns: the finding.
    public func toldOnce(at location: SourceLocation?, _ kind: String? = nil) -> Diagnostic {
        guard let location, location.position != nil else { return self }
        return toldOnce(for: [.place(kind ?? id, location)])
    }
}

private struct MatterOfSeverity: Hashable {
    var matter: Matter
    var severity: Severity
}

extension [Diagnostic] {
    /// The findings, each once, without those that follow from others that are as grave; each root
    /// says how many followed from it.
    ///
    /// Where single findings are left out later, nothing is withheld before.
    public func withholdingConsequences() -> [Diagnostic] {
        guard !DiagnosticList.keepsMany else { return self }
        var roots: [MatterOfSeverity: Int] = [:]
        for (index, finding) in enumerated() {
            for matter in finding.spoils {
                let key = MatterOfSeverity(matter: matter, severity: finding.severity)
                if roots[key] == nil { roots[key] = index }
            }
        }
        guard !roots.isEmpty else { return self }
        let causes = map { finding in
            [Severity.error, .warning, .note].lazy.filter { $0 >= finding.severity }
                .compactMap { severity in
                    finding.follows.compactMap {
                        roots[MatterOfSeverity(matter: $0, severity: severity)]
                    }.min()
                }.first
        }
        var result = self
        var told: [Int] = []
        var seen: Set<Diagnostic> = []
        for index in indices where seen.insert(self[index]).inserted {
            // A root may follow from another; what only leads back to itself is told.
            var (root, steps) = (index, 0)
            while let next = causes[root], next != root, steps < 8 {
                (root, steps) = (next, steps + 1)
            }
            if root == index || steps == 8 {
                told.append(index)
            } else {
                result[root].consequences +=
                    Swift.max(1, self[index].others) + self[index].consequences
            }
        }
        return told.map { result[$0] }
    }
}
