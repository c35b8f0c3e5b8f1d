import Bake
import Console
import Diagnostics
import FileStore
import Results

extension DiffCommand {
    /// `kiln diff OLD NEW --catalog`: what a stored catalog has to learn.
    static func update(_ values: Values) async throws -> ExitStatus {
        for (flag, isGiven) in [
            ("-o", try values[output] != nil), ("--html", try values[html] != nil),
        ] where isGiven {
            throw values.usageError("'--catalog' draws nothing, so '\(flag)' says nothing with it")
        }
        let disk = RealDisk()
        let before = try OpenedBake(try values[old], disk: disk)
        let after = try OpenedBake(try values[new], disk: disk)
        var redrawn: Set<String> = []
        let comparison = try compareBakes(.init(before), .init(after)) { change in
            if case .frame(let name) = change.subject, change.kind == .changed {
                redrawn.insert(name)
            }
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
            let text = catalogSwift(changes, file: lastPart(of: file))
            try await writeLoose(
                Array(text.utf8),
                to: file,
                reading: [before.path, after.path],
                Shared.rules(values),
                disk: disk
            )
        }
        Console.standardError.print(findings)
        if try values[Shared.json] {
            let report = CatalogReport(
                old: try values[old],
                new: try values[new],
                changes,
                findings
            )
            Console.standardOutput.print(try Document(encoding: report))
        } else if try !values[Shared.quiet] {
            let console = Console.standardOutput
            console.print(lines: catalogLines(changes, isColored: console.isColored))
            let unknown = comparison.unknownFrames
            if unknown > 0 {
                console.print(
                    "\(counted(unknown, "frame")) could not be compared: "
                        + "\(unknown == 1 ? "its page is" : "their pages are") not there"
                )
            }
            if let file { console.print("wrote \(file)") }
        }
        let holds = tellPlaceholders(in: after, try values[new], isError: true)
        let isRefused =
            try holds || findings.contains { $0.severity == .error }
            || (values[failOnChange] && !changes.isEmpty)
        return isRefused ? .inputHasErrors : .clean
    }
}
