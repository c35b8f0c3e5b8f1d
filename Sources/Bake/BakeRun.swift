internal import AssetNaming
internal import AtlasBuilding
internal import BakeCache
internal import Catalog
internal import Diagnostics
internal import Digests
internal import FileStore
internal import KilnManifest
internal import Reports
internal import Validation

/// One bake of a catalog that was read and may be baked.
struct BakeRun: Sendable {
    let loaded: LoadedCatalog
    let request: BakeRequest
    let targets: [Target]
    let memory: BakeMemory?
    let context: BakeContext

    init(
        _ loaded: LoadedCatalog,
        _ request: BakeRequest,
        _ targets: [Target],
        _ memory: BakeMemory?,
        _ context: BakeContext
    ) {
        self.loaded = loaded
        self.request = request
        self.targets = targets
        self.memory = memory
        self.context = context
    }

    func run() async throws -> (summary: BakeSummary?, diagnostics: [Diagnostic]) {
        let scales = Set(targets.flatMap(\.settings.scales)).sorted()
        let cells = loaded.coverage.cells
        let sides = Set(targets.flatMap(\.settings.sideSheets)).sorted()
        let (wardrobe, findings) = try await loaded.render(
            cells,
            scales: scales,
            sides: sides,
            in: context
        )
        var diagnostics = (loaded.diagnostics + findings).inReportOrder()
        guard !diagnostics.hasErrors else { return (nil, diagnostics) }
        guard let wardrobe else { return (summary([]), diagnostics) }
        var baked: [BakedTarget] = []
        for target in targets {
            do {
                let outcome = try await bakeTarget(target, wardrobe, in: context)
                baked.append(outcome)
                // On a dry run pages that would be drawn are not known, nor what they come to.
                guard !outcome.hasUnknownPages else { continue }
                diagnostics += checkBudget(of: target, cost: TargetCost(outcome))
                    .applying(loaded.catalog.checks)
            } catch let failure as TargetFailure {
                diagnostics.append(failure.diagnostic(for: target))
            }
        }
        diagnostics = diagnostics.inReportOrder()
        guard !diagnostics.hasErrors else { return (nil, diagnostics) }
        var summary = summary(baked)
        summary.layouts = baked.compactMap(\.layout)
        // On a dry run pages that would be drawn are not known.
        if baked.contains(where: \.hasUnknownPages) || context.cache?.lostAnEntry == true {
            return (summary, diagnostics)
        }
        var outputs = baked.flatMap { target in
            target.pages.map { page in
                Output(path: page.path, byteCount: page.byteCount, digest: page.digest) {
                    [cache = context.cache] () throws(DiskError) in try page.bytes(cache)
                }
            } + target.files.map(Output.init)
        }
        outputs.sort { $0.path < $1.path }
        let earlier = earlierManifest()
        let merged = merged(wardrobe.manifest, baked, outputs, earlier)
        let bytes = try ManifestFile.bytes(of: merged.manifest)
        outputs.append(Output(OutputFile(path: manifestName, bytes: bytes)))
        summary.goneTargets = merged.gone
        summary.outdatedTargets = merged.outdated
        summary.files = outputs.map(\.path)
        summary.bytes = outputs.reduce(0) { $0 + $1.byteCount }
        switch request.mode {
        case .check:
            summary.differences =
                try differences(
                    between: outputs.map { ($0.path, $0.digest, $0.bytes) },
                    and: request.output,
                    keeping: merged.kept,
                    disk: context.disk
                ) + layoutDifferences(summary.layouts)
        case .dryRun:
            let planned = outputFolder.planned(
                change(outputs, changed(outputs), merged.kept, earlier)
            )
            summary.written = changed(outputs).map(\.path)
            summary.removed = planned.removed
            summary.left = planned.left
            summary.obstacles = planned.obstacles
        case .write: try await write(outputs, &summary, diagnostics, merged.kept, earlier)
        }
        return (summary, diagnostics)
    }

    struct Output: Sendable {
        var path: String
        var byteCount: Int
        var digest: Digest
        var bytes: @Sendable () throws(DiskError) -> [UInt8]
    }

    private func summary(_ baked: [BakedTarget]) -> BakeSummary {
        BakeSummary(
            targets: baked.map(\.summary),
            files: [],
            bytes: 0,
            removed: [],
            rebuilt: context.notes.allRebuilt,
            assets: context.notes.assetCount,
            cache: context.cache?.counts
        )
    }

    private func layoutDifferences(_ layouts: [LayoutChange]) -> [OutputDifference] {
        layouts.filter(\.isNew).map { layout in
            OutputDifference(
                kind: context.disk.stamp(layout.path) == nil ? .missing : .changed,
                path: layout.path,
                isOutput: false,
                details: ["\(layout.report)"]
            )
        }
    }

    private var outputFolder: OutputFolder {
        OutputFolder(path: request.output, record: .manifest, disk: context.disk)
    }

    /// Those of the outputs that are not on the disk already.
    private func changed(_ outputs: [Output]) -> [Output] {
        outputs.filter { memory?.holds($0.path, $0.digest) != true }
    }

    /// The manifest in the output folder; nil when there is none, or when it is not Kiln's.
    private func earlierManifest() -> ManifestFile? {
        let path = joinPath(request.output, manifestName)
        return (try? context.disk.read(path)).map(ManifestFile.init)
    }

    private func change(
        _ outputs: [Output],
        _ changed: [Output],
        _ kept: Set<String>,
        _ earlier: ManifestFile?
    ) -> OutputFolder.Change {
        OutputFolder.Change(
            files: changed.map { .init(path: $0.path, digest: $0.digest, bytes: $0.bytes) },
            unchanged: Set(outputs.map(\.path)).subtracting(changed.map(\.path)).sorted(),
            owned: (memory?.owned ?? OwnedFiles()).joined(with: earlier?.owned),
            isUntouched: { [memory] path, digest in memory?.holds(path, digest) == true },
            inputs: loaded.inputs(context.layouts, of: targets, disk: context.disk),
            kept: kept,
            isForced: request.isForced,
            willReplace: request.willReplace
        )
    }

    private func write(
        _ outputs: [Output],
        _ summary: inout BakeSummary,
        _ diagnostics: [Diagnostic],
        _ kept: Set<String>,
        _ earlier: ManifestFile?
    ) async throws {
        let changed = changed(outputs)
        summary.written = changed.map(\.path)
        context.monitor.began(.write, 1)
        let start = context.monitor.now()
        let layouts = summary.layouts.filter(\.isNew)
        if !changed.isEmpty {
            let change = change(outputs, changed, kept, earlier)
            let published = try await publishing(layouts, disk: context.disk) {
                try await outputFolder.publish(change)
            }
            summary.removed = published.removed
            summary.left = published.left
        } else {
            try await publishing(layouts, disk: context.disk) {}
        }
        remember(outputs, summary, diagnostics)
        context.monitor.ended(
            BakeSpan(
                stage: .write,
                name: request.output,
                lane: 0,
                start: start,
                end: context.monitor.now()
            )
        )
    }

    private func remember(
        _ outputs: [Output],
        _ summary: BakeSummary,
        _ diagnostics: [Diagnostic]
    ) {
        guard let memory, let sources = context.sources, memory.cache.trouble == nil,
            let stamps = memory.stamps(outputs.map { ($0.path, $0.digest) })
        else { return }
        var kept = summary
        kept.removed = []
        kept.left = []
        kept.goneTargets = []
        kept.layouts = []
        let record = BakeRecord(
            catalog: loaded.digest,
            contents: loaded.scan.contents.mapValues { Digest(of: $0) },
            layouts: summary.layouts.reduce(into: [:]) { $0[lastPart(of: $1.path)] = $1.digest },
            scanFindings: loaded.scan.diagnostics.map(\.description),
            sourceFolders: loaded.catalog.sources,
            followsLinks: loaded.catalog.followsLinks,
            sources: sources.sources(loaded.scan.files),
            outputs: stamps,
            works: context.notes.allWorks,
            summary: kept,
            diagnostics: diagnostics
        )
        memory.keep(record)
        // Listing a large cache takes as long as a small bake; so only now and then.
        if memory.cache.hasGrown(by: 16 << 20) {
            CacheFolder(besides: loaded.path, disk: context.disk).evict(limit: request.cacheLimit)
        }
    }
}

extension BakeRun.Output {
    fileprivate init(_ file: OutputFile) {
        self.init(path: file.path, byteCount: file.bytes.count, digest: Digest(of: file.bytes)) {
            () throws(DiskError) in file.bytes
        }
    }
}
