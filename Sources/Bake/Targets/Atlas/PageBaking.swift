import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import ImageCodec
import Raster

/// Packs a target, and bakes each page as soon as it stands, while later ones are still looked for.
struct PageBaking: Sendable {
    /// The target's id.
    let target: String
    let names: PageNames
    /// Whether names of pages get digests.
    let hashesNames: Bool
    let list: PackingList
    /// What the list was made of.
    let frames: [RenderedFrame]
    /// What has pages of the same layout.
    let sides: [SideSheet]
    let settings: AtlasSettings
    /// The layout to keep to.
    let kept: KeptLayout?
    /// Whether sprites may reach into each other's rectangles.
    var interlocks = false
    let context: RenderContext

    /// - Returns: where everything is; and the pages, by number, then by scale, then by encoding,
    ///   sides last; and what they are called.
    /// - Throws: `PackError`, `DiskError` of the cache and the encoder, `CancellationError`.
    func run() async throws -> (layout: AtlasLayout, pages: [BakedPage], names: PageNames) {
        context.monitor.began(.pack, 1)
        let making = PageMaking(
            list,
            jobs: context.jobs,
            images: { page in
                let images = names.wishes(page, scales: settings.scales, sides: sides)
                context.monitor.began(.pages, images.count)
                return images
            },
            order: context.share.map { share in { share.order(nearness: nearness(of: $0, $1)) } },
            make: baked
        )
        let (layout, made) = try await making.run { settled throws(PackError) in
            try context.monitor.measure(.pack, target) {
                Result { () throws(PackError) in
                    try list.packed(
                        settings.packing,
                        keeping: kept,
                        interlocking: interlocks,
                        cache: context.cache,
                        settled: settled
                    )
                }
            }.get()
        }
        var (pages, hashed) = (try made.map { try $0.get() }, names)
        for index in pages.indices where hashesNames && !pages[index].content.isUnknown {
            pages[index].path = hashed.hash(pages[index].path, pages[index].digest)
        }
        return (layout, pages, hashed)
    }

    /// How much of what each image is drawn from is here, and need not be fetched.
    private func nearness(of images: [PageFileWish], _ layout: AtlasLayout) -> [Double] {
        images.map { image in
            let keys = drawing(image, layout).entryKeys
            let near = keys.count { context.cache?.isHere($0) == true }
            return Double(near) / Double(max(1, keys.count))
        }
    }

    private func drawing(_ image: PageFileWish, _ layout: AtlasLayout) -> PageDrawing {
        PageDrawing(
            layout,
            page: image.page,
            scale: image.scale,
            frames,
            settings,
            side: image.side,
            encoder: image.encoder
        )
    }

    @Sendable private func baked(
        _ image: PageFileWish,
        _ layout: AtlasLayout,
        _ turn: PageTurn
    ) async -> Result<BakedPage, DiskError>? {
        let path = names.path(image)
        let result = await Result(of: { () async throws(DiskError) in
            try await context.monitor.measuring(.pages, path, lane: turn.lane) {
                () async throws(DiskError) in
                try await drawing(image, layout).baked(as: path, in: context, turn)
            }
        })
        switch result {
        case .success(let page): return page.map { .success($0) }
        case .failure(let error): return .failure(error)
        }
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
