import Diagnostics

/// What is passed along while the tree becomes a model: the text, and the problems found so far.
struct CatalogReader {
    let text: SourceText
    private(set) var found = DiagnosticList()
    /// Known before anything is read that may name one.
    var colors = ColorNames()

    init(text: SourceText) {
        self.text = text
    }

    mutating func report(
        _ check: Check,
        at range: Range<Int>,
        _ message: String,
        help: String? = nil,
        fix: Fix? = nil,
        spoiling spoiled: Set<Matter> = [],
        following roots: Set<Matter> = []
    ) {
        found.append(check) {
            Diagnostic(check, at: text.location(of: range), message: message, help: help)
                .mended(by: fix).spoiling(spoiled).following(roots)
        }
    }

    /// Which members an object has: one that is missing may be there under a name that nobody knows.
    func members(of node: JSONNode) -> Matter {
        .place("members", text.location(of: node.range))
    }

    /// The text of a string becomes another string.
    func replacement(_ range: Range<Int>, with word: String?) -> Fix? {
        word.map {
            .replace(String(decoding: text.bytes[range], as: UTF8.self), with: quotedJSON($0))
        }
    }

    mutating func report(
        _ check: Check,
        at location: SourceLocation?,
        _ message: String,
        help: String? = nil
    ) {
        found.append(check) {
            Diagnostic(check, at: location, message: message, help: help)
        }
    }

    mutating func report(_ diagnostic: @autoclosure () -> Diagnostic) {
        found.append(diagnostic())
    }

    /// What was found so far is the root of findings about a matter.
    mutating func spoil(_ matter: Matter) {
        found = DiagnosticList(found.diagnostics.map { $0.spoiling([matter]) })
    }

    func place(of node: JSONNode, nameRange: Range<Int>? = nil) -> CatalogPlace {
        CatalogPlace(text: text, node: node, nameRange: nameRange)
    }

    /// The text a node stands on, cut when long, for messages.
    func shown(_ node: JSONNode) -> String {
        switch node.value {
        case .array, .object: return node.kind
        default:
            let found = String(decoding: text.bytes[node.range], as: UTF8.self)
            return shortened(found, to: 80)
        }
    }
}
