/// Findings for people, as lines with line feeds: grouped by file, with excerpts, and a summary
/// line.
///
/// `pointsToGuide` adds a hint to `kiln explain`. `limit` is the maximum number of findings to
/// print, most severe first; nil prints all.
public func renderText(
    _ diagnostics: [Diagnostic],
    usesColor: Bool = false,
    pointsToGuide: Bool = false,
    limit: Int? = nil
) -> String {
    var text = ""
    var previous: String?
    let reported = limit.map { gravest($0, of: diagnostics) } ?? diagnostics
    for diagnostic in reported.inReportOrder() {
        let path = diagnostic.location?.path
        if let previous, previous != path ?? "" { text += "\n" }
        previous = path ?? ""
        text += render(diagnostic, usesColor)
    }
    let files = Set(diagnostics.compactMap { $0.location?.path }).count
    if !diagnostics.isEmpty { text += "\n" }
    if reported.count < diagnostics.count {
        text +=
            "and \(counted(diagnostics.count - reported.count, "more finding")): "
            + "--max-findings 0 tells all\n"
    }
    if pointsToGuide { text += pointer(diagnostics) }
    text += "\(ReportSummary(diagnostics))"
    if files > 1 { text += " in \(files) files" }
    return text + "\n"
}

/// The findings of commands without a catalog, in their order and without a summary.
package func renderRemarks(_ diagnostics: [Diagnostic], usesColor: Bool = false) -> String {
    diagnostics.map { render($0, usesColor) }.joined()
}

/// The number of findings by kind, most frequent first, and a summary line.
public func renderStatistics(_ diagnostics: [Diagnostic]) -> String {
    let kinds = Dictionary(grouping: diagnostics, by: \.label)
        .map { kind, found in
            (
                kind: kind, title: found[0].check.title,
                count: found.reduce(0) { $0 + max(1, $1.others) }
            )
        }
        .sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
    let width = kinds.map { "\($0.count)".count }.max() ?? 0
    let lines = kinds.map { kind in
        let number = "\(kind.count)"
        return String(repeating: " ", count: width - number.count) + number
            + "  \(kind.kind): \(kind.title)\n"
    }
    return lines.joined() + (lines.isEmpty ? "" : "\n") + "\(ReportSummary(diagnostics))\n"
}

/// The `limit` most severe findings, in order.
private func gravest(_ limit: Int, of diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard diagnostics.count > limit else { return diagnostics }
    let ordered = diagnostics.inReportOrder()
    return ordered.indicesBySeverity.prefix(limit).sorted().map { ordered[$0] }
}

/// Such as `to read more: kiln explain fringe clipped`.
private func pointer(_ diagnostics: [Diagnostic]) -> String {
    let ids = diagnostics.inReportOrder().ids
    guard !ids.isEmpty else { return "" }
    return "to read more: kiln explain \(ids.prefix(3).joined(separator: " "))\n"
}

private func render(_ diagnostic: Diagnostic, _ usesColor: Bool) -> String {
    let style = usesColor ? diagnostic.severity.style : nil
    let place = diagnostic.location.map { styled(printable("\($0): "), usesColor ? .bold : nil) }
    var text = (place ?? "") + styled(diagnostic.label, style)
    text += ": \(printable(diagnostic.message))\n"
    if let excerpt = diagnostic.location?.excerpt {
        text += "    \(printable(excerpt.text, keepingTabs: true))\n"
        text += "    " + styled(mark(excerpt), style) + "\n"
    }
    if let help = diagnostic.help { text += "  help: \(printable(help))\n" }
    if diagnostic.consequences > 0 {
        let what = counted(diagnostic.consequences, "more finding")
        text +=
            "  \(what) may follow from this one and \(diagnostic.consequences == 1 ? "is" : "are") not shown\n"
    }
    for related in diagnostic.related { text += "  see: \(printable(related.description))\n" }
    return text
}

/// The line of `^~~~` below an excerpt.
private func mark(_ excerpt: SourceLocation.Excerpt) -> String {
    let (before, marked) = excerpt.parts
    var line = ""
    for scalar in before.unicodeScalars {
        line += scalar == "\t" ? "\t" : String(repeating: " ", count: width(scalar))
    }
    let length = marked.unicodeScalars.reduce(0) { $0 + width($1) }
    return line + "^" + String(repeating: "~", count: max(0, length - 1))
}

/// The columns of a scalar in a terminal; precise enough for a mark.
private func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.steersTerminals { return scalar.writtenOut.utf8.count }
    if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isVariationSelector
        || scalar == "\u{200D}"
    {
        return 0
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD:
        return 2
    default: return 1
    }
}

extension Severity {
    fileprivate var style: TerminalStyle {
        switch self {
        case .error: .boldRed
        case .warning: .boldYellow
        case .note: .boldCyan
        }
    }
}
