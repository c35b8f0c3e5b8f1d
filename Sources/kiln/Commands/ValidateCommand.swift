internal import Arguments
internal import Bake
internal import CatalogLoading
internal import Console
internal import Diagnostics
internal import FileStore
internal import LookDrawing
internal import PictureFiles
internal import Reports
internal import Validation

/// `kiln validate [CATALOG]`: every problem in one run.
enum ValidateCommand {
    static let catalog = Positional(
        optional: "CATALOG",
        .stream,
        default: "catalog.json",
        help: "the catalog, the folder that holds its catalog.json, or - for standard input, whose "
            + "sources lie in the working folder"
    )
    static let format = Flag(
        "format",
        value: "F",
        .choice(of: Format.self),
        default: .text,
        help: "text for people; json, sarif or junit for machines; github for annotations"
    )
    static let strict = Flag("strict", help: "let warnings fail")
    static let against = Flag(
        "against",
        value: "MANIFEST",
        .file,
        help: "an earlier manifest.json: ids that players' saves hold must stay"
    )

    enum Format: String, CaseIterable, Sendable {
        case text
        case json
        case github
        case sarif
        case junit
    }

    static let command = Command<Action>(
        "validate",
        summary: "report every problem of a catalog and its art",
        description: """
            Reads the catalog, resolves every item for every species, and decodes, keys and cuts \
            every picture that is used; writes nothing. Errors fail, with --strict warnings too.
            """,
        examples: [
            Example("kiln validate --strict", "Check ./catalog.json in CI."),
            Example("kiln validate --format github", "Annotate a pull request."),
            Example("kiln validate --against released/manifest.json", "Protect players' saves."),
        ],
        positionals: [catalog],
        groups: [
            FlagGroup("Output", [format, strict, against]),
            FlagGroup("Running", [Shared.jobs, Shared.memory]),
        ],
        action: Shared.budgeted(run)
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let path = try values[catalog]
        let disk = try Shared.disk(reading: [path], values)
        let (loaded, findings) = load(path, disk)
        let jobs = try values[Shared.jobs] ?? Machine.cores
        let previous = try values[against]
        let diagnostics =
            try await loaded?.validate(against: previous, jobs: jobs, disk: RealDisk()) ?? findings
        let isStrict = try values[strict]
        try print(diagnostics, as: try values[format], isStrict: isStrict)
        if loaded == nil { return .couldNotRun }
        return ReportSummary(diagnostics).fails(strict: isStrict) ? .inputHasErrors : .clean
    }

    /// A catalog that cannot be had is a finding, so that every format tells of it.
    private static func load(
        _ path: String,
        _ disk: RealDisk
    ) -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        do throws(DiskError) {
            return try LoadedCatalog.load(path, disk: disk)
        } catch {
            return (nil, [.unreadableCatalog(error)])
        }
    }

    private static func print(
        _ diagnostics: [Diagnostic],
        as format: Format,
        isStrict: Bool
    ) throws {
        let output = Console.standardOutput
        switch format {
        case .text: output.print(report: diagnostics)
        case .json: output.print(Document(json: renderJSON(diagnostics)))
        case .junit:
            output.print(Document(xml: renderJUnit(diagnostics, of: Check.all, strict: isStrict)))
        case .sarif:
            let text = renderSARIF(diagnostics, paths: repositoryPaths, version: Generator.version)
            output.print(Document(json: text))
        case .github:
            let report = GitHubReport(diagnostics, paths: repositoryPaths)
            output.print(Document(own: report.commands))
            if let file = Machine.path("GITHUB_STEP_SUMMARY") {
                try RealDisk().append(report.stepSummary, to: file)
            }
        }
    }

    /// Paths from the root of the checked out repository, which is the working folder unless
    /// GitHub says otherwise.
    private static var repositoryPaths: ReportPaths {
        let disk = RealDisk()
        let here = disk.realPath(".") ?? "/"
        return ReportPaths(
            workingFolder: here,
            root: Machine.path("GITHUB_WORKSPACE").flatMap(disk.realPath) ?? here
        )
    }
}

extension Diagnostic {
    static func unreadableCatalog(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .unreadableCatalog,
            at: SourceLocation(path: error.path),
            message: "the catalog cannot be read: \(error.reason)",
            help: "name the catalog or its folder, or make one with 'kiln init'"
        )
    }
}
