// Bake: the pipeline and its order.
//
//     load       CatalogLoading    the catalog, its files, what everything resolves to
//     render     ArtRendering      the frames of all art (decode, key, cut, scale)
//     pack       Targets/          each target's pages and descriptors
//     assemble   Outputs/          all files, and the manifest that names them
//     publish    FileStore         put in place at once, or compared, or only foretold
//     remember   Record/           what the next bake need not look at again
//
// In: a catalog on a disk. Out: atlas pages, descriptors and a manifest on that disk, or every problem
// that kept them from being written. Each step takes the whole value of the one before; none is
// completed later.
import Catalog
import Diagnostics
package import FileStore

/// Bakes a catalog, or finds that nothing has changed since the last time.
///
/// Any error in the input keeps everything from being written; all of them are reported.
///
/// `path` is of the catalog, or of the folder that holds a `catalog.json`.
///
/// - Throws: `CommandFailure`, `Obstruction`, `DiskError` when the catalog cannot be had, or the output or
///   the cache cannot be written; `CancellationError`. The old outputs are whole then.
package func bake(
    catalogAt path: String,
    _ request: BakeRequest,
    disk: any Disk
) async throws -> BakeOutcome {
    guard let remote = request.remote else {
        return try await bakeHere(catalogAt: path, request, disk: disk)
    }
    return try await withTaskCancellationHandler {
        var outcome = try await bakeHere(catalogAt: path, request, disk: disk)
        // Outputs are in place, and whoever waits for the rest waits for others.
        remote.finish()
        outcome.summary?.remote = remote.counts
        if let trouble = remote.trouble {
            let isVain = !request.publishes && remote.counts.lackStored
            outcome.diagnostics.append(.remoteCacheTrouble(trouble, sharedNothing: isVain))
            outcome.summary?.remoteTrouble = trouble
            if isVain { outcome.summary?.sharedNothing = true }
        }
        return outcome
    } onCancel: {
        remote.cancel()
    }
}

private func bakeHere(
    catalogAt path: String,
    _ request: BakeRequest,
    disk: any Disk
) async throws -> BakeOutcome {
    let file = catalogFile(path, disk: disk)
    try request.refuseCacheAmongOutputs(catalog: file, disk: disk)
    var (earlier, trouble) = EarlierBake.find(catalog: file, request, disk: disk)
    if request.mode != .check, request.publishes {
        let folder = OutputFolder(path: request.output, record: .manifest, disk: disk)
        try folder.refuseSystemFolder()
        if request.mode == .write { try await folder.recover() }
    }
    if request.share == nil, let earlier, let unchanged = earlier.outcomeIfCurrent(request) {
        return unchanged
    }
    var began: Int64 = 0
    if request.mode == .write, let cache = earlier?.cache {
        do throws(DiskError) {
            began = try cache.begin()
        } catch {
            (trouble, earlier) = (error, nil)
        }
    }
    // Reading what the last bake used takes a while, and so does reading the catalog.
    let remembered = earlier
    async let headers: Void? = remembered?.loadHeaders()
    let (loaded, findings) = try LoadedCatalog.load(
        file,
        profile: request.profile,
        soundness: earlier?.record?.soundness,
        disk: disk
    )
    guard let loaded else {
        return BakeOutcome(summary: nil, diagnostics: findings, couldRead: false)
    }
    _ = await headers
    var outcome = try await bake(loaded, request, earlier, began)
    outcome.diagnostics = outcome.diagnostics.seenFromHere(catalog: file)
    if let trouble, !request.publishes {
        outcome.diagnostics.append(.cacheTrouble(trouble, sharedNothing: true))
        outcome.summary?.sharedNothing = true
    } else if let trouble = trouble ?? earlier?.cache.trouble {
        outcome.diagnostics += [.cacheTrouble(trouble)].applying(loaded.policy)
    }
    return outcome
}

private func bake(
    _ loaded: LoadedCatalog,
    _ request: BakeRequest,
    _ earlier: EarlierBake?,
    _ began: Int64
) async throws -> BakeOutcome {
    // Also what a bake made that was stopped half way.
    defer { earlier?.cache.flush() }
    let targets = try loaded.targets(request)
    guard !loaded.diagnostics.hasErrors else {
        return BakeOutcome(summary: nil, diagnostics: loaded.diagnostics)
    }
    guard loaded.nothingToBake.isEmpty else {
        return BakeOutcome(summary: nil, diagnostics: loaded.nothingToBake + loaded.diagnostics)
    }
    func attempt() async throws -> BakeOutcome {
        try await BakeRun(loaded, request, targets, earlier, began).outcome()
    }
    guard let cache = earlier?.cache else { return try await attempt() }
    // Somebody may clear the cache meanwhile, a disk or a server may fail: then once more, without
    // relying on what was relied on.
    while true {
        do {
            let outcome = try await attempt()
            guard cache.lostAnEntry, cache.trustLess() else { return outcome }
        } catch {
            guard cache.lostAnEntry, cache.trustLess() else { throw error }
        }
    }
}

extension BakeRun {
    /// The steps, in their order.
    fileprivate func outcome() async throws -> BakeOutcome {
        let rendered = try await loaded.render(
            scales: Set(targets.flatMap(\.settings.scales)).sorted(),
            targets: targets,
            sides: Set(targets.flatMap(\.settings.sideSheets)).sorted(),
            checksPictures: request.checksPictures,
            in: context
        )
        var diagnostics = (loaded.diagnostics + rendered.failures + rendered.findings)
            .withholdingConsequences().inReportOrder()
        guard !diagnostics.hasErrors else {
            return BakeOutcome(summary: nil, diagnostics: diagnostics)
        }
        guard let art = rendered.art else {
            return BakeOutcome(summary: summary(), diagnostics: diagnostics)
        }
        // Reading it takes as long as drawing a page does.
        async let earlier = earlierManifest()
        let (baked, problems) = try await pack(art)
        diagnostics = (diagnostics + problems).inReportOrder()
        guard !diagnostics.hasErrors else {
            return BakeOutcome(summary: nil, diagnostics: diagnostics)
        }
        // On a dry run pages that would be drawn are not known, and so no other file is.
        guard request.publishes, !baked.contains(where: \.hasUnknownPages),
            context.cache?.lostAnEntry != true
        else { return BakeOutcome(summary: summary(baked), diagnostics: diagnostics) }
        context.cache?.prepare(baked.flatMap(\.pages).compactMap(\.content.entryKey))
        let outputs = try assemble(art.manifest, baked, replacing: await earlier)
        let published = try await publish(outputs, layouts: baked.compactMap(\.layout))
        let summary = summary(baked, outputs, published)
        if request.mode == .write {
            remember(outputs, baked.flatMap(\.pages), summary, diagnostics)
        }
        return BakeOutcome(summary: summary, diagnostics: diagnostics)
    }
}
