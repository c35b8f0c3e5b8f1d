internal import AssetNaming
internal import BakeCache
internal import Catalog
package import Diagnostics
package import FileStore
internal import ImageCodec
internal import KilnManifest
internal import PictureFiles
internal import Reports
internal import Validation

extension Check {
    package static let cacheTrouble = Check("cache-trouble", .warning, "the cache cannot be used")
}

/// Bakes a catalog, or finds that nothing has changed since the last time.
///
/// - Parameters:
///   - path: of the catalog, or of the folder that holds a `catalog.json`.
///   - request: what to bake, and where to.
///   - disk: where everything is.
/// - Returns: what was done, and every finding.
/// - Throws: `BakeRefusal`, `DiskError` when the catalog cannot be had, or the output or the cache
///   cannot be written; `CancellationError`. The old outputs are whole then.
package func bake(
    catalogAt path: String,
    _ request: BakeRequest,
    disk: any Disk
) async throws -> BakeOutcome {
    let isFolder = disk.stamp(path)?.isFolder == true
    let file = isFolder ? joinPath(path, "catalog.json") : path
    var began: Int64 = 0
    var trouble: DiskError?
    var memory: BakeMemory?
    if request.usesCache {
        trouble = CacheFolder(besides: file, disk: disk).trouble
        if trouble == nil { memory = BakeMemory(catalog: file, request, disk: disk) }
    }
    if request.mode == .write {
        try await OutputFolder(path: request.output, record: .manifest, disk: disk).recover()
    }
    if let record = memory?.record, !request.repacks, memory?.isCurrent() == true {
        if request.mode == .write { memory?.refresh() }
        var summary = record.summary
        summary.isUnchanged = true
        return BakeOutcome(
            summary: summary,
            diagnostics: record.diagnostics.seenFromHere(catalog: file)
        )
    }
    if request.mode == .write, let cache = memory?.cache {
        do throws(DiskError) {
            began = try cache.begin()
        } catch {
            (trouble, memory) = (error, nil)
        }
    }
    let (loaded, findings) = try LoadedCatalog.load(file, disk: disk)
    guard let loaded else {
        return BakeOutcome(summary: nil, diagnostics: findings, couldRead: false)
    }
    memory?.loadHeaders()
    var (summary, diagnostics) = try await bake(loaded, request, memory, began, disk)
    diagnostics = diagnostics.seenFromHere(catalog: file)
    if let trouble = trouble ?? memory?.cache.trouble {
        diagnostics += [.cacheTrouble(trouble)].applying(loaded.catalog.checks)
    }
    return BakeOutcome(summary: summary, diagnostics: diagnostics)
}

extension Diagnostic {
    fileprivate static func cacheTrouble(_ error: DiskError) -> Diagnostic {
        Diagnostic(
            .cacheTrouble,
            at: SourceLocation(path: error.path),
            message: "the bake went on without the cache: \(error.reason)",
            help: "make room for the cache and let it be written, or bake with --no-cache"
        )
    }
}

/// Bakes a catalog: renders everything, packs each target, and writes all outputs or none.
///
/// Any error in the input keeps everything from being written; all of them are reported. Nothing is
/// remembered from one bake to the next.
///
/// - Parameters:
///   - loaded: the catalog and what its sources hold.
///   - request: what to bake, and where to.
///   - disk: where everything is.
/// - Returns: the summary, nil when nothing was written, and every finding in report order.
/// - Throws: `BakeRefusal`, `DiskError` when the output cannot be written, `CancellationError`.
package func bake(
    _ loaded: LoadedCatalog,
    _ request: BakeRequest,
    disk: any Disk
) async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
    try await bake(loaded, request, nil, 0, disk)
}

private func bake(
    _ loaded: LoadedCatalog,
    _ request: BakeRequest,
    _ memory: BakeMemory?,
    _ began: Int64,
    _ disk: any Disk
) async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
    let targets = try loaded.targets(request)
    guard !loaded.diagnostics.hasErrors else { return (nil, loaded.diagnostics) }
    func attempt() async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
        let context = BakeContext(
            disk: disk,
            jobs: request.jobs,
            limits: request.limits,
            cache: memory?.cache,
            sources: memory.map { memory in
                SourceDigests(
                    disk,
                    in: loaded.folder,
                    began: began,
                    known: memory.record?.sources ?? []
                )
            },
            record: memory?.record,
            monitor: request.monitor,
            isDryRun: request.mode == .dryRun,
            catalogChanged: memory?.record?.catalog != loaded.digest,
            layouts: LayoutPlaces(
                catalog: loaded.path,
                profile: request.profile,
                repacks: request.repacks
            )
        )
        return try await BakeRun(loaded, request, targets, memory, context).run()
    }
    guard let cache = memory?.cache else { return try await attempt() }
    do {
        let result = try await attempt()
        if !cache.lostAnEntry { return result }
    } catch {
        guard cache.lostAnEntry else { throw error }
    }
    // Somebody cleared the cache meanwhile, or a disk failed: once more without relying on it.
    cache.ignoreEntries()
    return try await attempt()
}

extension LoadedCatalog {
    /// What a bake of `targets` reads.
    func inputs(
        _ layouts: LayoutPlaces,
        of targets: [Target],
        disk: any Disk
    ) -> OutputFolder.Inputs {
        var inputs = OutputFolder.Inputs()
        for file in [path] + targets.map({ layouts.path(of: $0.id) }) {
            if let real = disk.realPath(file) { inputs.files.insert(real) }
        }
        for source in catalog.sources {
            if let real = disk.realPath(joinPath(folder, source)) { inputs.folders[real] = source }
        }
        return inputs
    }

    /// All targets of the catalog under the request's profile.
    func knownTargets(_ request: BakeRequest) -> [Target] {
        catalog.targets(in: catalog.profiles.first { $0.name == request.profile })
    }

    /// The targets that a request asks for, as its profile has them.
    func targets(_ request: BakeRequest) throws(BakeRefusal) -> [Target] {
        if let name = request.profile {
            guard catalog.profiles.contains(where: { $0.name == name }) else {
                throw .unknownProfile(name, known: catalog.profiles.map(\.name))
            }
        }
        let all = knownTargets(request)
        for id in request.targets ?? [] where !all.contains(where: { $0.id == id }) {
            throw .unknownTarget(id, known: all.map(\.id))
        }
        return all.filter { request.targets?.contains($0.id) ?? true }
    }

    /// Renders the art of `cells`.
    ///
    /// - Returns: nil when any file failed; and what is wrong.
    func render(
        _ cells: [Coverage.Cell],
        scales: [Int],
        jobs: Int,
        limits: DecodeLimits,
        disk: any Disk
    ) async throws -> (wardrobe: Wardrobe?, diagnostics: [Diagnostic]) {
        let context = BakeContext(disk: disk, jobs: jobs, limits: limits)
        return try await render(cells, scales: scales, in: context)
    }

    /// The same within a bake; on a dry run also nil when any asset would have to be rendered.
    func render(
        _ cells: [Coverage.Cell],
        scales: [Int],
        sides: [String] = [],
        in context: BakeContext
    ) async throws -> (wardrobe: Wardrobe?, diagnostics: [Diagnostic]) {
        let plan = BakePlan(
            catalog,
            cells,
            in: folder,
            scales: scales,
            sides: sides.isEmpty ? nil : (sides, index)
        )
        context.monitor.began(.render, plan.jobs.count)
        let results = try await inParallel(plan.jobs.count, jobs: context.jobs) { index, lane in
            let job = plan.jobs[index]
            return await Result(of: { () async throws(DiskError) in
                try await context.monitor.measuring(.render, job.asset, lane: lane) {
                    () async throws(DiskError) in try await job.render(in: context)
                }
            })
        }
        let rendered = try results.compactMap { try $0.get() }
        let failures = Set(rendered.flatMap(\.failures))
        let findings = failures.map(\.diagnostic)
        guard failures.isEmpty, rendered.count == plan.jobs.count else { return (nil, findings) }
        return (Wardrobe(plan, rendered, catalog), findings)
    }
}
