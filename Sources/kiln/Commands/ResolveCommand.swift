internal import Arguments
internal import Bake
internal import Diagnostics
internal import FileStore

/// `kiln resolve [CATALOG] SPECIES ITEM`: the fallback chain, explained.
enum ResolveCommand {
    // Optional each, because --all takes a catalog alone; `Request` tells them apart.
    static let catalog = Positional(
        optional: "CATALOG",
        .file,
        help: "the catalog (.json), or the folder that holds its catalog.json"
    )
    static let species = Positional(optional: "SPECIES", .text, help: "the pet")
    static let item = Positional(
        optional: "ITEM",
        .text,
        help: "what it wears; without it the undressed pet is explained"
    )
    static let all = Flag("all", help: "print the coverage matrix: every species by every item")

    static let command = Command<Action>(
        "resolve",
        summary: "explain which file an item resolves to",
        description: """
            Prints every name that is tried for an item on a species, in order: which was found, \
            which won, and what it shadows; then the keying and placement settings in force and \
            where each comes from.
            """,
        examples: [
            Example("kiln resolve penguin scarf", "Explain the penguin's scarf."),
            Example("kiln resolve game/catalog.json dog", "Explain the undressed dog."),
            Example("kiln resolve --all", "Show which template supplies what for whom."),
        ],
        positionals: [catalog, species, item],
        groups: [FlagGroup("Output", [all, Shared.json])],
        action: run
    )

    private struct Request {
        var catalog = "catalog.json"
        var species: String?
        var item: String?

        init(_ values: Values) throws {
            var words = [
                try values[ResolveCommand.catalog], try values[ResolveCommand.species],
                try values[ResolveCommand.item],
            ].compactMap { $0 }
            let showsAll = try values[ResolveCommand.all]
            if let first = words.first, showsAll || words.count == 3 || Self.isCatalog(first) {
                catalog = words.removeFirst()
            }
            if showsAll {
                guard words.isEmpty else {
                    throw values.usageError("'--all' takes a catalog and nothing else")
                }
                return
            }
            guard let species = words.first else {
                throw values.usageError("missing argument 'SPECIES', expected a species' id")
            }
            self.species = species
            item = words.dropFirst().first
        }

        /// Ids hold neither a point nor a slash.
        private static func isCatalog(_ word: String) -> Bool {
            word.contains(".") || word.contains("/")
        }
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try Request(values)
        let (loaded, findings) = try LoadedCatalog.load(request.catalog, disk: RealDisk())
        guard let loaded else {
            Console.standardError.print(findings)
            return .couldNotRun
        }
        let isJSON = try values[Shared.json]
        guard let species = request.species else {
            let matrix = loaded.coverageMatrix
            if isJSON {
                Console.standardOutput.print(try Document(encoding: matrix))
            } else {
                Console.standardOutput.print(lines: coverageLines(matrix))
            }
            return matrix.contains { $0.asset == nil } ? .inputHasErrors : .clean
        }
        let reports = try loaded.explain(species: species, item: request.item)
        if isJSON {
            Console.standardOutput.print(try Document(encoding: reports))
        } else {
            let all = reports.map(lines).joined(separator: [""])
            Console.standardOutput.print(lines: Array(all))
        }
        return reports.contains { $0.asset == nil } ? .inputHasErrors : .clean
    }

    private static func lines(of report: ResolutionReport) -> [String] {
        var lines = [
            "\(report.item ?? "the undressed pet") on \(report.species)" + axes(report.axes)
        ]
        let width = report.attempts.map(\.name.count).max() ?? 0
        for attempt in report.attempts {
            let name = attempt.name.padded(to: width)
            let files = attempt.files.joined(separator: ", ")
            let line =
                switch attempt.outcome {
                case .won: "✓ \(name)  \(files)"
                case .shadowed: "- \(name)  \(files) (shadowed)"
                case .missing: "· \(attempt.name)"
                case .differsInCase: "! \(name)  \(files) differs in case, so it does not count"
                }
            lines.append("  " + line)
        }
        if report.asset == nil { lines.append("  nothing was found") }
        lines += section("keying", report.keying) + section("placement", report.placement)
        return lines
    }

    private static func section(
        _ heading: String,
        _ settings: [ResolutionReport.Setting]
    ) -> [String] {
        guard !settings.isEmpty else { return [] }
        let names = settings.map(\.name.count).max() ?? 0
        let values = settings.map(\.value.count).max() ?? 0
        return [heading]
            + settings.map { setting in
                "  \(setting.name.padded(to: names))  \(setting.value.padded(to: values))  "
                    + setting.origin
            }
    }
}

private func axes(_ axes: [String: String]) -> String {
    guard !axes.isEmpty else { return "" }
    return " ("
        + axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        .joined(separator: ", ") + ")"
}

/// One line an item, one column a species; a cell is the number of the template that won.
private func coverageLines(_ cells: [CoverageCell]) -> [String] {
    var species: [String] = []
    var rows: [String] = []
    var levels: [[String]: [String]] = [:]
    var templates: Set<String> = []
    for cell in cells {
        let row = (cell.item ?? "(undressed)") + axes(cell.axes)
        if !species.contains(cell.species) { species.append(cell.species) }
        if !rows.contains(row) { rows.append(row) }
        let text = cell.level.map { "\($0 + 1) \(cell.asset ?? "")" } ?? "missing"
        levels[[row, cell.species], default: []].append(text)
        if let level = cell.level, let template = cell.template {
            templates.insert("\(level + 1) \(template)")
        }
    }
    let table =
        [[""] + species]
        + rows.map { row in
            [row] + species.map { levels[[row, $0]]?.joined(separator: ", ") ?? "-" }
        }
    let widths = (0...species.count).map { column in
        table.map { $0[column].count }.max() ?? 0
    }
    return table.map { row in
        zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
    } + ["", "Each cell names the template that won, counted from 1:"]
        + templates.sorted().map { "  \($0)" }
}

extension String {
    /// With spaces behind, to a number of characters.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
