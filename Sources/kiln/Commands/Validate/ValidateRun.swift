import Bake
import Catalog
import Console
import Diagnostics
import FileStore

/// One validation as the command line asks for it: what is looked at, and what of it counts.
struct ValidateRun: Sendable {
    let catalog: String
    let disk: RealDisk
    private let selection: SelectedFiles?
    private let checks: Set<Check>
    private let jobs: Int
    /// Remembers what pictures showed; nil without a cache.
    private let cache: CacheFolder?
    private let against: String?
    private let profile: String?
    private let baseline: BaselineFile?
    private let fixes: Bool
    private let progress: BakeProgress

    init(_ values: Values) throws {
        let words = [try values[ValidateCommand.catalog]] + (try values[ValidateCommand.files])
        let disk = try Shared.disk(reading: [words[0]], values)
        self.disk = disk
        let (named, selection) = try selectFiles(words, disk: disk)
        catalog = catalogFile(named, disk: disk)
        self.selection = selection
        jobs = try values.jobs
        cache = try Self.cache(values, catalog: catalog, disk: disk)
        against = try values[ValidateCommand.against]
        profile = try values[Shared.profile]
        checks = try Self.checks(
            selected: try values[ValidateCommand.select],
            ignored: try values[ValidateCommand.ignore]
        )
        fixes = try values[ValidateCommand.fix]
        let updates = try values[ValidateCommand.updateBaseline]
        baseline = try values[ValidateCommand.baseline].map {
            try BaselineFile($0, updates: updates, disk: disk)
        }
        progress = try BakeProgress(values)
    }

    var readsStandardInput: Bool { catalog == StandardStream.path }

    private static func checks(
        selected: [String],
        ignored: [String]
    ) throws(CommandFailure) -> Set<Check> {
        func patterns(_ texts: [String]) -> [String] {
            texts.flatMap { $0.split(separator: ",").map(String.init) }
        }
        let wanted = try selected.isEmpty ? Check.all : Check.named(by: patterns(selected))
        let left = try Check.named(by: patterns(ignored))
        // Without what cannot be baked a run could look clean that looked at nothing.
        return Set(wanted).subtracting(left).union(Check.all.filter(\.isFixed))
    }

    /// The folder that was named, or that a bake has made: a validation creates no other.
    private static func cache(
        _ values: Values,
        catalog: String,
        disk: RealDisk
    ) throws -> CacheFolder? {
        if try values[Shared.noCache] { return nil }
        let path = try values[Shared.cacheFolder]
        let folder = CacheFolder(of: catalog, at: path, disk: disk)
        guard let trouble = folder.trouble else {
            return path != nil || disk.kind(of: folder.path) == .folder ? folder : nil
        }
        if path != nil { throw trouble }
        return nil
    }

    /// Looks at everything, and leaves out what does not count.
    func find() async throws -> Found {
        let leavesOut = selection != nil || baseline != nil || fixes
        var found = try await DiagnosticList.$keepsMany.withValue(leavesOut) {
            try await look()
        }
        found.diagnostics = found.diagnostics.filter { checks.contains($0.check) }
        guard found.couldRead else { return found }
        let paths = ReportPaths(
            workingFolder: RealDisk().realPath(".") ?? "/",
            root: RealDisk().realPath(parentFolder(of: catalog)) ?? "/"
        )
        // What cannot be baked keeps other things from being looked at.
        let sawAll = !found.diagnostics.contains { $0.check.isFixed && $0.severity == .error }
        if let selection {
            found.diagnostics = found.diagnostics.filter { selection.holds($0, paths) }
        }
        try baseline?.apply(to: &found, paths: paths) { id, path in
            sawAll && (Check.named(id).map(checks.contains) ?? true)
                && (selection?.holds(root: paths, path) ?? true)
        }
        return found
    }

    /// What may change what a run finds: the catalog, and the folders of its sources.
    var watched: [String] {
        let disk = RealDisk()
        guard let loaded = load().loaded else { return [catalog] }
        let folder = parentFolder(of: catalog)
        return [catalog] + loaded.namedPaths
            + loaded.catalog.sources.folders.map { joinPath(folder, $0) }.filter {
                disk.stamp($0)?.isFolder == true
            } + loaded.scan.linkedPaths
    }

    private func look() async throws -> Found {
        let (loaded, findings) = load()
        guard let loaded else { return Found(diagnostics: findings, couldRead: false) }
        try loaded.refuseUnknownProfile()
        defer { progress.clear() }
        var context = RenderContext(disk: disk, jobs: jobs)
        context.monitor = progress.monitor
        context.cache = cache.map { BakeCache(folder: $0.path, disk: disk) }
        let diagnostics = try await loaded.validate(against: against, in: context)
        if let cache, let used = context.cache { cache.evict(ifGrown: used) }
        return Found(diagnostics: diagnostics)
    }

    /// A catalog that cannot be had is a finding, so that every format reports it.
    private func load() -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        do throws(DiskError) {
            return try LoadedCatalog.load(catalog, profile: profile, disk: disk)
        } catch {
            return (nil, [.unreadableCatalog(error)])
        }
    }
}

struct BaselineFile: Sendable {
    private let path: String
    private let updates: Bool
    private let baseline: Baseline
    private let disk: any Disk
    /// Of what was read; nil when it was not there.
    private let digest: Digest?

    /// Reads it; one that shall be updated need not be there yet.
    ///
    /// - Throws: `DiskError`, `CommandFailure` when something else is there.
    init(_ path: String, updates: Bool, disk: any Disk) throws {
        self.path = path
        self.updates = updates
        self.disk = disk
        if updates, disk.kind(of: path) == nil {
            (baseline, digest) = (Baseline(), nil)
        } else {
            let bytes = try disk.read(path)
            baseline = try Baseline(bytes, path: path)
            digest = Digest(of: bytes)
        }
    }

    /// Takes out what is known, or writes what is found as known from now on.
    ///
    /// `paths` start at the catalog's folder. `isWhole` returns whether the run would have found a
    /// check's finding in a file.
    func apply(
        to found: inout Found,
        paths: ReportPaths,
        isWhole: (_ id: String, _ path: String) -> Bool
    ) throws {
        var current = baseline
        if updates {
            current = baseline.updated(with: found.diagnostics, paths: paths, isWhole: isWhole)
            if current != baseline || baseline.count == 0 {
                try disk.replace(Array(current.json.utf8), at: path, over: digest)
            }
            found.news.append(
                "\(path) knows \(counted(current.count, "finding")) now, \(baseline.count) before"
            )
        }
        (found.diagnostics, found.hidden) = current.applied(
            to: found.diagnostics,
            paths: paths,
            isWhole: isWhole,
            file: path
        )
    }
}
