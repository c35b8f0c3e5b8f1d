public import Diagnostics

/// The state of reading a tree into a model: the text, and the problems so far.
struct CatalogReader {
    let text: SourceText
    private(set) var found = DiagnosticList()
    /// Known before anything that may name one.
    var colors = ColorNames()
    var mentions: [Mention] = []
    /// The names of the catalog's axes, known before what may name one.
    var axes: Set<String> = []
    /// The list whose elements are read, outside of objects in it.
    var list: Range<Int>?
    /// Reads a file that the catalog names.
    var file: (_ path: String) throws(CatalogFileTrouble) -> [UInt8] = {
        path throws(CatalogFileTrouble) in try noFiles(path, false)
    }

    mutating func report(
        _ check: Check,
        at range: Range<Int>,
        _ message: String,
        help: String? = nil,
        fix: Fix? = nil,
        spoiling spoiled: Set<Matter> = [],
        following roots: Set<Matter> = [],
        once shared: Set<Matter> = []
    ) {
        // Elements of a wrong type are reported once per list.
        let wrongList = check == .wrongType ? list : nil
        let ofList = wrongList.map { Matter.place("type", text.location(of: $0)) }
        found.append(check) {
            Diagnostic(check, at: text.location(of: range), message: message, help: help)
                .mended(by: fix).spoiling(spoiled).following(roots)
                .reportedOnce(for: ofList.map { shared.union([$0]) } ?? shared)
        }
    }

    /// The members of an object: a missing one may be misspelled.
    func members(of node: JSONNode) -> Matter {
        .place("members", text.location(of: node.range))
    }

    /// The members of an object that have names from elsewhere.
    func otherNames(in node: JSONNode) -> Matter {
        .place("names", text.location(of: node.range))
    }

    /// Replaces the text of a string.
    func replacement(_ range: Range<Int>, with word: String?) -> Fix? {
        word.map {
            .replace(String(decoding: text.bytes[range], as: UTF8.self), with: quotedJSON($0))
        }
    }

    mutating func report(
        _ check: Check,
        at location: SourceLocation?,
        _ message: String,
        help: String? = nil,
        following roots: Set<Matter> = []
    ) {
        found.append(check) {
            Diagnostic(check, at: location, message: message, help: help).following(roots)
        }
    }

    mutating func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        found.append(diagnostic())
    }

    /// Marks all findings so far as causes of a matter.
    mutating func spoil(_ matter: Matter) {
        found = DiagnosticList(found.diagnostics.map { $0.spoiling([matter]) })
    }

    func place(of node: JSONNode, nameRange: Range<Int>? = nil) -> CatalogPlace {
        CatalogPlace(text: text, node: node, nameRange: nameRange)
    }

    /// The source text of a node, shortened for messages.
    func shown(_ node: JSONNode) -> String {
        switch node.value {
        case .array, .object: return node.kind
        default:
            let found = String(decoding: text.bytes[node.range], as: UTF8.self)
            return shortened(found, to: 80)
        }
    }
}

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

/// The place of an authored value in the catalog.
///
/// Deeper places are reached by member name and index: `item.place["placement"]["anchor"]`. A value
/// that was not authored has the place of the nearest authored thing around it.
public struct CatalogPlace: Sendable {
    private let text: SourceText?
    private let node: JSONNode?
    /// An object whose members come before those of the node, if any; a list is smaller.
    private var over: [JSONNode] = []
    /// The bytes of the member's name, if the place is a member of an object.
    package let nameRange: Range<Int>?

    /// For values that were not read from a text.
    public static let none = CatalogPlace(text: nil, node: nil, nameRange: nil)

    init(text: SourceText?, node: JSONNode?, nameRange: Range<Int>? = nil) {
        self.text = text
        self.node = node
        self.nameRange = nameRange
    }

    /// The place of an object's member; this place if missing.
    public subscript(member: String) -> CatalogPlace {
        guard let found = over.first?.entry(member) ?? node?.entry(member) else { return self }
        return CatalogPlace(text: text, node: found.node, nameRange: found.nameRange)
    }

    /// The place of an array's element; this place if missing.
    public subscript(index: Int) -> CatalogPlace {
        guard case .array(let nodes)? = node?.value, nodes.indices.contains(index) else {
            return self
        }
        return CatalogPlace(text: text, node: nodes[index])
    }

    /// Whether the value was not read from a text.
    var isNone: Bool { node == nil }

    /// Nil for values that were not read from a text.
    public var location: SourceLocation? {
        guard let text, let node else { return nil }
        return text.location(of: node.range)
    }

    /// The location of the member's name, or of the value if it has no name.
    public var nameLocation: SourceLocation? {
        guard let text, let nameRange else { return location }
        return text.location(of: nameRange)
    }

    /// The value's bytes in the text; empty for values that were not read from one.
    var range: Range<Int> { node?.range ?? 0..<0 }

    /// Whether a location in the same text is within this one.
    public func holds(_ location: SourceLocation) -> Bool {
        guard let node, let offset = offset(of: location) else { return false }
        return node.range.contains(offset)
    }

    /// Whether this value ends before a location in the same text.
    public func ends(before location: SourceLocation) -> Bool {
        guard let node, let offset = offset(of: location) else { return false }
        return node.range.upperBound <= offset
    }

    /// The offset of a location; nil in another file.
    private func offset(of location: SourceLocation) -> Int? {
        guard let text, let position = location.position, location.path == text.path else {
            return nil
        }
        return text.offset(of: position)
    }

    public func has(_ member: String) -> Bool {
        over.first?.member(member) != nil || node?.member(member) != nil
    }

    /// The place of an object that a profile's settings are laid over.
    func laid(under settings: CatalogPlace) -> CatalogPlace {
        var result = self
        result.over = [settings.node].compactMap(\.self)
        return result
    }

    /// The index in this array of one of its elements.
    func index(of element: CatalogPlace) -> Int? {
        guard case .array(let nodes)? = node?.value else { return nil }
        return nodes.firstIndex { $0.range == element.range }
    }
}
