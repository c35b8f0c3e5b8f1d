import Bake
import Console
import Diagnostics
import FileStore

extension DiffCommand {
    /// `kiln diff OLD NEW --catalog`: what a stored catalog has to learn.
    static func update(
        from before: OpenedBake,
        to after: OpenedBake,
        _ values: Values
    ) async throws -> ExitStatus {
        var redrawn: Set<String> = []
        let comparison = try compareBakes(.init(before), .init(after)) { change in
            if change.subject == .frame, change.kind == .changed { redrawn.insert(change.name) }
        }
        let changes = catalogUpdate(from: before.manifest, to: after.manifest, redrawn: redrawn)
        // What is new stands among the changes.
        let findings = checkStability(
            of: after.manifest,
            path: after.path,
            against: before.manifest,
            path: before.path
        ).filter { $0.severity > .note }.inReportOrder()
        let file = try values[swift]
        if let file {
            let text = Array(catalogSwift(changes, file: lastPart(of: file)).utf8)
            try await values.write(text, to: file, reading: [before.path, after.path])
        }
        Console.standardError.print(findings)
        let report = CatalogReport(
            old: try values[old],
            new: try values[new],
            isChanged: !changes.isEmpty,
            changes: changes,
            findings: findings.map {
                .init(id: $0.id, severity: $0.severity, message: $0.message, help: $0.help)
            }
        )
        try values.present(report) {
            var lines = catalogLines(changes, isColored: Console.standardOutput.isColored)
            let unknown = comparison.unknownFrames
            if unknown > 0 {
                lines.append(
                    "\(counted(unknown, "frame")) could not be compared: "
                        + "\(unknown == 1 ? "its page is" : "their pages are") not there"
                )
            }
            if let file { lines.append("wrote \(file)") }
            return lines
        }
        let placeholders = placeholders(in: after, try values[new], isError: true)
        try values.report(placeholders)
        let isRefused =
            try !placeholders.isEmpty || findings.contains { $0.severity == .error }
            || (values[failOnChange] && !changes.isEmpty)
        return isRefused ? .inputHasErrors : .clean
    }
}

/// What a stored catalog has to learn, as `kiln diff --catalog --json` prints it.
private struct CatalogReport: Encodable {
    /// Something that must not happen to a game that is played already.
    struct Finding: Encodable {
        var id: String
        var severity: Severity
        var message: String
        var help: String?
    }

    var old: String
    var new: String
    var isChanged: Bool
    var changes: [CatalogChange]
    var findings: [Finding]
}
