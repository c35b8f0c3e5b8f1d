import Bake
import Console
import Diagnostics
import FileStore

/// `kiln bake [CATALOG] -o DIR`: the main job.
enum BakeCommand {
    static let output = Flag(required: "output", short: "o", value: "DIR", .directory.output)
        .help("where atlases and the manifest go")
    static let target = Flag(repeating: "target", short: "t", value: "ID", .id(of: .targets))
        .whenAbsent("all")
        .help("a target to bake")
    static let check = Flag("check")
        .help(
            "bake in memory, compare with DIR, list differences, and exit with 1 if there are any"
        )
        .excludes(dryRun)
    static let dryRun = Flag("dry-run", short: "n")
        .help("list what would be rebuilt, without writing anything")
    static let repack = Flag("repack").help("repack targets with a stable layout")
    static let explain = Flag("explain").help("print why each part was rebuilt")
    static let noChecks = Flag("no-checks").help("skip image checks (faster)")
    static let readOnlySources = Flag("read-only-sources")
        .help("do not save new positions of stable layouts next to the catalog")
    static let watch = Flag("watch", short: "w")
        .help(
            "bake again on every save, until Ctrl-C",
            details: "Prints one line per bake. After an error, the last bake stays as it is."
        )
        .excludes(
            [check, dryRun, timings, explain, verbose, ReportOutput.report, Shared.json],
            because: "it prints one line per bake"
        )
    static let port = Flag("port", value: "N", .integer(in: 1...65535))
        .help(
            "notify running web games of each bake, on this port",
            details: "Games listen with watchForBakes of Examples/web/kiln.js."
        )
        .needs(watch)
    static let verbose = Flag("verbose", short: "v").help("list all outputs and times")
    static let timings = Flag("timings", value: "FILE", .file.output)
        .help("write a Chrome trace of all work")
    static let command = Command<Action>(
        "bake",
        summary: "bake a catalog into atlases and a manifest",
        description: """
            Reads the catalog and its sources, keys and composes the art, packs the pages of \
            each target, and writes them with manifest.json. Pictures that would look broken are \
            findings, as in `kiln validate`; errors prevent all output. Outputs are replaced \
            only when everything succeeded, and only files that an earlier bake wrote and that \
            were not edited since; anything else in the way is an error. Unchanged results come from \
            .kiln-cache next to the catalog, which you can delete at any time. With --swift, the \
            ids of species, items, animations, looks and so on become Swift source, which the \
            compiler checks.

            A profile of the catalog describes the purpose of a bake: which targets it bakes and \
            how, which findings it allows, whether warnings are errors ("strict"), and whether \
            missing art is drawn as placeholders, so that a game can be built before its art is \
            finished.

            With --cache machines share results, and with --worker they share the work of one \
            bake: see Documentation/many-machines.md.
            """,
        examples: [
            "kiln bake -o build": "Bake ./catalog.json.",
            "kiln bake game/catalog.json -o build -t watch": "Bake one target.",
            "kiln bake -o build --profile mock": "Bake with a profile of the catalog.",
            "kiln bake -o build --check": "Fail on stale outputs in CI.",
            "kiln bake -o build --watch": "Bake on every save.",
            "kiln bake -o build --watch --port 8123": "And notify a running web game.",
            "kiln bake -o build --no-checks": "Bake without image checks.",
            "kiln bake -o build --cache http://cache.example:8080/kiln":
                "Share results with other machines.",
            "kiln bake -o build --swift Names.swift": "Also write names for a Swift game.",
            "kiln bake -o build --typescript names.ts": "Also write names for a web game.",
        ],
        positionals: [Shared.catalog],
        groups: [
            "Output": [output, target, Shared.profile, Shared.force],
            "Names": NamesFile.flags,
            "Running": [
                watch, port, check, dryRun, explain, repack, noChecks, Shared.noCache,
                Shared.cacheFolder, readOnlySources, Shared.jobs, Shared.memory,
            ],
            "Many machines": SharedWork.flags,
            "Messages": [
                Shared.json, Shared.quiet, verbose, Shared.progress, ReportOutput.report, timings,
            ],
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try request(values)
        let catalog = try values[Shared.catalog]
        try values.refuseUnfitOutputs(besides: catalog, bake: request.output)
        try refuseObstacles(values, catalog)
        let names = try NamesFile.all(values)
        for file in names { try file.check() }
        if try values[watch] { return try await watchAndBake(request, names, values) }
        let isQuiet = try values[Shared.quiet]
        let errors = Console.standardError
        let wantsTimes = try values[verbose] || values[timings] != nil
        let line = try BakeProgress(values, keepsSpans: wantsTimes)
        var watched = request
        watched.monitor = line.monitor
        let outcome = try await interruptible { [watched] in
            defer { line.clear() }
            return try await bake(catalogAt: catalog, watched, disk: RealDisk())
        }
        if let file = try values[timings] {
            let trace = Array(try jsonText(chromeTrace(line.spans)).utf8)
            try await values.write(trace, to: file, reading: [catalog])
        }
        for report in try values[ReportOutput.report] {
            try await report.write(outcome.diagnostics, reading: [catalog], values)
        }
        errors.print(outcome.diagnostics.filter { $0.severity > (isQuiet ? .warning : .note) })
        guard let summary = outcome.summary else {
            if outcome.couldRead { errors.print("nothing was written") }
            return outcome.couldRead ? .inputHasErrors : .couldNotRun
        }
        var changes: [NamesFile.Change] = []
        for file in names where request.publishes {
            changes.append(try await file.publish(after: summary, mode: request.mode))
        }
        let isCurrent = summary.publication.differences.isEmpty && !changes.contains(.differs)
        let report = BakeReport(summary: summary, request: request)
        try values.present(report) {
            let isVerbose = try values[verbose]
            var lines = report.lines(isVerbose: isVerbose, explains: try values[explain])
            if isVerbose, !line.spans.isEmpty { lines.append("times: " + stageTimes(line.spans)) }
            for (file, change) in zip(names, changes) { lines += file.lines(change) }
            if !isCurrent {
                lines.append(
                    "to bring it up to date: \(try fixingCommand(values, past: summary.publication.obstacles))"
                )
            }
            return lines
        }
        if summary.sharedNothing { return .couldNotRun }
        return isCurrent ? .clean : .inputHasErrors
    }

    /// Looks what is in the way of files next to the outputs, before the bake.
    private static func refuseObstacles(_ values: Values, _ catalog: String) throws {
        let (rules, disk) = (try Shared.rules(values), RealDisk())
        if let file = try values[timings] {
            // No two bakes take the same time.
            try LooseOutputs.check(file, reading: [catalog], rules, mayBeThere: false, disk: disk)
        }
        for file in try values[ReportOutput.report].compactMap(\.file) {
            try LooseOutputs.check(file, reading: [catalog], rules, disk: disk)
        }
    }

    private static func request(_ values: Values) throws -> BakeRequest {
        var request = BakeRequest(
            output: try values[output],
            jobs: try values.jobs
        )
        if try !values[target].isEmpty { request.targets = try values[target] }
        request.profile = try values[Shared.profile]
        request.usesCache = try !values[Shared.noCache]
        request.cacheFolder = try values[Shared.cacheFolder]
        request.keepsLayouts = try !values[readOnlySources]
        request.checksPictures = try !values[noChecks]
        request.repacks = try values[repack]
        request.rules = try Shared.rules(values)
        if try values[check] { request.mode = .check }
        if try values[dryRun] { request.mode = .dryRun }
        try SharedWork.apply(values, to: &request)
        return request
    }

    /// What makes the outputs as they should be, whatever is in the way.
    private static func fixingCommand(
        _ values: Values,
        past obstacles: [Obstacle]
    ) throws -> String {
        var words = ["kiln", "bake"]
        let catalog = try values[Shared.catalog]
        if catalog != Shared.nearestCatalog { words.append(catalog) }
        words += ["-o", try values[output]]
        for id in try values[target] { words += ["-t", id] }
        if let name = try values[Shared.profile] { words += ["--profile", name] }
        words += try NamesFile.words(values)
        if obstacles.contains(where: \.yieldsToForce) { words.append("--force") }
        return words.map(shellQuoted).joined(separator: " ")
    }
}
