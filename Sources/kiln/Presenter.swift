import AtlasBuilding
import Bake
import Catalog
import Console
import Diagnostics
import FileStore

/// An error that names by itself what it is about.
protocol ReportedFailure: Error {
    var findings: [Diagnostic] { get }
    /// Whether the input could not be read at all.
    var isUnreadable: Bool { get }
}

extension ReportedFailure {
    var status: ExitStatus { isUnreadable ? .couldNotRun : .inputHasErrors }
}

extension PictureFailure: ReportedFailure {
    var findings: [Diagnostic] { [finding] }
}

extension PackFailure: ReportedFailure {}

extension Diagnostic: ReportedFailure {
    var findings: [Diagnostic] { [self] }
    var isUnreadable: Bool { false }
}

extension UnreadablePage: ReportedFailure {
    var findings: [Diagnostic] { [Diagnostic(.error, about: path, reason)] }
    var isUnreadable: Bool { true }
}

extension ExitStatus {
    /// Reports the error that ended a command, and how it ends then: the one place where it is reported.
    ///
    /// - Returns: 1 when what the command was given is at fault, 2 when it could not do its work.
    static func reporting(_ error: any Error) -> ExitStatus {
        let console = Console.standardError
        switch error {
        case is CancellationError:
            // `interruptible` has reported it.
            return .couldNotRun
        case let failure as any ReportedFailure:
            console.print(remarks: failure.findings)
            return failure.status
        case is DiskError: console.printError("\(Generator.name): error: \(error)")
        default: console.printError("\(Generator.name): \(error)")
        }
        return .couldNotRun
    }

    static func worse(_ left: ExitStatus, _ right: ExitStatus) -> ExitStatus {
        left.rawValue >= right.rawValue ? left : right
    }
}

/// Prints a text of the program itself.
func printing(_ text: @escaping @Sendable (Values) throws -> String) -> Action {
    { values in
        Console.standardOutput.print(Document(own: try text(values)))
        return .clean
    }
}

// How commands tell what they did and found: the one place that knows `--json` and `--quiet`.
extension Values {
    /// Whether nothing but errors is printed.
    var isQuiet: Bool { get throws { try declares(Shared.quiet) && self[Shared.quiet] } }

    var jobs: Int { get throws { try self[Shared.jobs] ?? Machine.cores } }

    /// Prints what a command without a catalog found; errors only with `--quiet`.
    func report(_ findings: [Diagnostic]) throws {
        let least: Severity = try isQuiet ? .error : .note
        Console.standardError.print(remarks: findings.filter { $0.severity >= least })
    }

    /// Prints what a command did: as JSON with `--json`, else as lines unless `--quiet` is given.
    func present(
        _ outcome: some Encodable,
        on console: Console = .standardOutput,
        lines: () throws -> [PrintableText]
    ) throws {
        if try self[Shared.json] {
            Console.standardOutput.print(try Document(encoding: outcome))
        } else if try !isQuiet {
            let lines = try lines()
            if !lines.isEmpty { console.print(lines: lines) }
        }
    }

    /// The same, with lines of which nothing is known.
    func present(_ outcome: some Encodable, text: () throws -> [String]) throws {
        try present(outcome) { try text().map { PrintableText($0) } }
    }

    /// Writes a file that an option names.
    func write(_ bytes: [UInt8], to path: String, reading inputs: [String]) async throws {
        let rules = try Shared.rules(self)
        try await writeLoose(bytes, to: path, reading: inputs, rules, disk: RealDisk())
    }
}

/// Tells of outputs of earlier runs.
func staleLines(_ paths: [String], removing: String = "removed") -> [String] {
    paths.map { "\(removing) stale output \($0)" }
}

extension [String] {
    /// The first three, and how many more there are.
    var firstFew: String {
        prefix(3).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
    }
}

// Where the outputs of a command may go, as its options name them; looked at before any work.
extension Values {
    /// Two options that name one file would leave the output of one of them.
    func refuseSharedFiles() throws {
        let disk = RealDisk()
        var options: [String: String] = [:]
        for output in outputs {
            let place = disk.destination(of: output.path)
            guard let other = options.updateValue(output.option, forKey: place) else { continue }
            let both =
                other == output.option ? "'\(other)' twice" : "'\(other)' and '\(output.option)'"
            throw usageError(
                "two outputs go to one file, found \(both) for '\(output.path)'"
            )
        }
    }

    /// Keeps a catalog, its files and sources, its cache, and what a bake owns free of other outputs.
    ///
    /// `path` is the catalog or its folder, `bake` the output folder of the bake that the command makes;
    /// `options` are those whose path the command only reads this time.
    func refuseUnfitOutputs(
        besides path: String,
        bake: String? = nil,
        except options: Set<String> = [],
        disk: RealDisk = RealDisk()
    ) throws {
        let outputs = outputs.filter { output in
            output.path != bake && !options.contains(output.option)
        }
        let file = catalogFile(path, disk: disk)
        // A catalog that cannot be read is reported by whoever needs it.
        guard !outputs.isEmpty, let bytes = try? disk.read(file) else { return }
        let folder = parentFolder(of: file)
        var inputs = [file]
        let catalog = readCatalog(bytes, path: file) {
            (path, followsLinks) throws(CatalogFileTrouble) in
            inputs.append(joinPath(folder, path))
            return try disk.fileBeside(folder, path, followsLinks: followsLinks)
        }.catalog
        for profile in [nil] + (catalog?.profiles ?? []).map(\.name) {
            let layouts = LayoutPlaces(catalog: file, profile: profile)
            inputs += (catalog?.targets ?? []).map { layouts.path(of: $0.id) }
        }
        let inputPlaces = Set(inputs.map { disk.destination(of: $0) })
        let caches = outputs.filter { $0.option == "--cache-dir" }.map(\.path)
        let usual = CacheFolder(of: file, disk: disk).path
        var obstacles: [Obstacle] = []
        for output in outputs {
            // The cache may be named where it is anyway.
            if caches.contains(output.path),
                disk.destination(of: output.path) == disk.destination(of: usual)
            {
                continue
            }
            let cache = ([usual] + caches).first { cache in
                cache != output.path && disk.leads(output.path, into: cache)
            }
            let sources = catalog?.sources.folders.first { source in
                disk.leads(output.path, into: joinPath(folder, source))
            }
            if inputPlaces.contains(disk.destination(of: output.path)) {
                obstacles.append(Obstacle(output.path, .input))
            } else if let cache {
                obstacles.append(Obstacle(output.path, .cache(cache)))
            } else if let sources {
                obstacles.append(Obstacle(output.path, .sources(sources)))
            } else if let bake, catalog?.owns(output.path, in: bake, disk: disk) == true {
                obstacles.append(Obstacle(output.path, .bake(bake)))
            }
        }
        guard obstacles.isEmpty else { throw Obstruction(obstacles) }
    }
}

extension Catalog {
    /// Whether a path is a bake's own in its output folder: the manifest, or what is in the folder
    /// of a target.
    fileprivate func owns(_ path: String, in output: String, disk: any Disk) -> Bool {
        let own = ["manifest.json"] + targets.map(\.id)
        return own.contains { disk.leads(path, into: joinPath(output, $0)) }
    }
}
