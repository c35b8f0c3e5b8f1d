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
