/// What two bakes differ in, for people.
struct DiffText {
    let report: DiffReport
    let isColored: Bool
    /// Longer lists of pictures are cut, with a word about it.
    private static let mostPictures = 40

    var lines: [String] {
        var lines: [String] = []
        for (section, changes) in grouped(report.changes, by: \.section) {
            lines.append(bold(section))
            let width = changes.map(\.id.count).max() ?? 0
            for change in changes {
                let id = change.id.isEmpty ? [] : [padded(change.id, width)]
                lines += block(change.kind, id, change.details)
            }
        }
        let looks = report.pictures.filter { $0.frame == nil }
        if !looks.isEmpty { lines += [bold("dressed pets")] + rows(looks) }
        let frames = report.pictures.filter { $0.frame != nil }
        for (target, pictures) in grouped(frames, by: \.target) {
            lines += [bold("frames of \(target)")] + rows(pictures)
        }
        return lines + summary
    }

    private var summary: [String] {
        var lines: [String] = []
        let kinds = ["added", "removed", "changed"]
        func counts(_ all: [String], _ what: String) -> String? {
            let found = kinds.compactMap { kind -> String? in
                let count = all.count { $0 == kind }
                return count == 0 ? nil : "\(count) \(kind)"
            }
            return found.isEmpty ? nil : "\(what): \(found.joined(separator: ", "))"
        }
        let frames = report.pictures.filter { $0.frame != nil }
        let parts = [
            counts(report.changes.map(\.kind), "ids"), counts(frames.map(\.kind), "frames"),
        ].compactMap { $0 }
        let moved =
            report.movedFrames == 0 ? "" : ", \(report.movedFrames) of them elsewhere on their page"
        lines.append(
            (parts.isEmpty ? ["no difference"] : parts).joined(separator: "; ")
                + "; \(report.sameFrames) frames look the same\(moved)"
        )
        if report.unknownFrames > 0 {
            lines.append(
                "\(report.unknownFrames) frames could not be compared: their pages are not there"
            )
        }
        return lines
    }

    private func rows(_ pictures: [DiffReport.Picture]) -> [String] {
        let shown = pictures.prefix(Self.mostPictures)
        let width = min(48, shown.map(\.name.count).max() ?? 0)
        var lines = shown.flatMap { picture in
            block(picture.kind, [padded(picture.name, width)], [picture.fact])
        }
        if shown.count < pictures.count {
            lines.append("  and \(pictures.count - shown.count) more; --json lists all")
        }
        return lines
    }

    /// A line, and one more for each further detail, in line with the first.
    private func block(_ kind: String, _ id: [String], _ details: [String]) -> [String] {
        let head = ([padded(kind, 7)] + id).joined(separator: "  ")
        let indent = String(repeating: " ", count: head.count + 4)
        let colored = ([colored(padded(kind, 7), kind)] + id).joined(separator: "  ")
        return ["  \(colored)  \(details.first ?? "")".trimmingEnd()]
            + details.dropFirst().map { indent + $0 }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func bold(_ text: String) -> String { isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text }

    private func colored(_ text: String, _ kind: String) -> String {
        guard isColored, let code = ["added": 32, "removed": 31, "changed": 33][kind] else {
            return text
        }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// By a member, in the order of first appearance.
    private func grouped<Element>(
        _ elements: [Element],
        by member: (Element) -> String
    ) -> [(String, [Element])] {
        var groups: [(String, [Element])] = []
        for element in elements {
            if let index = groups.firstIndex(where: { $0.0 == member(element) }) {
                groups[index].1.append(element)
            } else {
                groups.append((member(element), [element]))
            }
        }
        return groups
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
