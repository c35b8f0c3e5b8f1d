import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore

/// `kiln validate [CATALOG] [FILE…]`: every problem in one run.
enum ValidateCommand {
    static let catalog = Positional(
        optional: "CATALOG",
        .stream,
        default: "catalog.json",
        help: "the catalog, the folder that holds its catalog.json, or - for standard input, whose "
            + "sources lie in the working folder"
    )
    static let files = Positional(
        anyNumber: "FILE",
        .file,
        help: "report only what is about these files",
        details: """
            Pictures, the catalog, or folders. A picture in place of CATALOG means the nearest \
            catalog.json above it.
            """
    )
    static let strict = Flag("strict", help: "let warnings fail")
    static let against = Flag(
        "against",
        value: "BAKE",
        .file,
        help: "an earlier bake's folder or manifest: what players and games rely on must stay"
    )
    static let select = Flag(
        repeating: "select",
        value: "ID",
        .text,
        defaultText: "all",
        help: "a check to report, with * and ?; several by commas; errors that stop a bake stay"
    )
    static let ignore = Flag(
        repeating: "ignore",
        value: "ID",
        .text,
        help: "a check to leave out, in the same way"
    )
    static let baseline = Flag(
        "baseline",
        value: "FILE",
        .file.output,
        help: "findings that are put up with, so that only new ones are reported"
    )
    static let updateBaseline = Flag(
        "update-baseline",
        help: "write what is found now into the baseline"
    )

    static let fix = Flag(
        "fix",
        help:
            "mend what leaves no doubt: misspelled members, words, ids, and files in another case",
        details: """
            The change is shown, and done: the catalog is replaced in one step and keeps all its \
            other bytes, files get other names. Then what is left is reported.
            """
    )
    static let dryRun = Flag("dry-run", short: "n", help: "with --fix: show the change only")
    static let watch = Flag("watch", short: "w", help: "report again on every save, until Ctrl-C")

    static let command = Command<Action>(
        "validate",
        summary: "report every problem of a catalog and its art",
        description: """
            Reads the catalog, resolves every item for every species, and decodes, keys and cuts \
            every picture that is used. Errors fail, with --strict warnings too. With --profile the \
            catalog is looked at as a bake of that profile would. 'kiln explain ID' tells more about \
            a finding.
            """,
        examples: [
            Example("kiln validate --strict", "Check ./catalog.json in CI."),
            Example(
                "kiln validate --format github --format sarif=kiln.sarif",
                "Annotate a pull request, and write a report for code scanning."
            ),
            Example("kiln validate assets-src/hat.png", "Report what is about one picture."),
            Example(
                "kiln validate --baseline kiln-baseline.json --update-baseline",
                "Put up with what old art has, and report what is new from then on."
            ),
            Example("kiln validate --against released", "Protect players' saves."),
            Example("kiln validate --fix --dry-run", "Show what would be mended."),
        ],
        positionals: [catalog, files],
        groups: [
            FlagGroup(
                "Output",
                [
                    ReportOutput.format, ReportOutput.output, ReportOutput.maxFindings,
                    ReportOutput.statistics, Shared.json, Shared.force, strict,
                    Shared.quiet, Shared.progress,
                ]
            ),
            FlagGroup(
                "Findings",
                [Shared.profile, select, ignore, baseline, updateBaseline, against]
            ),
            FlagGroup("Running", [fix, dryRun, watch, Shared.jobs, Shared.memory]),
        ],
        action: Shared.budgeted(run)
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let run = try ValidateRun(values)
        let output = try ReportOutput(values)
        let isStrict = try values[strict]
        let isRead: Set = try values[updateBaseline] ? [] : ["--baseline"]
        try run.refuseUnfitOutputs(values, except: isRead)
        if try values[dryRun], try !values[fix] {
            throw values.usageError("'--dry-run' needs '--fix'")
        }
        if run.readsStandardInput, try values[watch] || values[fix] {
            throw values.usageError("'--watch' and '--fix' need a catalog's file, found '-'")
        }
        if try values[watch] {
            guard try !values[fix], try !values[updateBaseline], output.isTextAlone else {
                throw values.usageError("'--watch' reports as text, and writes nothing")
            }
            return try await watchAndValidate(run, output, isStrict: isStrict)
        }
        var found = try await run.find()
        if try values[fix], found.couldRead {
            let fixes = try FixRun(found, catalog: run.catalog, disk: RealDisk())
            let isDone = try !values[dryRun]
            output.tell(fixes, isDone: isDone)
            if isDone, fixes.count > 0 {
                try fixes.apply(disk: RealDisk())
                found = try await run.find()
            }
        }
        return try await output.tell(found, isStrict: isStrict, catalog: run.catalog)
    }
}

/// What a validation found.
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
