import Bake
import Console
import Diagnostics
import FileStore

/// `kiln fmt [CATALOG]`: lays a catalog out in one style.
enum FmtCommand {
    static let catalog = Shared.streamedCatalog.help(
        "the catalog, the folder that holds its catalog.json, or another JSON file; - formats "
            + "standard input to standard output"
    )
    static let check = Flag("check")
        .help("print what would change without changing it, and exit with 1 if anything would")

    static let command = Command<Action>(
        "fmt",
        summary: "format a catalog in one style",
        positionals: [catalog],
        groups: ["Output": [check, Shared.json, Shared.quiet]],
        action: run
    )

    private struct Outcome: Encodable {
        var path: String
        /// Whether the style was another.
        var isChanged: Bool
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let path = try values[catalog]
        let isStreamed = path == StandardStream.path
        if isStreamed, try values[Shared.json] {
            throw values.usageError("'--json' needs a file, found '-'")
        }
        let disk = RealDisk()
        let file = isStreamed ? path : try disk.existingCatalog(path)
        let bytes = isStreamed ? try StandardStream.contents() : try disk.read(file)
        var parser = JSONParser(
            SourceText(path: isStreamed ? "standard input" : file, bytes: bytes)
        )
        guard let root = parser.parse(), parser.diagnostics.isEmpty else {
            Console.standardError.print(report: parser.diagnostics)
            return .inputHasErrors
        }
        let formatted = JSONLayout.formatted(bytes, root)
        let isChanged = formatted != bytes
        let isChecked = try values[check]
        if isStreamed, !isChecked {
            Console.standardOutput.print(Document(own: String(decoding: formatted, as: UTF8.self)))
            return .clean
        }
        if isChanged, !isChecked {
            try disk.replace(formatted, at: file, over: Digest(of: bytes))
        }
        try values.present(Outcome(path: file, isChanged: isChanged)) {
            if !isChanged { return ["\(file) is formatted already"] }
            return isChecked
                ? unifiedDiff(of: file, from: bytes, to: formatted)
                : ["formatted \(file)"]
        }
        return isChecked && isChanged ? .inputHasErrors : .clean
    }
}
