import Diagnostics

/// A place in a catalog's text with the id of a thing: where it is defined, or referred to.
struct Mention: Hashable, Sendable {
    var kind: Retired.Kind
    var id: String
    /// In bytes, with the quotes.
    var range: Range<Int>
}

extension Shape<String> {
    /// The same, known as the id of a thing.
    func naming(_ kinds: Retired.Kind...) -> Shape {
        then { id, node, _, reader in
            reader.mentions += kinds.map { Mention(kind: $0, id: id, range: node.range) }
            return id
        }
    }
}
