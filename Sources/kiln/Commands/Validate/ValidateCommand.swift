import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// `kiln validate [CATALOG] [FILE…]`: every problem in one run.
enum ValidateCommand {
    static let catalog = Shared.streamedCatalog.help(
        "the catalog, the folder that holds its catalog.json, or - for standard input, whose "
            + "sources are in the working folder"
    )
    static let files = Positional(anyNumber: "FILE", .file)
        .help("report only findings about these files")
    static let strict = Flag("strict").help("treat warnings as errors")
    static let against = Flag("against", value: "BAKE", .file)
        .help(
            "an earlier bake's folder or manifest; removing what games and saves rely on is an error"
        )
    static let select = Flag(repeating: "select", value: "ID", .text)
        .whenAbsent("all")
        .help("a check to report; * and ? are wildcards, commas separate several")
    static let ignore = Flag(repeating: "ignore", value: "ID", .text)
        .help("a check not to report, in the same form")
    static let baseline = Flag("baseline", value: "FILE", .file.output)
        .help("ignore the known problems listed in FILE and report only new ones")
    static let updateBaseline = Flag("update-baseline")
        .help("replace the baseline with the current findings").needs(baseline)

    static let fix = Flag("fix")
        .help(
            "repair clear-cut problems: misspelled members, words and ids, and file names in the "
                + "wrong case"
        )
    static let dryRun = Flag("dry-run", short: "n")
        .help("with --fix: print the change without making it")
        .needs(fix)
    static let watch = Flag("watch", short: "w").help("report again on every save, until Ctrl-C")
        .excludes(fix, updateBaseline, because: "watching writes no file")

    static let command = Command<Action>(
        "validate",
        summary: "report every problem of a catalog and its art",
        positionals: [catalog, files],
        groups: [
            "Output": [
                ReportOutput.format, ReportOutput.output, ReportOutput.maxFindings,
                ReportOutput.statistics, Shared.json, Shared.force, strict, Shared.quiet,
                Shared.progress,
            ],
            "Findings": [Shared.profile, select, ignore, baseline, updateBaseline, against],
            "Running": [
                fix, dryRun, watch, Shared.noCache, Shared.cacheFolder, Shared.jobs, Shared.memory,
            ],
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let run = try ValidateRun(values)
        let output = try ReportOutput(values)
        let isStrict = try values[strict]
        let isRead: Set = try values[updateBaseline] ? [] : ["--baseline"]
        try values.refuseUnfitOutputs(besides: run.catalog, except: isRead, disk: run.disk)
        if run.readsStandardInput, try values[watch] || values[fix] {
            throw values.usageError("'--watch' and '--fix' need a catalog's file, found '-'")
        }
        if try values[watch] {
            guard output.isTextAlone else {
                throw values.usageError("'--watch' reports as text, and writes no file")
            }
            return try await watchAndValidate(run, output, isStrict: isStrict)
        }
        var found = try await run.find()
        if try values[fix], found.couldRead {
            let bytes = try RealDisk().read(run.catalog)
            let fixes = FixPlan(found.diagnostics, path: run.catalog, bytes: bytes)
            let isDone = try !values[dryRun]
            output.report(fixes, isDone: isDone)
            if isDone, fixes.count > 0 {
                let moves = fixes.moves.flatMap(\.self)
                try CatalogEdit(catalog: run.catalog, old: bytes, new: fixes.text, moves: moves)
                    .apply(disk: RealDisk())
                found = try await run.find()
            }
        }
        return try await output.report(found, isStrict: isStrict, catalog: run.catalog)
    }
}

struct Found: Sendable {
    var diagnostics: [Diagnostic]
    /// False when the catalog could not be read at all.
    var couldRead = true
    /// How many known findings a baseline hid.
    var hidden = 0
    /// What became of the baseline.
    var news: [PrintableText] = []
}

extension Diagnostic {
    static func unreadableCatalog(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .unreadableCatalog,
            at: SourceLocation(path: error.path),
            message: "the catalog cannot be read: \(error.reason)",
            help: error.help ?? helpWithoutCatalog
        )
    }
}

/// Validates, and validates again whenever a file changes that the catalog may read, until Ctrl-C.
func watchAndValidate(
    _ run: ValidateRun,
    _ output: ReportOutput,
    isStrict: Bool
) async throws -> ExitStatus {
    Interruption.notice()
    var watched = run.watched
    while true {
        // Watching begins before looking, so that no save is missed.
        let watcher = try FileWatcher(watched, isInterrupted: { Interruption.isRequested })
        let found = try await run.find()
        if run.watched != watched {
            watched = run.watched
            continue
        }
        _ = try await output.report(found, isStrict: isStrict, catalog: run.catalog)
        Console.standardError.print("waiting for changes; Ctrl-C ends")
        guard case .changed(let files) = try watcher.next() else { break }
        Console.standardOutput.print("")
        Console.standardOutput.print("\(files.firstFew) changed")
    }
    Interruption.finish()
    return .clean
}
