package import Diagnostics

/// What two bakes differ in, for people.
package struct DiffText {
    private let report: DiffReport
    private let isColored: Bool
    /// Longer lists of pictures are cut, with a word about it.
    private static let mostPictures = 40

    package init(_ report: DiffReport, isColored: Bool) {
        self.report = report
        self.isColored = isColored
    }

    package var lines: [PrintableText] {
        var lines: [PrintableText] = []
        for (section, changes) in report.changes.grouped(by: \.section.rawValue) {
            lines.append(heading(section))
            let width = changes.map { printable($0.id).count }.max() ?? 0
            for change in changes {
                let id = change.id.isEmpty ? [] : [padded(change.id, width)]
                lines += block(change.kind, id, change.details)
            }
        }
        let looks = report.pictures.filter { $0.look != nil }
        if !looks.isEmpty { lines += [heading("dressed pets")] + rows(looks) }
        let frames = report.pictures.filter { $0.frame != nil }
        for (target, pictures) in frames.grouped(by: \.target) {
            lines += [heading("frames of \(target)")] + rows(pictures)
        }
        let files = report.pictures.filter { $0.file != nil }
        for (target, pictures) in files.grouped(by: \.target) {
            lines += [heading("pictures of \(target)")] + rows(pictures)
        }
        return lines + summary.map { PrintableText($0) }
    }

    private var summary: [String] {
        var lines: [String] = []
        func counts(_ all: [ChangeKind], _ what: String) -> String? {
            let found = ChangeKind.allCases.compactMap { kind -> String? in
                let count = all.count { $0 == kind }
                return count == 0 ? nil : "\(count) \(kind)"
            }
            return found.isEmpty ? nil : "\(what): \(found.joined(separator: ", "))"
        }
        let frames = report.pictures.filter { $0.frame != nil }
        let files = report.pictures.filter { $0.file != nil }
        let parts = [
            counts(report.changes.map(\.kind), "ids"), counts(frames.map(\.kind), "frames"),
            counts(files.map(\.kind), "pictures"),
        ].compactMap { $0 }
        let moved =
            report.movedFrames == 0 ? "" : ", \(report.movedFrames) of them elsewhere on their page"
        let isUnknown = report.unknownFrames + report.unknownPictures > 0
        let none = isUnknown ? "no difference in what could be compared" : "no difference"
        lines.append(
            (parts.isEmpty ? [none] : parts).joined(separator: "; ")
                + "; \(report.sameFrames) frames look the same\(moved)"
        )
        if report.unknownFrames > 0 {
            lines.append(
                "\(report.unknownFrames) frames could not be compared: their pages are not there"
            )
        }
        if report.unknownPictures > 0 {
            lines.append(
                "\(report.unknownPictures) pictures could not be compared: their files are not there"
            )
        }
        return lines
    }

    private func rows(_ pictures: [DiffReport.Picture]) -> [PrintableText] {
        let shown = pictures.prefix(Self.mostPictures)
        let width = min(48, shown.map { printable($0.name).count }.max() ?? 0)
        var lines = shown.flatMap { picture in
            block(picture.kind, [padded(picture.name, width)], [picture.fact])
        }
        if shown.count < pictures.count {
            lines.append(
                PrintableText("  and \(pictures.count - shown.count) more; --json lists all")
            )
        }
        return lines
    }

    /// A line, and one more for each further detail, in line with the first.
    private func block(_ kind: ChangeKind, _ id: [String], _ details: [String]) -> [PrintableText] {
        var rest = (id + [details.first ?? ""]).joined(separator: "  ")
        while rest.last == " " { rest.removeLast() }
        let width = ([padded(kind.rawValue, 7)] + id).joined(separator: "  ").count
        let indent = String(repeating: " ", count: width + 4)
        let first: PrintableText =
            rest.isEmpty
            ? "  \(kind, style: style(of: kind))"
            : "  \(padded(kind.rawValue, 7), style: style(of: kind))  \(rest)"
        return [first] + details.dropFirst().map { "\(indent)\($0)" }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        let text = printable(text)
        return text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func heading(_ text: String) -> PrintableText {
        "\(text, style: isColored ? .bold : nil)"
    }

    private func style(of kind: ChangeKind) -> TerminalStyle? {
        guard isColored else { return nil }
        return switch kind {
        case .added: .green
        case .removed: .red
        case .changed: .yellow
        }
    }
}
