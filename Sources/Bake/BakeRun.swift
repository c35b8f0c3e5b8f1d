import AtlasBuilding
import Catalog
package import Diagnostics
import FileStore

/// One bake of a catalog that was read and may be baked: what its steps share.
struct BakeRun: Sendable {
    let loaded: LoadedCatalog
    let request: BakeRequest
    let targets: [Target]
    /// Nil without a cache.
    let earlier: EarlierBake?
    let layouts: LayoutPlaces
    let context: RenderContext

    /// `targets` are those of the catalog that are asked for, and `began` is the disk's time.
    init(
        _ loaded: LoadedCatalog,
        _ request: BakeRequest,
        _ targets: [Target],
        _ earlier: EarlierBake?,
        _ began: Int64
    ) {
        self.loaded = loaded
        self.request = request
        self.targets = targets
        self.earlier = earlier
        let record = earlier?.record
        layouts = LayoutPlaces(
            catalog: loaded.path,
            profile: request.profile,
            repacks: request.repacks,
            known: record?.layouts
        )
        var context = loaded.context(jobs: request.jobs)
        if let earlier {
            context.cache = earlier.cache
            context.sources = SourceDigests(
                loaded.disk,
                in: loaded.folder,
                began: began,
                known: record?.sources ?? []
            )
        }
        context.earlierKeys = record.map { Set($0.works.map(\.key)) }
        context.earlierPages = record?.pages ?? []
        context.monitor = request.monitor
        context.isDryRun = request.mode == .dryRun
        context.believesOthers = !request.publishes
        context.catalogChanged =
            record?.catalog != loaded.digest || record?.files != loaded.fileDigests
        self.context = context
    }

    /// Packs and draws every target.
    ///
    /// - Returns: those that have outputs; why others have none, and what costs too much.
    func pack(
        _ art: RenderedCatalog
    ) async throws -> (baked: [BakedTarget], diagnostics: [Diagnostic]) {
        var baked: [BakedTarget] = []
        var diagnostics: [Diagnostic] = []
        for target in targets {
            do {
                let job = TargetJob(target: target, art: art, layouts: layouts, context: context)
                let outcome = try await target.kind.baking.bake(job)
                baked.append(outcome)
                diagnostics += outcome.findings.applying(loaded.policy)
                // On a dry run pages that would be drawn are not known, nor what they come to.
                guard !outcome.hasUnknownPages else { continue }
                diagnostics += checkBudget(of: target, outcome).applying(loaded.policy)
            } catch {
                guard let finding = target.finding(error) else { throw error }
                diagnostics.append(finding)
            }
        }
        return (baked, diagnostics)
    }

    /// What a bake that got so far reports.
    func summary(
        _ baked: [BakedTarget] = [],
        _ outputs: OutputSet? = nil,
        _ published: Publication? = nil
    ) -> BakeSummary {
        BakeSummary(
            targets: baked.map(\.summary),
            files: outputs?.files.map(\.path) ?? [],
            bytes: outputs?.files.reduce(0) { $0 + $1.byteCount } ?? 0,
            layouts: baked.compactMap(\.layout),
            publication: published ?? Publication(),
            goneTargets: outputs?.gone ?? [],
            outdatedTargets: outputs?.outdated ?? [],
            rebuilt: context.log.allRebuilt,
            assets: context.log.assetCount,
            cache: context.cache?.counts
        )
    }

    /// Keeps what the next bake need not look at again.
    func remember(
        _ outputs: OutputSet,
        _ pages: [BakedPage],
        _ summary: BakeSummary,
        _ diagnostics: [Diagnostic]
    ) {
        // A layout that was not kept is worked out anew by the next bake.
        guard request.keepsLayouts || !summary.layouts.contains(where: \.isNew) else { return }
        earlier?.cache.flush()
        guard let earlier, let sources = context.sources, earlier.cache.trouble == nil,
            let stamps = earlier.stamps(outputs.files.map { ($0.path, $0.digest) })
        else { return }
        let record = BakeRecord(
            catalog: loaded.digest,
            files: loaded.fileDigests,
            soundness: loaded.soundness,
            contents: loaded.scan.contents.mapValues { Digest(of: $0) },
            layouts: summary.layouts.reduce(into: [:]) { $0[lastPart(of: $1.path)] = $1.digest },
            scanFindings: loaded.scan.diagnostics.map(\.description),
            sourceRules: loaded.catalog.sources,
            sources: sources.sources(loaded.scan.files),
            outputs: stamps,
            pages: pages.compactMap(\.content.entryKey),
            works: context.log.allWorks,
            summary: BakeSummary(
                targets: summary.targets,
                files: summary.files,
                bytes: summary.bytes
            ),
            checksPictures: request.checksPictures,
            diagnostics: StoredFindings(all: diagnostics)
        )
        earlier.keep(record)
        CacheFolder(of: loaded.path, at: request.cacheFolder, disk: context.disk)
            .evict(limit: request.cacheLimit, ifGrown: earlier.cache)
    }
}

extension LoadedCatalog {
    /// Says that there is nothing that a bake could write.
    var nothingToBake: [Diagnostic] {
        guard catalog.species.isEmpty, catalog.images.isEmpty else { return [] }
        return [
            Diagnostic(
                .nothingToBake,
                at: SourceLocation(path: path),
                message: "there is nothing to bake, found no species and no images",
                help: "add a pet to \"species\", or a picture to \"images\""
            )
        ]
    }

    /// Refuses a profile that the catalog does not have.
    package func refuseUnknownProfile() throws(CommandFailure) {
        guard let name = unknownProfile else { return }
        let known = catalog.profiles.map(\.name)
        throw CommandFailure(
            "the catalog has no profile \"\(name)\"; "
                + (nearestMatch(to: name, in: known).map { "did you mean \"\($0)\"? " } ?? "")
                + (whatThereIs(known) ?? "it has none: \"profiles\" names them")
        )
    }

    /// The targets that a request asks for, as its profile has them.
    func targets(_ request: BakeRequest) throws(CommandFailure) -> [Target] {
        try refuseUnknownProfile()
        let all = catalog.targets
        for id in request.targets ?? [] where !all.contains(where: { $0.id == id }) {
            throw CommandFailure(
                "the catalog has no target \"\(id)\"; "
                    + (whatIsMeant(by: id, among: all.map(\.id)) ?? "it has none")
            )
        }
        return all.filter { request.targets?.contains($0.id) ?? true }
    }
}
