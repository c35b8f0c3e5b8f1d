import KilnManifest

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
