import AtlasBuilding
import Bake
import Console
import Diagnostics
import FileStore
import ImageCodec

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
        .help("bake again on every save, until Ctrl-C")
        .excludes(
            [check, dryRun, timings, explain, verbose, ReportOutput.report, Shared.json],
            because: "it prints one line per bake"
        )
    static let port = Flag("port", value: "N", .integer(in: 1...65535))
        .help("notify running web games of each bake, on this port")
        .needs(watch)
    static let verbose = Flag("verbose", short: "v").help("list all outputs and times")
    static let timings = Flag("timings", value: "FILE", .file.output)
        .help("write a Chrome trace of all work")
    static let command = Command<Action>(
        "bake",
        summary: "bake a catalog into atlases and a manifest",
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

/// The options of `kiln bake` for results that machines share, and for sharing the work.
enum SharedWork {
    static let cache = Flag("cache", value: "URL", .text)
        .whenAbsent("KILN_CACHE")
        .help("a server of Bazel's cache protocol that shares results with other machines")
        .excludes(Shared.noCache)
    static let mode = Flag("cache-mode", value: "MODE", .choice(of: RemoteCache.Mode.self))
        .whenAbsent("KILN_CACHE_MODE, or rw")
        .help("rw fetches from --cache and stores there, ro only fetches")
    static let worker = Flag("worker", value: "I/N", .workShare)
        .help("fill the shared cache as machine I of N, from 0, and leave DIR as it is")
        .excludes(BakeCommand.check, BakeCommand.dryRun)
    static let assemble = Flag("assemble")
        .help("write DIR from the workers' results in the shared cache, making what is missing")
        .excludes(BakeCommand.check, BakeCommand.dryRun)
    static var flags: [any Declared] { [cache, mode, worker, assemble] }

    /// What the options and the environment say, taken over into a request.
    static func apply(_ values: Values, to request: inout BakeRequest) throws {
        let share = try values[worker]
        let assembles = try values[assemble]
        request.remote = try remote(values, sharesWork: share != nil)
        request.share = share
        request.publishes = share == nil || assembles
        guard share != nil || assembles else { return }
        guard request.usesCache, request.remote != nil || request.cacheFolder != nil else {
            throw values.usageError(
                "\(share != nil ? "'--worker'" : "'--assemble'") needs a cache that all machines "
                    + "share: name a server with '--cache URL' (or KILN_CACHE), or a folder that all "
                    + "of them see with '--cache-dir DIR'"
            )
        }
        if share != nil, let remote = request.remote, remote.mode == .readOnly {
            throw values.usageError("'--worker' fills the cache, which '--cache-mode ro' forbids")
        }
    }

    private static func remote(_ values: Values, sharesWork: Bool) throws -> RemoteCache? {
        let environment = Machine.environment.filter { !$0.value.isEmpty }
        let given = try values[cache]
        if try values[Shared.noCache] { return nil }
        guard let text = given ?? environment["KILN_CACHE"] else {
            guard try values[mode] == nil else {
                throw values.usageError("'--cache-mode' needs '--cache URL' or KILN_CACHE")
            }
            return nil
        }
        let place = given == nil ? "KILN_CACHE" : "--cache"
        let who = try credentials(values, environment)
        var address: RemoteAddress
        do throws(RemoteAddress.Refusal) {
            address = try RemoteAddress(text, credentials: who)
        } catch {
            throw values.usageError(
                "invalid address for \(place): \(error.rawValue), as in http://cache.example:8080/kiln"
            )
        }
        if case .netrc = address.credentials, let file = environment["NETRC"] {
            address.credentials = .netrc(path: file)
        }
        if let trouble = RemoteCache.obstacle {
            throw values.usageError("'\(place)' cannot be used: \(trouble)")
        }
        let word = environment["KILN_CACHE_MODE"] ?? RemoteCache.Mode.readWrite.rawValue
        guard let mode = try values[mode] ?? RemoteCache.Mode(rawValue: word) else {
            throw values.usageError(
                "invalid value for KILN_CACHE_MODE, found '\(word)', expected one of rw, ro"
            )
        }
        return RemoteCache(
            address,
            mode: mode,
            program: decodingFacts,
            sharesWork: sharesWork,
            certificates: environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"]
        )
    }

    /// Nil when the environment has none; what is in it is never printed.
    private static func credentials(
        _ values: Values,
        _ environment: [String: String]
    ) throws -> RemoteAddress.Credentials? {
        func secret(_ name: String) throws -> String? {
            guard let text = environment[name] else { return nil }
            guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw values.usageError("\(name) holds control characters, such as a line's end")
            }
            return text
        }
        if let token = try secret("KILN_CACHE_TOKEN") { return .token(token) }
        if let user = try secret("KILN_CACHE_USER") {
            guard !user.contains(":") else {
                throw values.usageError(
                    "KILN_CACHE_USER holds a ':', which no user's name may (RFC 7617); the password "
                        + "stands in KILN_CACHE_PASSWORD"
                )
            }
            return .basic(user: user, password: try secret("KILN_CACHE_PASSWORD") ?? "")
        }
        return nil
    }
}

extension ValueKind where Value == WorkShare {
    /// `2/8`: the third of eight.
    static var workShare: ValueKind {
        ValueKind(
            expected: "I/N with I from 0 to N - 1, as 0/4",
            describe: { "\($0.index)/\($0.count)" },
            convert: { text in
                let parts = text.split(separator: "/", omittingEmptySubsequences: false)
                guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isNumber) }),
                    let index = Int(parts[0]), let count = Int(parts[1]), count <= 100_000
                else { return nil }
                return WorkShare(index, of: count)
            }
        )
    }
}
