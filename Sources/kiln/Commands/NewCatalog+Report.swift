import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

extension NewCatalog {
    /// Prints what was written, what to look at, and what to do next.
    ///
    /// `checksArt` also reports what is wrong with the user's own art, which no catalog fixes.
    func present(in folder: String, checksArt: Bool, _ values: Values) async throws {
        let found = checksArt ? try await findings(in: folder) : []
        let next = nextSteps(in: folder)
        if try values[Shared.json] {
            let report = Report(
                written: paths,
                species: species,
                animation: animation,
                findings: checksArt ? found.map(\.description) : nil,
                doubts: doubts.isEmpty ? nil : doubts,
                next: next
            )
            Console.standardOutput.print(try Document(encoding: report))
        } else if try !values[Shared.quiet] {
            // The catalog and its schema come first; much art is counted.
            let shown = paths.count > 20 ? 2 : paths.count
            for file in paths.prefix(shown) { Console.standardOutput.print("wrote \(file)") }
            if shown < paths.count {
                Console.standardOutput.print("wrote \(paths.count - shown) more files")
            }
            if !doubts.isEmpty {
                Console.standardOutput.print("please check:")
                for doubt in doubts { Console.standardOutput.print("  \(doubt)") }
            }
            if !found.isEmpty {
                Console.standardError.print(
                    "the art itself has problems, which kiln validate --strict reports:"
                )
                Console.standardError.print(report: found)
            }
            Console.standardOutput.print("next:")
            for line in next {
                let words = line.map(shellQuoted).joined(separator: " ")
                Console.standardOutput.print("  \(words)")
            }
        }
    }

    private func findings(in folder: String) async throws -> [Diagnostic] {
        let disk = RealDisk()
        let (loaded, diagnostics) = try LoadedCatalog.load(folder, disk: disk)
        guard let loaded else { return diagnostics }
        return try await loaded.validate(in: RenderContext(disk: disk, jobs: Machine.cores))
            .withholdingConsequences()
            .filter { $0.severity != .note }
    }

    private struct Report: Encodable {
        var written: [String]
        /// Absent without a pet of the user's own.
        var species: String?
        var animation: String?
        /// What 'kiln validate --strict' reports of the user's own art, as text.
        var findings: [String]?
        /// What was guessed or not taken, as sentences; absent when nothing was.
        var doubts: [String]?
        /// Command lines, word by word.
        var next: [[String]]
    }

    /// The arguments of commands that work where the user is.
    private func nextSteps(in folder: String) -> [[String]] {
        let catalog = folder == "." ? [] : [folder]
        var steps = [
            ["validate"] + catalog + ["--strict"],
            ["bake"] + catalog + bake + ["-o", "build"],
        ]
        if preview.isEmpty {
            steps.append(["inspect", "build/manifest.json"])
        } else {
            steps.insert(["preview"] + catalog + preview, at: 0)
        }
        return steps.map { ["kiln"] + $0 }
    }
}
