import Bake
import Diagnostics

/// Every name that was tried, then the settings in force.
func resolutionLines(_ report: ResolutionReport) -> [String] {
    var lines = [
        "\(report.item ?? "the undressed pet") on \(report.species)"
            + (report.part.map { ", part \($0 + 1)" } ?? "")
            + (report.animation.map { ", \($0)" } ?? "") + axes(report.axes)
    ]
    lines += alikeLines(report.alike)
    if let wearers = report.excludedBy {
        let who = wearers.isEmpty ? "nobody" : wearers.joined(separator: ", ")
        lines.append("  the catalog excludes it: its \"species\" has \(who)")
    }
    lines += attemptLines(report.attempts)
    if report.asset == nil { lines.append("  nothing was found") }
    if report.isUndressed { lines.append("  it has no art, so the undressed pet is shown") }
    lines += section("keying", report.keying) + section("placement", report.placement)
    lines += section("colors", report.colors ?? [])
    lines += section("slot", report.slot.map { [$0] } ?? []) + section("extras", report.extras)
    return lines
}

private func alikeLines(_ alike: [[String: String]]) -> [String] {
    // Very many are counted.
    let told = alike.prefix(6).map { "  the same for" + axes($0) }
    let more = alike.count - told.count
    return told + (more > 0 ? ["  and for \(more) more"] : [])
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

/// Every name that was tried for an image, then the settings in force.
func imageLines(_ report: ImageReport) -> [String] {
    ["image \(report.image)" + axes(report.axes)] + alikeLines(report.alike)
        + attemptLines(report.attempts)
        + (report.files.isEmpty ? ["  nothing was found"] : [])
        + section("keying", report.keying) + section("size", report.size)
        + section("colors", report.colors ?? []) + section("extras", report.extras)
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
