/// A subject of findings, used to relate causes to consequences.
///
/// A finding that spoils a matter is reported; those that follow from a spoiled one are withheld
/// and counted, because they disappear with their cause or cannot be judged before it is fixed.
public struct Matter: Hashable, Sendable, Codable {
    private let kind: String
    private let name: String

    private init(_ kind: String, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    /// The folders searched for art.
    public static let sources = Matter("sources")
    public static let looks = Matter("looks")
    /// How art is found: templates and axes.
    public static let naming = Matter("naming")
    /// The existing species, items and images.
    public static let things = Matter("things")
    public static let ids = Matter("ids")
    /// How sheets are cut and played.
    public static let sheets = Matter("sheets")
    public static let colors = Matter("colors")
    public static let canvas = Matter("canvas")

    /// The catalog's entry for a species.
    public static func species(_ id: String) -> Matter { Matter("species", id) }

    /// The catalog's entry for an item.
    public static func item(_ id: String) -> Matter { Matter("item", id) }

    /// An id that something probably should have.
    public static func id(_ kind: String, _ id: String) -> Matter { Matter("id of \(kind)", id) }

    /// The species that can wear an item.
    public static func wearers(ofItem id: String) -> Matter { Matter("wearers", id) }

    /// The catalog's entry for a target.
    public static func target(_ id: String) -> Matter { Matter("target", id) }

    public static func art(ofItem id: String) -> Matter { Matter("art", id) }

    /// How an asset's sheet is cut.
    public static func grid(of asset: String) -> Matter { Matter("grid", asset) }

    /// The text at a place.
    public static func place(_ kind: String, _ location: SourceLocation) -> Matter {
        Matter("place of \(kind)", location.description)
    }

    /// A picture's file that cannot be used, by its name without density and extension.
    public static func file(_ stem: String) -> Matter { Matter("file", stem) }

    public static func pixels(of path: String) -> Matter { Matter("pixels", path) }
}

extension Matter: Comparable {
    public static func < (left: Matter, right: Matter) -> Bool {
        (left.kind, left.name) < (right.kind, right.name)
    }
}

extension Diagnostic {
    /// The same finding as the cause of others.
    public func spoiling(_ matters: Set<Matter>) -> Diagnostic {
        var result = self
        result.spoils.formUnion(matters)
        return result
    }

    /// The same finding as a possible consequence.
    public func following(_ matters: Set<Matter>) -> Diagnostic {
        var result = self
        result.follows.formUnion(matters)
        return result
    }
}

extension Diagnostic {
    /// The same finding, reported only once for all that share a matter.
    public func reportedOnce(for matters: Set<Matter>) -> Diagnostic {
        spoiling(matters).following(matters)
    }

    /// The same finding, reported only once for a place in a text.
    ///
    /// Nil shares nothing. `kind` is the check's id unless several checks share it.
    public func reportedOnce(at location: SourceLocation?, _ kind: String? = nil) -> Diagnostic {
        guard let location, location.position != nil else { return self }
        return reportedOnce(for: [.place(kind ?? id, location)])
    }
}

private struct MatterOfSeverity: Hashable {
    var matter: Matter
    var severity: Severity
}

extension [Diagnostic] {
    /// The distinct findings, without those that follow from others at least as severe; each root
    /// counts its consequences.
    ///
    /// If single findings will be filtered later, nothing is withheld.
    public func withholdingConsequences() -> [Diagnostic] {
        guard !DiagnosticList.keepsMany else { return self }
        var roots: [MatterOfSeverity: Int] = [:]
        for (index, finding) in enumerated() {
            for matter in finding.spoils {
                let key = MatterOfSeverity(matter: matter, severity: finding.severity)
                // One that follows the matter itself is a root only without any other.
                let isBetter =
                    roots[key].map { self[$0].follows.contains(matter) } ?? true
                    && !finding.follows.contains(matter)
                if roots[key] == nil || isBetter { roots[key] = index }
            }
        }
        guard !roots.isEmpty else { return self }
        let causes = map { finding in
            // What is reported once for several may have another cause.
            [finding.follows.subtracting(finding.spoils), finding.follows].lazy.compactMap {
                matters in
                [Severity.error, .warning, .note].lazy.filter { $0 >= finding.severity }
                    .compactMap { severity in
                        matters.compactMap {
                            roots[MatterOfSeverity(matter: $0, severity: severity)]
                        }.min()
                    }.first
            }.first
        }
        var result = self
        var reported: [Int] = []
        var seen: Set<Diagnostic> = []
        for index in indices where seen.insert(self[index]).inserted {
            // A root may follow from another; one that only leads back to itself is reported.
            var (root, steps) = (index, 0)
            while let next = causes[root], next != root, steps < 8 {
                (root, steps) = (next, steps + 1)
            }
            if root == index || steps == 8 {
                reported.append(index)
            } else {
                result[root].consequences +=
                    Swift.max(1, self[index].others) + self[index].consequences
            }
        }
        return reported.map { result[$0] }
    }
}
