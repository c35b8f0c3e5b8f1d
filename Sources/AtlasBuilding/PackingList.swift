package import AtlasPack
package import BakeCache
internal import Catalog
internal import Export
internal import KilnManifest
internal import Raster

/// What is to be placed: equal frames only once, and frames without a visible pixel as one clear
/// point, where a format wants them.
package struct PackingList: Sendable {
    package let items: [PackItem]
    /// By item.
    private let frames: [Int]
    /// By frame: the index of its item; nil for a frame that has no place.
    private let itemOfFrame: [Int?]
    private let isTurned: [Bool]
    private let rotation: FrameRotation
    private let nineSlices: [String: Manifest.NineSlice]

    /// - Parameters:
    ///   - frames: what to pack.
    ///   - settings: how.
    ///   - traits: by frame name; a frame that is not named has none.
    ///   - sides: what has the same layout.
    ///   - animations: names of the frames of each; they lie on one page where one holds them.
    ///   - placesClear: whether frames without a visible pixel get a place; descriptors of engines
    ///     have no other words for them, but the manifest has.
    package init(
        _ frames: [RenderedFrame],
        settings: AtlasSettings,
        traits: [String: FrameTraits],
        sides: [SideSheet],
        animations: [[String]] = [],
        placesClear: Bool = false
    ) {
        let shared = SharedSprites(frames, traits, sides, settings)
        let bundles = FrameBundles(frames, shared.owner, animations)
        var items: [PackItem] = []
        var packed: [Int] = []
        var itemOfFrame = [Int?](repeating: nil, count: frames.count)
        var clearItems: [ClearPlace: Int] = [:]
        for (index, frame) in frames.enumerated() where shared.owner[index] == index {
            let own = traits[frame.name]
            if frame.trim == nil {
                guard placesClear else { continue }
                let place = ClearPlace(group: own?.group, bundle: bundles.name(of: index))
                if let item = clearItems[place] {
                    itemOfFrame[index] = item
                    items[item].aliases.append(frame.name)
                    continue
                }
                clearItems[place] = items.count
            }
            itemOfFrame[index] = items.count
            items.append(
                PackItem(
                    name: frame.name,
                    size: frame.trim?.size ?? .onePixel,
                    group: own?.group,
                    mayTurn: own?.nineSlice == nil && !shared.showsTurned[index],
                    aliases: shared.equals[index]?.map { frames[$0].name } ?? [],
                    together: bundles.name(of: index),
                    near: own?.species,
                    isClear: frame.trim == nil
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

    /// Clear frames of one group that belong to the same others share a point.
    private struct ClearPlace: Hashable {
        var group: String?
        var bundle: String?
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
            repack: kept.repack,
            keepsTogether: kept.keepsTogether
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
