import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import ImageCodec
import Raster

extension PackingList {
    /// Packs a target, and bakes each page as soon as it is final, while packing continues.
    ///
    /// `interlocking` lets sprites extend into each other's rectangles. Returns the pages by number,
    /// then by scale, then by encoding, sides last, and what they are called: `hashed` names contain
    /// digests. Throws `PackError`, `DiskError` of the cache and the encoder, `CancellationError`.
    func bakedPages(
        of target: String,
        named names: PageNames,
        hashed isHashed: Bool,
        keeping kept: KeptLayout?,
        interlocking: Bool = false,
        in context: RenderContext
    ) async throws -> (layout: AtlasLayout, pages: [BakedPage], names: PageNames) {
        @Sendable func packed(
            _ settled: (PagePlan) -> Void
        ) throws(PackError) -> AtlasLayout {
            try context.monitor.measure(.pack, target) {
                Result { () throws(PackError) in
                    try self.packed(
                        keeping: kept,
                        interlocking: interlocking,
                        cache: context.cache,
                        settled: settled
                    )
                }
            }.get()
        }
        @Sendable func baked(
            _ path: String,
            _ drawing: PageDrawing,
            _ turn: PageTurn
        ) async throws -> BakedPage? {
            try await context.monitor.measuring(.pages, path, lane: turn.lane) {
                () async throws(DiskError) in
                try await drawing.baked(as: path, in: context, turn)
            }
        }
        context.monitor.began(.pack, 1)
        var (layout, pages) = try await makePages(
            named: names,
            jobs: context.jobs,
            began: { context.monitor.began(.pages, $0) },
            cache: context.cache,
            packing: packed,
            make: baked
        )
        var names = names
        for index in pages.indices where isHashed && !pages[index].content.isUnknown {
            pages[index].path = names.hash(pages[index].path, pages[index].digest)
        }
        return (layout, pages, names)
    }
}

extension AtlasSettings {
    /// The target's, with the page limit brought to points: the largest scale must fit.
    init(_ settings: TargetSettings) {
        let largest = min(settings.maxPageSize, settings.encoders.largestSide)
        let side = max(1, largest / (settings.scales.max() ?? 1))
        self.init(
            scales: settings.scales,
            packing: PackOptions(
                maximumSize: PixelSize(width: side, height: side) ?? .onePixel,
                powerOfTwo: settings.powerOfTwo,
                square: settings.square,
                multipleOf: settings.multipleOf,
                alignment: PackOptions.alignment(
                    of: [settings.align] + settings.encoders.map(\.block.side),
                    atScales: settings.scales
                ),
                padding: settings.padding,
                border: settings.border,
                extrude: settings.extrude,
                allowsRotation: settings.rotate && settings.sharedRotation != .none,
                aspectLimit: settings.aspectLimit,
                effort: settings.effort
            )
        )
        duplicates = settings.duplicates
        rotation = settings.sharedRotation
        isPremultiplied = settings.alpha == .premultiplied
        // Two pixels: what bilinear filtering and one mipmap level reach.
        bleed = settings.hiddenColor == .bleed ? 2 : 0
        effort = settings.effort
        pixels = settings.pixels
    }
}
