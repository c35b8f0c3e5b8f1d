import Foundation
import TestSupport
import Testing

/// Every command line of the documentation is typed.
struct TypedJourneyTests {
    private static let pages: [String] = {
        let folder = Repository.file("Documentation").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return ["README.md"]
            + names.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }.sorted()
    }()

    /// The lines of `sh` blocks that call the command and end by themselves, without comments and what
    /// follows a pipe.
    private func lines(of page: String) throws -> [String] {
        let text = try String(contentsOf: Repository.file(page), encoding: .utf8)
        return text.matches(of: /(?s)```sh\n(.*?)```/).flatMap { block in
            block.1.replacing("\\\n", with: " ").split(separator: "\n").flatMap { line in
                line.replacing(/\s+#.*$/, with: "").split(separator: " && ").map { part in
                    String(part.split(separator: /\s[|>]/)[0])
                }
            }
        }
        .filter { $0.hasPrefix("kiln ") && !$0.contains("--watch") && !$0.contains("kiln studio") }
    }

    @Test func `there are pages with commands`() throws {
        let counts = try Self.pages.map { try lines(of: $0).count }
        #expect(counts.reduce(0, +) > 30)
    }

    /// In a copy of the sample game; files that a page only supposes may be missing.
    @Test(arguments: pages)
    func `the command understands every line`(page: String) throws {
        let folder = try TemporaryFolder()
        for name in ["catalog.json", "assets-src", "Documentation"] {
            try FileManager.default.copyItem(
                at: Repository.file(name),
                to: folder.url.appending(path: name)
            )
        }
        for line in try lines(of: page) {
            var words = String(line.dropFirst("kiln ".count))
            // There is no terminal to draw in.
            if words.hasPrefix("preview"), !words.contains(#/ -o | --html /#) {
                words += " --image none"
            }
            let run = try BuiltCommand(
                [],
                in: folder.url,
                environment: [
                    "HOME": folder.url.path, "SLURM_CPUS_PER_TASK": "1",
                    "SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "1",
                ],
                script: "kiln() { timeout 60 \"$KILN\" \"$@\"; }; KILN=\"$0\"; kiln " + words
            )
            #expect(!run.errors.contains("help: try 'kiln"), "\(line): \(run.errors)")
            #expect(run.status <= 2, "\(line): \(run.errors)")
        }
    }
}
