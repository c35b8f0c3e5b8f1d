import Catalog
import Diagnostics
import KilnManifest

// What pages ask for, from JSON.
extension StudioLook {
    /// Nil unless the request says which species.
    init?(_ node: JSONNode?) {
        guard let node, let species = node.text("species") else { return nil }
        var look = KilnManifest.Look(species: species, base: node.text("base"))
        look.overlays = node.member("overlays")?.elements.prefix(200).compactMap(\.text) ?? []
        if case .object(let axes)? = node.member("axes")?.value {
            for axis in axes.prefix(64) { look.axes[axis.name] = axis.node.text }
        }
        let frame = node.whole("frame", in: -1_000_000...1_000_000) ?? 0
        self.init(look: look, frame: frame, scale: node.whole("scale", in: 1...4) ?? 1)
    }
}

extension JSONNode {
    /// The nearest number of a range, rounded toward zero.
    func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
        number(name).map { number in
            Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)))
        }
    }

    func point(_ name: String) throws -> CanvasPoint {
        let numbers = member(name)?.elements.compactMap(\.number) ?? []
        guard numbers.count == 2, numbers.allSatisfy({ abs($0) < 100_000 }) else {
            throw Diagnostic.badRequest
        }
        return CanvasPoint(x: numbers[0], y: numbers[1])
    }

    /// The index of the element of a list that has an id.
    func index(of id: String, in list: String) -> Int? {
        member(list)?.elements.firstIndex { $0.text("id") == id }
    }
}

extension Diagnostic {
    static let badRequest = refusal("the page asked for what is not there", "reload")

    var shown: String { message + (help.map { ": \($0)" } ?? "") }
}
