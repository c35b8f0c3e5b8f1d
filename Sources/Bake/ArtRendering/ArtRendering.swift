import AtlasBuilding
package import Catalog
package import Diagnostics
import FileStore
import ImageCodec

// ArtRendering: from a loaded catalog to the frames of all its art.
//
// In: cells of the coverage matrix, and the scales that are wanted. Out: rendered frames with the
// manifest's species, items and looks, from which looks are composed and atlases are packed; or every
// picture that gave none. Frames come from the cache where it has them.

extension LoadedCatalog {
    /// Renders the art of all cells.
    ///
    /// `scales` ascend, in pixels per point; `sides` are suffixes of side sheets. Pictures in sizes
    /// of their own are drawn for `targets`.
    ///
    /// - Throws: `DiskError` of the cache, `CancellationError`.
    package func render(
        scales: [Int],
        targets: [Target] = [],
        sides: [String] = [],
        leavingOut leavesOut: Bool = false,
        checksPictures: Bool = false,
        in context: RenderContext
    ) async throws -> RenderOutcome {
        var plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            backgrounds: backgroundsOfLooks,
            in: folder,
            scales: scales,
            sides: sides.isEmpty ? nil : (sides, index)
        )
        let looks = drawsLooks ? Set(catalog.looks.compactMap(\.background)) : []
        plan.missing = MissingArt(coverage, backgrounds: looks, scales: scales)
        plan.addScales(for: targets, catalog)
        try await evenHeights(of: &plan, in: context)
        let uses = checksPictures ? plan.uses(in: catalog) : plan.jobs.map { _ in nil }
        context.monitor.began(.render, plan.jobs.count)
        let assets = try await rendered(plan.jobs, uses, in: context)
        let planned = plan
        async let found =
            checksPictures
            ? ComparedPictures(catalog, planned, uses, assets.map { $0?.checked })
                .findings(scales: Set(targets.flatMap(\.settings.scales)).sorted()) : []
        var outcome = RenderOutcome()
        let rendered = assets.compactMap(\.self)
        outcome.failures = planned.failures(in: assets, catalog)
        if outcome.failures.isEmpty || leavesOut, rendered.count == planned.jobs.count {
            outcome.art = RenderedCatalog(planned, rendered, catalog)
        }
        outcome.findings = await found.applying(policy)
        // Whatever is checked else: what names frames that are not there cannot be played.
        outcome.findings += frameCountFindings(
            planned.openCounts(of: assets.map { $0?.renditions.first?.frames.count })
        )
        return outcome
    }
}

/// Renders jobs, or takes what the cache has.
///
/// `uses` say what the frames of each job are used for, when its pictures are to be checked.
///
/// - Returns: by job; nil on a dry run where it would have to be rendered.
private func rendered(
    _ jobs: [RenderJob],
    _ uses: [AssetUses?],
    in context: RenderContext
) async throws -> [RenderedAsset?] {
    @Sendable func rendered(_ index: Int, _ lane: Int) async throws -> RenderedAsset? {
        let job = jobs[index]
        return try await context.monitor.measuring(.render, job.asset, lane: lane) {
            try await job.render(checking: uses[index], in: context)
        }
    }
    if let cache = context.cache, let share = context.share {
        return try await SharedRendering(jobs: jobs, cache: cache, share: share, context: context)
            .run(rendered)
    }
    // One request after the other would wait for the network each time.
    if let cache = context.cache, cache.remote != nil {
        let keys = try await inParallel(jobs.count, jobs: context.jobs) { index in
            jobs[index].cacheKey(in: context)
        }
        cache.ask(for: keys.compactMap(\.self))
    }
    return try await inParallel(jobs.count, jobs: context.jobs, rendered)
}

/// What became of a catalog's art.
package struct RenderOutcome: Sendable {
    /// Nil when any file failed, and on a dry run when any asset would have to be rendered.
    package var art: RenderedCatalog?
    /// Why files failed.
    package var failures: [Diagnostic] = []
    /// What was found in pictures, with the severities that the catalog wants.
    package var findings: [Diagnostic] = []
}

extension LoadedCatalog {
    /// The images behind looks, when any target draws looks.
    private var backgroundsOfLooks: [Coverage.ImageArt] {
        guard drawsLooks else { return [] }
        // What is drawn for dark screens is drawn with another value of an axis.
        let dark = catalog.targets.compactMap(\.settings.assetCatalog.dark).compactMap { dark in
            dark.axis.flatMap { axis in dark.value.map { [axis: $0] } }
        }
        let byImage = Dictionary(grouping: catalog.looks, by: \.background)
        return catalog.images.flatMap { image in
            guard let looks = byImage[image.id] else { return [Coverage.ImageArt]() }
            let chosen = looks.flatMap { look in
                ([[:]] + dark).map { look.axes.merging($0) { _, new in new } }
            }
            return coverage.art(ofImage: image.id, forAny: chosen)
        }
    }

    private var drawsLooks: Bool { catalog.targets.contains { $0.kind != .atlas } }
}

extension Check {
    package static let ofRendering: [Check] =
        [
            .gridDoesNotFit, .noKeyFound, .alsoUnfit, .frameTooLarge, .needsMemory, .undrawableLook,
            .colorNotFound,
        ] + ofCutting
}

/// Renders jobs as one of several machines that share the work.
///
/// First what is this machine's own, then what of the rest no one has done or begun, and at last what
/// those did who said that they would; or who are gone.
struct SharedRendering {
    private typealias File = (path: String, size: Int)
    typealias Render = @Sendable (_ index: Int, _ lane: Int) async throws -> RenderedAsset?

    /// A job as the cache knows it.
    private struct Piece: Sendable {
        /// Nil when the files cannot be read.
        var key: Digest?
        /// Whether doing it twice costs more than talking about it.
        var isLong: Bool
    }

    let jobs: [RenderJob]
    let cache: BakeCache
    let share: WorkShare
    let context: RenderContext

    /// - Returns: by job; nil on a dry run where it would have to be rendered.
    func run(_ render: @escaping Render) async throws -> [RenderedAsset?] {
        var assets = [RenderedAsset?](repeating: nil, count: jobs.count)
        /// What others said that they do.
        var left: [(index: Int, key: Digest)] = []
        let (own, others) = share.parts(of: jobs.count)
        let large = context.sources?.large(jobs.flatMap(\.usedPaths)) ?? []
        for part in [own, others] {
            if part == others, context.believesOthers, !large.isEmpty {
                for index in 0..<share.count where index != share.index {
                    guard let bytes = cache.shared(mark(of: index, large)) else { continue }
                    context.sources?.adopt(bytes)
                }
            }
            let pieces = try await asked(part)
            // Announces to the other machines what this machine's part of the sources holds.
            if part == own, let sources = context.sources, !large.isEmpty, share.count > 1,
                !context.isDryRun
            {
                let bytes = sources.sharedBytes(of: own.flatMap { jobs[$0].usedPaths })
                cache.announce(mark(of: share.index, large), bytes)
            }
            let rendered = try await inParallel(part.count, jobs: context.jobs) {
                place,
                lane -> RenderedAsset?? in
                let piece = pieces[place]
                if piece.isLong, let key = piece.key, cache.isLeftToOther(key) { return .none }
                return .some(try await render(part[place], lane))
            }
            for (place, index) in part.enumerated() {
                if let asset = rendered[place] {
                    assets[index] = asset
                } else if let key = pieces[place].key {
                    left.append((index, key))
                }
            }
        }
        cache.ask(for: left.map(\.key))
        let last = try await inParallel(left.count, jobs: context.jobs) { [left] place, lane in
            _ = cache.headerFromOther(of: left[place].key)
            return try await render(left[place].index, lane)
        }
        for (one, asset) in zip(left, last) { assets[one.index] = asset }
        return assets
    }

    /// Asks for the entries of some jobs at once: one request after the other would wait for the
    /// network each time.
    private func asked(_ part: [Int]) async throws -> [Piece] {
        let pieces = try await inParallel(part.count, jobs: context.jobs) { place in
            let job = jobs[part[place]]
            return Piece(
                key: job.cacheKey(in: context),
                isLong: context.sources?.large(job.usedPaths).isEmpty == false
            )
        }
        cache.ask(for: pieces.compactMap(\.key))
        return pieces
    }

    /// The key under which a machine stores its part.
    private func mark(of index: Int, _ large: [File]) -> Digest {
        var out = ByteWriter()
        out.put("digests of sources \(BakeCache.version)", index, share.count)
        out.put(large) { $0.put($1.path, $1.size) }
        return Digest(of: out.bytes)
    }
}
