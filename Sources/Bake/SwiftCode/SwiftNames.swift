import Diagnostics
import KilnManifest

/// Ids of one kind, each with an identifier that no other has.
package struct SwiftNames: Sendable {
    package struct Entry: Hashable, Sendable {
        package var id: String
        /// As it is in source.
        package var name: String
    }

    /// In the order of the ids.
    package let entries: [Entry]

    /// Gives every id a name.
    ///
    /// An id whose name in camel case is its own alone has that. Those that share one are spelled
    /// more closely, `hat-2` as `hat_2`; only an id that is spelled like the name keeps it. So what
    /// is called how depends on the set of ids, and not on their order.
    ///
    /// Of equal ids the first counts. `spelled` gives an id as a name, then closer to its spelling;
    /// one as often as another.
    package init(_ ids: [String], spelled: (String) -> [String] = Self.members) {
        var seen: Set<[UInt8]> = []
        let ids = ids.filter { seen.insert(Array($0.utf8)).inserted }
        let spellings = ids.map(spelled)
        let last = (spellings.first?.count ?? 1) - 1
        var levels = ids.map { _ in 0 }
        while true {
            let claims = Dictionary(grouping: ids.indices) { spellings[$0][levels[$0]] }
            let crowded = claims.filter { $0.value.count > 1 }
            var moved = false
            for (name, claimants) in crowded {
                for index in claimants where levels[index] < last {
                    if ids[index] == name, claimants.count(where: { ids[$0] == name }) == 1 {
                        continue
                    }
                    levels[index] += 1
                    moved = true
                }
            }
            if !moved { break }
        }
        entries = Self.numbered(ids, ids.indices.map { spellings[$0][levels[$0]] })
    }

    /// An id as the names that a member of a generated enum may have.
    package static func members(_ id: String) -> [String] {
        [SwiftIdentifier.member(id), SwiftIdentifier.literal(id), SwiftIdentifier.coded(id)].map {
            reserved.contains($0) ? $0 + "_" : $0
        }
    }

    /// The last resort for what is still the same, such as a letter in two forms of Unicode; an id
    /// that is spelled like its name keeps it here too.
    private static func numbered(_ ids: [String], _ names: [String]) -> [Entry] {
        var taken: Set<String> = []
        var chosen = names
        let order = ids.indices.sorted { ids[$0].utf8.lexicographicallyPrecedes(ids[$1].utf8) }
        for index in order.filter({ ids[$0] == names[$0] }) + order.filter({ ids[$0] != names[$0] })
        {
            var number = 2
            while !taken.insert(chosen[index]).inserted {
                chosen[index] = "\(names[index])_\(number)"
                number += 1
            }
        }
        return zip(ids, chosen).map { Entry(id: $0, name: SwiftIdentifier.escaped($1)) }
    }

    /// What the generated enums have already, and names that mislead in front of an optional.
    private static let reserved: Set<String> = [
        "allCases", "axis", "encode", "hash", "hashValue", "id", "init", "none", "rawValue", "self",
        "Protocol", "Self", "Type", "some", "standard", "stored",
    ]
}

/// One enum of names, whose raw values are ids, or the raw values of an axis.
struct SwiftEnum {
    private let type: String
    private let about: String
    /// Names in source, titles for people, and ids, in their order.
    private let cases: [(name: String, title: String?, id: String)]
    private var raws: [String: Manifest.RawValue] = [:]
    private var axis: Manifest.Axis?

    /// `ids` have names for people where they have some, and are not empty.
    init(_ type: String, _ about: String, _ ids: [(id: String, name: String?)]) {
        (self.type, self.about) = (type, about)
        let titles = Dictionary(ids.map { ($0.id, $0.name) }) { first, _ in first }
        cases = SwiftNames(ids.map(\.id)).entries.map { ($0.name, titles[$0.id] ?? nil, $0.id) }
    }

    /// The values of an axis: their raw values where all have some of one kind, else their ids.
    init(_ axis: Manifest.Axis, as type: String) {
        let details = axis.details ?? [:]
        self.init(
            type,
            "The axis \(swiftComment(axis.name)).",
            axis.values.map { ($0, details[$0]?.name) }
        )
        self.axis = axis
        let raws = axis.values.compactMap { details[$0]?.raw }
        let numbers = raws.count(where: \.isNumber)
        guard raws.count == axis.values.count, Set(raws).count == raws.count,
            numbers == 0 || numbers == raws.count
        else { return }
        self.raws = details.filter { axis.values.contains($0.key) }.compactMapValues(\.raw)
    }

    /// For the template of the file.
    func shown(isFirst: Bool) -> JSONOutput {
        func name(of id: String?) -> String? { cases.first { $0.id == id }?.name }
        let isNumbered = raws.values.contains(where: \.isNumber)
        return [
            "isFirst": .bool(isFirst), "type": .string(type), "about": .string(about),
            "raw": .string(isNumbered ? "Int" : "String"), "hasRaws": .bool(!raws.isEmpty),
            "axis": .optional(axis.map { swiftLiteral($0.name) }),
            "standard": .optional(name(of: axis?.standard)),
            "stored": .optional(name(of: axis?.unknown) ?? name(of: axis?.standard)),
            "cases": .list(cases) { name, title, id in
                let about = swiftComment(title ?? "")
                let raw =
                    switch raws[id] {
                    case .integer(let number)?: "\(number)"
                    case .text(let text)?: swiftLiteral(text)
                    case nil: swiftLiteral(id)
                    }
                return [
                    "name": .string(name), "about": about.isEmpty ? .null : .string(about),
                    "value": raw == "\"\(name)\"" ? .null : .string(raw),
                    "id": .string(swiftLiteral(id)),
                ]
            },
        ]
    }
}
