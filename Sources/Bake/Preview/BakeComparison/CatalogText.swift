package import Diagnostics
import KilnManifest

/// What a stored catalog has to learn, for people.
///
/// A line for each change, and more for what is different; the last line counts.
package func catalogLines(_ changes: [CatalogChange], isColored: Bool) -> [PrintableText] {
    let list = ChangeList(isColored: isColored)
    let lines = CatalogChange.sections.flatMap { section -> [PrintableText] in
        let own = changes.filter { $0.section == section }
        if own.isEmpty { return [] }
        return list.section(
            section.rawValue,
            own.map { ($0.kind.rawValue, $0.id, $0.kind == .changed ? $0.details : [$0.outline]) }
        )
    }
    return lines
        + [PrintableText(changes.isEmpty ? "nothing to update" : list.counts(changes.map(\.kind)))]
}

extension CatalogChange {
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
