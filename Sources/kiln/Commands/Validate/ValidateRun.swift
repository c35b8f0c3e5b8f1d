import AtlasBuilding
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

/// Files that findings shall be about.
struct SelectedFiles: Sendable {
    /// From `/`, as they were named and with links followed.
    private var files: Set<String> = []
    /// Folders in the same way, each with a slash at its end.
    private var folders: Set<String> = []

    fileprivate init(_ words: [String], disk: any Disk) throws(DiskError) {
        let here = ReportPaths(workingFolder: disk.realPath(".") ?? "/", root: "/")
        for word in words {
            guard let stamp = disk.stamp(word) else {
                throw DiskError(.read, word, reason: "no such file or directory")
            }
            let both = [here.absolute(word)] + [disk.realPath(word)].compactMap(\.self)
            if stamp.isFolder {
                folders.formUnion(both.map { $0.hasSuffix("/") ? $0 : $0 + "/" })
            } else {
                files.formUnion(both)
            }
        }
    }

    /// Whether a finding is about one of them.
    func holds(_ diagnostic: Diagnostic, _ paths: ReportPaths) -> Bool {
        ([diagnostic.location].compactMap(\.self) + diagnostic.related).contains { location in
            holds(paths.absolute(location.path))
        }
    }

    /// Whether a file, named from the root of `paths`, is one of them.
    func holds(root paths: ReportPaths, _ path: String) -> Bool {
        holds(paths.absolute(fromRoot: path))
    }

    private func holds(_ path: String) -> Bool {
        files.contains(path) || folders.contains { path.hasPrefix($0) }
    }
}

/// What the words of `kiln validate` mean: the catalog, and maybe the files that findings shall be
/// about.
///
/// The catalog is the first word that is no picture; without one it is the nearest `catalog.json`
/// at or above the first picture. A catalog by itself means everything; next to files it is one of
/// them. So a hook may name what is about to be committed, in any order.
func selectFiles(
    _ words: [String],
    disk: any Disk
) throws(DiskError) -> (catalog: String, selection: SelectedFiles?) {
    let named = words.first { !isPartOfArt($0) }
    let catalog: String
    if let named {
        catalog = named
    } else {
        catalog = try nearest(above: words.first ?? "", disk: disk)
    }
    guard words.contains(where: { $0 != named }) else { return (catalog, nil) }
    return (catalog, try SelectedFiles(words, disk: disk))
}

/// Whether a file is art by its name, or the list of an image set.
private func isPartOfArt(_ path: String) -> Bool {
    let name = lastPart(of: path)
    return isPictureName(name) || name == "Contents.json"
}

private func nearest(above file: String, disk: any Disk) throws(DiskError) -> String {
    if let found = nearestCatalog(above: parentFolder(of: file), disk: disk) { return found }
    throw disk.stamp(file) == nil
        ? DiskError(.read, file, reason: "no such file or directory")
        : DiskError(
            .read,
            file,
            reason: "it is no catalog, and no catalog.json is found in its folder or above",
            help: helpWithoutCatalog
        )
}
