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

/// One enum of names.
struct SwiftEnum {
    let lines: [String]

    /// Names whose raw values are ids.
    ///
    /// `ids` have names for people where they have some, and are not empty.
    init(
        _ type: String,
        _ about: String,
        _ ids: [(id: String, name: String?)],
        _ access: String
    ) {
        lines =
            Self.type(type, of: "String", about, access, Self.cases(ids)) + [
                "",
                "    /// What the manifest calls it, and players' saves.",
                "    \(access)var id: Swift.String { rawValue }",
                "}",
            ]
    }

    /// The values of an axis: their raw values where all have some of one kind, else their ids.
    init(_ axis: Manifest.Axis, as type: String, _ access: String) {
        let details = axis.details ?? [:]
        let raws = axis.values.compactMap { details[$0]?.raw }
        let isComplete = raws.count == axis.values.count && Set(raws).count == raws.count
        let numbers = raws.compactMap { if case .integer(let number) = $0 { number } else { nil } }
        let texts = raws.compactMap { if case .text(let text) = $0 { text } else { nil } }
        let isNumbered = isComplete && numbers.count == raws.count
        let hasRaws = isNumbered || isComplete && texts.count == raws.count
        let raw = isNumbered ? "Int" : "String"
        let names = SwiftNames(axis.values).entries
        func name(of value: String?) -> String? { names.first { $0.id == value }?.name }
        let cases = Self.cases(
            axis.values.map { ($0, details[$0]?.name) },
            raws: hasRaws ? details.compactMapValues { $0.raw.map(Self.literal) } : [:]
        )
        var lines = Self.type(type, of: raw, "The axis \(swiftComment(axis.name)).", access, cases)
        lines += [
            "",
            "    /// What looks call the axis.",
            "    \(access)static let axis = \(swiftLiteral(axis.name))",
        ]
        if let standard = name(of: axis.standard) {
            lines += [
                "",
                "    /// What is meant when a look does not say.",
                "    \(access)static let standard: Self = .\(standard)",
            ]
        }
        lines += ["", "    /// What the manifest calls it, and players' saves."]
        if !hasRaws {
            lines += ["    \(access)var id: Swift.String { rawValue }"]
        } else {
            lines += ["    \(access)var id: Swift.String {", "        switch self {"]
            lines += names.map { "        case .\($0.name): \(swiftLiteral($0.id))" }
            lines += ["        }", "    }"]
            if let other = name(of: axis.unknown) ?? name(of: axis.standard) {
                lines += [
                    "",
                    "    /// The value that a raw value stands for, of the game's own or of another version.",
                    "    \(access)static func stored(_ rawValue: Swift.\(raw)) -> Self {",
                    "        Self(rawValue: rawValue) ?? .\(other)",
                    "    }",
                ]
            }
        }
        self.lines = lines + ["}"]
    }

    private static func type(
        _ name: String,
        of raw: String,
        _ about: String,
        _ access: String,
        _ cases: [String]
    ) -> [String] {
        [
            "/// \(about)",
            "\(access)nonisolated enum \(name): Swift.\(raw), Swift.CaseIterable, Swift.Codable,",
            "    Swift.Hashable, Swift.Identifiable, Swift.Sendable",
            "{",
        ] + cases
    }

    private static func cases(
        _ ids: [(id: String, name: String?)],
        raws: [String: String] = [:]
    ) -> [String] {
        let titles = Dictionary(ids.map { ($0.id, $0.name) }) { first, _ in first }
        var lines: [String] = []
        for entry in SwiftNames(ids.map(\.id)).entries {
            let about = swiftComment((titles[entry.id] ?? nil) ?? "")
            if !about.isEmpty { lines.append("    /// \(about)") }
            let raw = raws[entry.id] ?? swiftLiteral(entry.id)
            let isSame = raw == "\"\(entry.name)\""
            lines.append("    case \(entry.name)" + (isSame ? "" : " = \(raw)"))
        }
        return lines
    }

    private static func literal(_ raw: Manifest.RawValue) -> String {
        switch raw {
        case .integer(let number): "\(number)"
        case .text(let text): swiftLiteral(text)
        }
    }
}
