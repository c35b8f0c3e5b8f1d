import Bake
import Console
import Diagnostics
import FileStore

/// `kiln resolve [CATALOG] SPECIES ITEM`: the fallback chain, explained.
enum ResolveCommand {
    // Optional each, because --all takes a catalog alone; `Request` tells them apart.
    static let catalog = Positional(optional: "CATALOG", .file)
        .help("the catalog (.json), or the folder that holds its catalog.json")
    static let species = Positional(optional: "SPECIES", .id(of: .species)).help("the pet")
    static let item = Positional(optional: "ITEM", .id(of: .items))
        .help("the item it wears; without it, explain the undressed pet")
    static let all = Flag("all").help("print the coverage matrix: every species by every item")
        .excludes(images, image, axis)

    static let images = Flag("images")
        .help("explain every image of the catalog")
        .excludes(image, axis)
    static let image = Flag("image", value: "ID", .id(of: .images))
        .help("explain one image of the catalog")
    static let axis = Flag(repeating: "axis", value: "AXIS", .assignment)
        .help("only this value of an axis, as NAME=VALUE")

    static let command = Command<Action>(
        "resolve",
        summary: "explain which file an item resolves to",
        positionals: [catalog, species, item],
        groups: ["Output": [axis, all, images, image, Shared.json]],
        action: run
    )

    private struct Request {
        var catalog = Shared.nearestCatalog
        var species: String?
        var item: String?
        var wantsImages = false
        var image: String?

        init(_ values: Values) throws {
            var words = [
                try values[ResolveCommand.catalog], try values[ResolveCommand.species],
                try values[ResolveCommand.item],
            ].compactMap { $0 }
            wantsImages = try values[ResolveCommand.images]
            image = try values[ResolveCommand.image]
            if image != nil {
                guard words.count < 2 else {
                    throw values.usageError("'--image' takes a catalog, and axis values")
                }
                catalog = words.first ?? catalog
                return
            }
            let showsAll = try values[ResolveCommand.all] || wantsImages
            // Ids hold neither a point nor a slash.
            if let first = words.first,
                showsAll || words.count == 3 || first.contains(".") || first.contains("/")
            {
                catalog = words.removeFirst()
            }
            if showsAll {
                guard words.isEmpty else {
                    let flag = wantsImages ? "--images" : "--all"
                    throw values.usageError("'\(flag)' takes a catalog and nothing else")
                }
                return
            }
            guard let species = words.first else {
                throw values.usageError("missing argument 'SPECIES', expected a species' id")
            }
            self.species = species
            item = words.dropFirst().first
        }
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try Request(values)
        let (loaded, findings) = try LoadedCatalog.load(request.catalog, disk: RealDisk())
        guard let loaded else {
            Console.standardError.print(findings)
            return .couldNotRun
        }
        // What cannot be used is reported; the rest is explained as if it were not there.
        let errors = loaded.errorsOfCatalog
        Console.standardError.print(errors)
        let status = try explain(request, loaded, values)
        return status == .clean && !errors.isEmpty ? .inputHasErrors : status
    }

    private static func explain(
        _ request: Request,
        _ loaded: LoadedCatalog,
        _ values: Values
    ) throws -> ExitStatus {
        let axes = Dictionary(try values[axis]) { _, last in last }
        if request.wantsImages || request.image != nil {
            let reports =
                try request.image.map { try loaded.explain(image: $0, axes: axes) }
                ?? loaded.imageReports
            try values.present(reports) {
                reports.map(resolutionLines).joined(separator: [""]).map(\.self)
            }
            return reports.contains { $0.files == [] } ? .inputHasErrors : .clean
        }
        guard let species = request.species else {
            let matrix = loaded.coverageMatrix(withAttempts: try values[Shared.json])
            try values.present(matrix) { coverageLines(matrix) }
            return matrix.contains { $0.asset == nil } ? .inputHasErrors : .clean
        }
        let reports = try loaded.explain(species: species, item: request.item, axes: axes)
        try values.present(reports) {
            reports.map(resolutionLines).joined(separator: [""]).map(\.self)
        }
        let lacksArt = reports.contains { $0.asset == nil && $0.excludedBy == nil }
        guard lacksArt else { return .clean }
        Console.standardError.print(
            remarks: loaded.findings(aboutNamesOf: species, wearing: request.item)
        )
        return .inputHasErrors
    }
}

/// Every name that was tried, then the settings in force.
func resolutionLines(_ report: ResolutionReport) -> [String] {
    let subject =
        report.image.map { "image \($0)" }
        ?? "\(report.item ?? "the undressed pet") on \(report.species ?? "")"
    var lines = [
        subject + (report.part.map { ", part \($0 + 1)" } ?? "")
            + (report.animation.map { ", \($0)" } ?? "") + axes(report.axes)
    ]
    lines += alikeLines(report.alike)
    if let wearers = report.excludedBy {
        let who = wearers.isEmpty ? "no one" : wearers.joined(separator: ", ")
        lines.append("  the catalog excludes it: its \"species\" has \(who)")
    }
    lines += attemptLines(report.attempts)
    if report.asset == nil || report.files == [] { lines.append("  nothing was found") }
    if report.isUndressed == true {
        lines.append("  it has no art, so the undressed pet is shown")
    }
    lines += section("keying", report.keying) + section("placement", report.placement ?? [])
    lines += section("size", report.size ?? []) + section("colors", report.colors ?? [])
    lines += section("slot", report.slot.map { [$0] } ?? []) + section("extras", report.extras)
    return lines
}

private func alikeLines(_ alike: [[String: String]]) -> [String] {
    // Very many are counted.
    let lines = alike.prefix(6).map { "  the same for" + axes($0) }
    let more = alike.count - lines.count
    return lines + (more > 0 ? ["  and for \(more) more"] : [])
}

private func attemptLines(_ attempts: [ResolutionReport.Attempt]) -> [String] {
    let width = attempts.map(\.name.count).max() ?? 0
    return attempts.map { attempt in
        let name = padded(attempt.name, to: width)
        let files = attempt.files.joined(separator: ", ")
        let line =
            switch attempt.outcome {
            case .won: "✓ \(name)  \(files)"
            case .shadowed: "- \(name)  \(files) (shadowed)"
            case .missing: "· \(attempt.name)"
            case .differsInCase: "! \(name)  \(files) differs in case, so it does not count"
            }
        return "  " + line
    }
}

private func section(
    _ heading: String,
    _ settings: [ResolutionReport.Setting]
) -> [String] {
    guard !settings.isEmpty else { return [] }
    let names = settings.map(\.name.count).max() ?? 0
    let values = settings.map(\.value.count).max() ?? 0
    return [heading]
        + settings.map { setting in
            "  \(padded(setting.name, to: names))  \(padded(setting.value, to: values))  "
                + setting.origin
        }
}

private func axes(_ axes: [String: String]) -> String {
    guard !axes.isEmpty else { return "" }
    return " ("
        + axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        .joined(separator: ", ") + ")"
}

/// One line an item, one column a species; a cell is the number of the template that won.
func coverageLines(_ cells: [CoverageCell]) -> [String] {
    var species: [String] = []
    var rows: [String] = []
    var levels: [[String]: [String]] = [:]
    var templates: Set<String> = []
    for cell in cells {
        let row =
            (cell.item ?? "(undressed)") + (cell.part.map { " part \($0 + 1)" } ?? "")
            + (cell.animation.map { " \($0)" } ?? "") + axes(cell.axes)
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
        zip(row, widths).map { padded($0, to: $1) }.joined(separator: "  ")
    } + ["", "Each cell names the template that won, counted from 1:"]
        + templates.sorted().map { "  \($0)" }
        + (table.joined().contains("-") ? ["- stands where the catalog excludes the item"] : [])
}
