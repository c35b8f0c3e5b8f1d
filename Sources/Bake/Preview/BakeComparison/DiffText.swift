package import Diagnostics
import KilnManifest

/// What two bakes differ in, for people.
package func diffLines(_ report: DiffReport, isColored: Bool) -> [PrintableText] {
    let list = ChangeList(isColored: isColored)
    let named = report.changes.grouped(by: \.section.rawValue).flatMap { section, changes in
        list.section(
            section,
            changes.map { ($0.kind.rawValue, $0.id.isEmpty ? nil : $0.id, $0.details) }
        )
    }
    let drawn = report.pictures.grouped(by: \.section).flatMap { section, pictures in
        list.section(
            section,
            pictures.map { ($0.kind.rawValue, $0.name, [$0.fact]) },
            most: 40,
            widest: 48
        )
    }
    return named + drawn + report.summary(list).map { PrintableText($0) }
}

extension DiffReport {
    fileprivate func summary(_ list: ChangeList) -> [String] {
        func counts(_ kinds: [ChangeKind], _ what: String) -> String? {
            kinds.isEmpty ? nil : "\(what): \(list.counts(kinds))"
        }
        func kinds(of subject: PictureChange.Subject) -> [ChangeKind] {
            pictures.filter { $0.subject == subject }.map(\.kind)
        }
        let parts = [
            counts(changes.map(\.kind), "ids"), counts(kinds(of: .frame), "frames"),
            counts(kinds(of: .file), "pictures"),
        ].compactMap { $0 }
        let moved = movedFrames == 0 ? "" : ", \(movedFrames) of them elsewhere on their page"
        let isUnknown = unknownFrames + unknownPictures > 0
        let none = isUnknown ? "no difference in what could be compared" : "no difference"
        var lines = [
            (parts.isEmpty ? [none] : parts).joined(separator: "; ")
                + "; \(counted(sameFrames, "frame looks", "frames look")) the same\(moved)"
        ]
        if unknownFrames > 0 {
            lines.append(
                "\(counted(unknownFrames, "frame")) could not be compared: "
                    + "\(unknownFrames == 1 ? "its page is" : "their pages are") not there"
            )
        }
        if unknownPictures > 0 {
            lines.append(
                "\(counted(unknownPictures, "picture")) could not be compared: "
                    + "\(unknownPictures == 1 ? "its file is" : "their files are") not there"
            )
        }
        return lines
    }
}

/// Lists of changes for people.
struct ChangeList {
    let isColored: Bool

    /// A heading, and for each change a line, and one more for each further detail.
    ///
    /// Of more than `most` changes the others are counted; ids are in line up to `widest` letters.
    func section(
        _ heading: String,
        _ changes: [(kind: String, id: String?, details: [String])],
        most: Int = .max,
        widest: Int = .max
    ) -> [PrintableText] {
        let shown = changes.prefix(most)
        let width = min(widest, shown.map { printable($0.id ?? "").count }.max() ?? 0)
        var lines: [PrintableText] = ["\(heading, style: isColored ? .bold : nil)"]
        for (kind, id, details) in shown {
            let id = id.map { [padded(printable($0), to: width)] } ?? []
            var rest = (id + [details.first ?? ""]).joined(separator: "  ")
            while rest.last == " " { rest.removeLast() }
            let word = rest.isEmpty ? kind : padded(kind, to: 7)
            lines.append("  \(word, style: style(of: kind))\(rest.isEmpty ? "" : "  " + rest)")
            let start = ([padded(kind, to: 7)] + id).joined(separator: "  ").count + 4
            let indent = String(repeating: " ", count: start)
            lines += details.dropFirst().map { "\(indent)\($0)" }
        }
        if shown.count < changes.count {
            lines.append("  and \(changes.count - shown.count) more; --json lists all")
        }
        return lines
    }

    /// Such as "2 added, 1 changed".
    func counts<Kind: CaseIterable & Equatable>(_ kinds: [Kind]) -> String {
        Kind.allCases.compactMap { kind in
            let count = kinds.count { $0 == kind }
            return count == 0 ? nil : "\(count) \(kind)"
        }.joined(separator: ", ")
    }

    private func style(of kind: String) -> TerminalStyle? {
        guard isColored else { return nil }
        return switch kind {
        case "added": .green
        case "changed": .yellow
        default: .red
        }
    }
}

/// What two bakes differ in, as `--json` prints it.
package struct DiffReport: Encodable {
    var old: String
    var new: String
    package private(set) var isChanged: Bool
    var changes: [ManifestChange]
    var pictures: [PictureChange]
    /// Pictures of an earlier run that show what does not differ any more; only where there were any.
    var removed: [String]?
    var sameFrames: Int
    var movedFrames: Int
    var unknownFrames: Int
    var unknownPictures: Int

    package init(
        old: String,
        new: String,
        _ comparison: BakeComparison,
        _ pictures: [PictureChange],
        removed: [String] = []
    ) {
        self.removed = removed.isEmpty ? nil : removed
        self.old = old
        self.new = new
        self.pictures = pictures.sorted { $0.order < $1.order }
        changes = comparison.changes
        // What could not be compared may have changed.
        isChanged =
            !changes.isEmpty || !pictures.isEmpty || comparison.unknownFrames > 0
            || comparison.unknownPictures > 0
        sameFrames = comparison.sameFrames
        movedFrames = comparison.movedFrames
        unknownFrames = comparison.unknownFrames
        unknownPictures = comparison.unknownPictures
    }
}

extension PictureChange {
    /// Looks first, then frames and files, by target and name.
    fileprivate var order: (Int, String, String) {
        (Subject.allCases.firstIndex(of: subject) ?? 0, target, name)
    }
}

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
