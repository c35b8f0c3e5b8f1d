package import Diagnostics
import KilnManifest

/// What a stored catalog has to learn, for people.
///
/// A line for each change, and more for what is different; the last line counts.
package func catalogLines(_ changes: [CatalogChange], isColored: Bool) -> [PrintableText] {
    var lines: [PrintableText] = []
    for section in CatalogChange.sections {
        let own = changes.filter { $0.section == section }
        if own.isEmpty { continue }
        lines.append("\(section.rawValue, style: isColored ? .bold : nil)")
        let width = own.map { printable($0.id).count }.max() ?? 0
        for change in own {
            let facts = change.kind == .changed ? change.details : [change.outline]
            let id = printable(change.id)
            let padding = String(repeating: " ", count: facts == [""] ? 0 : width - id.count + 2)
            let first = id + padding + (facts.first ?? "")
            lines.append(
                "  \(padded(change.kind.rawValue), style: change.style(isColored))  \(first)"
            )
            let indent = String(repeating: " ", count: width + 13)
            lines += facts.dropFirst().map { "\(indent)\($0)" }
        }
    }
    let counts = CatalogChange.Kind.allCases.compactMap { kind -> String? in
        let count = changes.count { $0.kind == kind }
        return count == 0 ? nil : "\(count) \(kind)"
    }
    let total = counts.isEmpty ? "nothing to update" : counts.joined(separator: ", ")
    return lines + [PrintableText(total)]
}

private func padded(_ kind: String) -> String {
    kind + String(repeating: " ", count: 7 - kind.count)
}

extension CatalogChange {
    fileprivate func style(_ isColored: Bool) -> TerminalStyle? {
        guard isColored else { return nil }
        return switch kind {
        case .added: .green
        case .changed: .yellow
        case .retired: .red
        }
    }

    /// What came or went, in a few words.
    fileprivate var outline: String {
        guard let entry = new ?? old else { return "" }
        var facts: [String] = []
        if let style = entry.equipStyle { facts.append(style) }
        if let slot = entry.slot { facts.append("slot \(slot)") }
        if let max = entry.max { facts.append("at most \(max)") }
        if let values = entry.values { facts.append(values.joined(separator: ", ")) }
        if let look = entry.look {
            facts.append(([look.species] + look.worn).joined(separator: " + "))
        }
        if let width = entry.width, let height = entry.height {
            facts.append("\(width)x\(height)")
        }
        if let frames = entry.frames { facts.append(counted(frames, "frame")) }
        for (species, assets) in (entry.assets ?? [:]).sorted(by: { $0.key < $1.key }) {
            let names = shortened(assets.joined(separator: ", "), to: 60)
            facts.append(section == .items ? "on \(species): \(names)" : names)
        }
        if let extras = entry.extras {
            facts.append("extras \(shortened(ManifestValue.object(extras).description, to: 60))")
        }
        return facts.joined(separator: "; ")
    }
}
