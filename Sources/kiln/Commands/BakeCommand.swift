internal import Arguments
internal import Bake
internal import Diagnostics

/// `kiln bake [CATALOG] -o DIR`: the main job.
enum BakeCommand {
    static let output = Flag(
        required: "output",
        short: "o",
        value: "DIR",
        .directory,
        help: "where atlases and the manifest go"
    )
    static let target = Flag(
        repeating: "target",
        short: "t",
        value: "ID",
        .text,
        defaultText: "all",
        help: "a target to bake; may be repeated"
    )
    static let profile = Flag(
        "profile",
        value: "NAME",
        .text,
        help: "a profile of the catalog to lay over its targets"
    )

    static let command = Command<Action>(
        "bake",
        summary: "bake a catalog into atlases and a manifest",
        description: """
            Reads the catalog and its sources, keys and composes the art, packs the pages of each \
            target, and writes them with manifest.json. Outputs are replaced only when everything \
            succeeded; files that no bake wrote are never touched.
            """,
        examples: [
            Example("kiln bake -o build", "Bake ./catalog.json."),
            Example("kiln bake game/catalog.json -o build -t watch", "Bake one target."),
        ],
        positionals: [Shared.catalog],
        groups: [
            FlagGroup("Output", [output, target, profile]),
            FlagGroup("Running", [Shared.json, Shared.quiet, Shared.jobs]),
        ],
        action: run
    )

    fileprivate struct Summary: Encodable {
        struct Target: Encodable {
            var id: String
            var frames: Int
            var pages: Int
            var occupancy: Double
        }

        var output: String
        var targets: [Target]
        var files: [String]
        var removed: [String]
        var bytes: Int
    }

    static func run(_ values: Values) async throws -> ExitStatus {
        let disk = RealDisk()
        let (loaded, findings) = try LoadedCatalog.load(try values[Shared.catalog], disk: disk)
        guard let loaded else {
            Console.standardError.print(findings)
            return .couldNotRun
        }
        var request = BakeRequest(
            output: try values[output],
            jobs: try values[Shared.jobs] ?? Machine.cores
        )
        if try !values[target].isEmpty { request.targets = try values[target] }
        request.profile = try values[profile]
        let (summary, diagnostics) = try await bake(loaded, request, disk: disk)
        let isQuiet = try values[Shared.quiet]
        Console.standardError.print(
            diagnostics.filter { $0.severity > (isQuiet ? .warning : .note) }
        )
        guard let summary else {
            Console.standardError.print("nothing was written")
            return .inputHasErrors
        }
        if try values[Shared.json] {
            Console.standardOutput.print(try jsonText(Summary(summary, in: request.output)))
        } else if !isQuiet {
            Console.standardOutput.print(text(of: summary, in: request.output))
        }
        return .clean
    }

    private static func text(of summary: BakeSummary, in folder: String) -> String {
        var lines = summary.targets.map { target in
            "baked \(target.id): \(target.frames) frames on \(target.pages) "
                + (target.pages == 1 ? "page" : "pages")
                + ", \(percent(target.occupancy)) occupied"
        }
        lines.append(
            "wrote \(summary.files.count) files (\(bytesText(summary.bytes))) to \(folder):"
        )
        lines += summary.files.map { "  \(joinPath(folder, $0))" }
        lines += summary.removed.map {
            "removed \(joinPath(folder, $0)), which is no output any more"
        }
        return lines.joined(separator: "\n")
    }
}

extension BakeCommand.Summary {
    fileprivate init(_ summary: BakeSummary, in folder: String) {
        self.init(
            output: folder,
            targets: summary.targets.map {
                Target(id: $0.id, frames: $0.frames, pages: $0.pages, occupancy: $0.occupancy)
            },
            files: summary.files,
            removed: summary.removed,
            bytes: summary.bytes
        )
    }
}
