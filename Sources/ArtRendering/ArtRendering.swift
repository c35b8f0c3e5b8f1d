internal import AssetNaming
internal import BakeCache
package import Catalog
package import CatalogLoading
package import Diagnostics
internal import FileStore
internal import ImageCodec
internal import PictureFiles
// ArtRendering: from a loaded catalog to the frames of all its art.
//
// In: cells of the coverage matrix, and the scales that are wanted. Out: rendered frames with the
// manifest's species, items and looks, from which looks are composed and atlases are packed; or every
// picture that gave none. Frames come from the cache where it has them.
internal import Validation

extension LoadedCatalog {
    /// Renders the art of all cells.
    ///
    /// - Parameters:
    ///   - scales: pixels per point; ascending.
    ///   - targets: those for which pictures of their own are drawn.
    ///   - sides: suffixes of side sheets that are wanted too.
    ///   - leavingOut: whether art is left out that failed, as if it were missing.
    ///   - context: the bake, or whoever else wants art.
    /// - Returns: nil when any file failed and may not be left out, and on a dry run when any asset
    ///   would have to be rendered; and what is wrong.
    /// - Throws: `DiskError` of the cache, `CancellationError`.
    package func render(
        scales: [Int],
        targets: [Target] = [],
        sides: [String] = [],
        leavingOut leavesOut: Bool = false,
        in context: RenderContext
    ) async throws -> (art: RenderedCatalog?, diagnostics: [Diagnostic]) {
        var plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            backgrounds: backgroundsOfLooks,
            in: folder,
            scales: scales,
            sides: sides.isEmpty ? nil : (sides, index)
        )
        plan.addScales(for: targets, catalog)
        context.monitor.began(.render, plan.jobs.count)
        let results = try await inParallel(plan.jobs.count, jobs: context.jobs) {
            [plan] index, lane in
            let job = plan.jobs[index]
            return await Result(of: { () async throws(DiskError) in
                try await context.monitor.measuring(.render, job.asset, lane: lane) {
                    () async throws(DiskError) in try await job.render(in: context)
                }
            })
        }
        let rendered = try results.compactMap { try $0.get() }
        let failures = Set(rendered.flatMap(\.failures))
        guard failures.isEmpty || leavesOut, rendered.count == plan.jobs.count else {
            return (nil, failures.map(\.diagnostic))
        }
        return (RenderedCatalog(plan, rendered, catalog), failures.map(\.diagnostic))
    }
}

extension LoadedCatalog {
    /// The images behind looks, when any target draws looks.
    private var backgroundsOfLooks: [Coverage.ImageArt] {
        guard catalog.targets.contains(where: { $0.kind != .atlas }) else { return [] }
        let ids = Set(catalog.looks.compactMap(\.background))
        return coverage.images.filter { ids.contains($0.image.id) }
    }
}

extension Check {
    package static let ofRendering: [Check] = [
        .gridDoesNotFit, .noKeyFound, .frameTooLarge, .needsMemory, .undrawableLook,
    ]
}
