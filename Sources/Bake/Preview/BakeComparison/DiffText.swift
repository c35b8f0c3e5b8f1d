package import Diagnostics

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
