/// A pattern for names: `*` matches any number of characters, `?` one.
public struct Glob: Hashable, Sendable {
    public let text: String
    private let characters: [Character]

    public init(_ text: String) {
        self.text = text
        characters = Array(text)
    }

    public var hasWildcards: Bool { characters.contains { $0 == "*" || $0 == "?" } }

    /// Whether all of `name` matches.
    ///
    /// O(pattern × name) at worst; it never backs up beyond the last `*`.
    public func matches(_ name: String) -> Bool {
        guard hasWildcards else { return name == text }
        let name = Array(name)
        var at = 0
        var place = 0
        var star: (pattern: Int, name: Int)?
        while place < name.count {
            if at < characters.count, characters[at] == "*" {
                star = (at, place)
                at += 1
            } else if at < characters.count, characters[at] == "?" || characters[at] == name[place]
            {
                at += 1
                place += 1
            } else if let last = star {
                at = last.pattern + 1
                place = last.name + 1
                star = (last.pattern, place)
            } else {
                return false
            }
        }
        return characters[at...].allSatisfy { $0 == "*" }
    }
}

extension Array {
    /// The first of elements with equal values.
    package func uniqued<Value: Hashable>(by value: (Element) -> Value) -> [Element] {
        var seen: Set<Value> = []
        return filter { seen.insert(value($0)).inserted }
    }
}

extension Array where Element: Hashable {
    /// Each once, where it stands first.
    package var uniqued: [Element] { uniqued { $0 } }
}
