import Diagnostics
public import KilnManifest

/// Additional authored data about a thing, copied to the manifest.
public typealias Extras = [String: ManifestValue]

private let mostBytes = 65_536
private let mostLevels = 16

extension Shape<Extras> {
    /// Any JSON object of limited size; 64-bit integers stay exact.
    static let extras = Shape(schema: .plain([("type", "object")])) { node, name, reader in
        guard node.isObject else { throw Refusal.wrongType(expected: "an object") }
        guard node.range.count <= mostBytes else {
            throw Refusal(
                .valueOutOfRange,
                "\"\(name)\" is too large, found \(node.range.count) bytes of text, "
                    + "expected at most \(mostBytes)",
                help: "keep large data in a file of its own, and name it here"
            )
        }
        return reader.carried(node, name, level: 1)?.object
    }
}

extension CatalogReader {
    /// The value as it is; nil after reporting a problem.
    fileprivate mutating func carried(
        _ node: JSONNode,
        _ name: String,
        level: Int
    ) -> ManifestValue? {
        switch node.value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let value): return number(value, node, name)
        case .string(let value): return .string(value)
        case _ where level > mostLevels:
            report(
                .valueOutOfRange,
                at: node.range,
                "\"\(name)\" is nested too deep, expected at most \(mostLevels) levels"
            )
            return nil
        case .array(let nodes):
            return .array(nodes.compactMap { carried($0, name, level: level + 1) })
        case .object(let members):
            var values: Extras = [:]
            for member in members {
                values[member.name] = carried(member.node, member.name, level: level + 1)
            }
            return .object(values)
        }
    }

    /// The parser's number is a `Double`; the text has all digits of an integer.
    private mutating func number(
        _ value: Double,
        _ node: JSONNode,
        _ name: String
    ) -> ManifestValue? {
        let digits = String(decoding: text.bytes[node.range], as: UTF8.self)
        if let whole = Int64(digits) { return .integer(whole) }
        if digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" }) {
            report(
                .valueOutOfRange,
                at: node.range,
                "\"\(name)\" is out of range, found \(shown(node)), "
                    + "expected \(Int64.min) to \(Int64.max)",
                help: "write longer numbers as a string: \"\(shown(node))\""
            )
            return nil
        }
        // Every number of that size is whole; `1e3` and `2.0` are integers as `1000` and `2` are.
        let isWhole = value.magnitude >= 0x1p53 || wholeNumber(value) != nil
        return isWhole && value.magnitude < 0x1p63 ? .integer(Int64(value)) : .number(value)
    }
}
