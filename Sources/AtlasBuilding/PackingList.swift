package import AtlasPack
package import BakeCache
internal import Export
internal import KilnManifest
internal import Raster

/// What is to be placed: frames without a visible pixel are not, and equal ones only once.
package struct PackingList: Sendable {
    package let items: [PackItem]
    /// By item.
    private let frames: [Int]
    /// By frame: the index of its item; nil for a frame without a visible pixel.
    private let itemOfFrame: [Int?]
    private let isTurned: [Bool]
    private let rotation: FrameRotation
    private let nineSlices: [String: Manifest.NineSlice]

    /// - Parameters:
    ///   - frames: what to pack.
    ///   - settings: how.
    ///   - traits: by frame name; a frame that is not named has none.
    ///   - sides: what has the same layout.
    package init(
        _ frames: [RenderedFrame],
        settings: AtlasSettings,
        traits: [String: FrameTraits],
        sides: [SideSheet]
    ) {
        let shared = SharedSprites(frames, traits, sides, settings)
        var items: [PackItem] = []
        var packed: [Int] = []
        var itemOfFrame = [Int?](repeating: nil, count: frames.count)
        for (index, frame) in frames.enumerated() where shared.owner[index] == index {
            guard let trim = frame.trim else { continue }
            let own = traits[frame.name]
            itemOfFrame[index] = items.count
            items.append(
                PackItem(
                    name: frame.name,
                    size: trim.size,
                    group: own?.group,
                    mayTurn: own?.nineSlice == nil && !shared.showsTurned[index],
                    aliases: shared.equals[index]?.map { frames[$0].name } ?? []
                )
            )
            packed.append(index)
        }
        for index in frames.indices where shared.owner[index] != index {
            itemOfFrame[index] = itemOfFrame[shared.owner[index]]
        }
        self.items = items
        self.frames = packed
        self.itemOfFrame = itemOfFrame
        isTurned = shared.isTurned
        rotation = settings.rotation
        nineSlices = traits.compactMapValues(\.nineSlice)
    }

    /// Packs.
    ///
    /// The layout is in points, and so the same at every scale.
    ///
    /// - Parameters:
    ///   - options: how.
    ///   - kept: the layout to keep to; nil to pack as densely as possible.
    ///   - cache: remembers plans.
    ///   - settled: hears of each page as soon as it stands.
    /// - Returns: where each frame lies.
    /// - Throws: `PackError` when a frame fits on no page.
    package func packed(
        _ options: PackOptions,
        keeping kept: KeptLayout?,
        cache: BakeCache? = nil,
        settled: (PagePlan) -> Void = { _ in }
    ) throws(PackError) -> AtlasLayout {
        guard let kept else {
            return layout(try rememberedPlan(items, options, cache, settled: settled))
        }
        let stable = try packStable(
            items,
            keeping: kept.earlier,
            options: options,
            repack: kept.repack
        )
        stable.plan.pages.forEach(settled)
        return layout(stable.plan, change: LayoutChange(stable, keeping: kept))
    }

    /// Where the frames lie by a plan of the items, or by the pages of it that stand so far.
    package func layout(_ plan: AtlasPlan, change: LayoutChange? = nil) -> AtlasLayout {
        var sprites = [AtlasLayout.Sprite?](repeating: nil, count: items.count)
        for (page, planned) in plan.pages.enumerated() {
            for placement in planned.placements {
                sprites[placement.item] = AtlasLayout.Sprite(
                    frame: frames[placement.item],
                    page: page,
                    placement: placement
                )
            }
        }
        return AtlasLayout(
            pages: plan.pages.map(\.size),
            sprites: sprites,
            rotation: rotation,
            nineSlices: nineSlices,
            spriteOfFrame: itemOfFrame,
            isTurned: isTurned,
            occupancy: plan.occupancy,
            change: change
        )
    }
}
