import Diagnostics

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
        return list(of: id, atMost: 65_536).then { patterns, _, _, _ in Selection(patterns) }
    }
}
