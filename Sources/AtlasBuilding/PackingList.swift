package import AtlasPack
import Catalog
package import FileStore
import KilnManifest
import Raster

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
    private let nineSlices: [String: NineSlice]
    /// By item; nil without outlines.
    private let meshes: [TriangleMesh]?

    /// - Parameters:
    ///   - frames: what to pack.
    ///   - settings: how.
    ///   - traits: by frame name; a frame that is not named has none.
    ///   - sides: what has the same layout.
    ///   - animations: names of the frames of each; they lie on one page where one holds them.
    ///   - placesClear: whether frames without a visible pixel get a place; descriptors of engines
    ///     have no other words for them, but the manifest has.
    ///   - outlines: the meshes of the frames; nil for rectangles.
    package init(
        _ frames: [RenderedFrame],
        settings: AtlasSettings,
        traits: [String: FrameTraits],
        sides: [SideSheet],
        animations: [[String]] = [],
        placesClear: Bool = false,
        outlines: FrameOutlines? = nil
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
                let place = ClearPlace(group: shared.groups[index], bundle: bundles.name(of: index))
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
                    group: shared.groups[index],
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
        meshes = outlines.map { outlines in
            packed.map { frame in
                let size = frames[frame].trim?.size ?? .onePixel
                return outlines.meshes[frame]
                    ?? TriangleMesh(rectangle: size.width, size.height)
            }
        }
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
    ///   - kept: the layout to keep to, by rectangles; nil to pack as densely as possible.
    ///   - interlocking: lets sprites reach into each other's rectangles; not where a layout is kept to.
    ///   - cache: remembers plans.
    ///   - settled: hears of each page as soon as it stands, unless sprites interlock.
    /// - Returns: where each frame lies.
    /// - Throws: `PackError` when a frame fits on no page.
    package func packed(
        _ options: PackOptions,
        keeping kept: KeptLayout?,
        interlocking: Bool = false,
        cache: BakeCache? = nil,
        settled: (PagePlan) -> Void = { _ in }
    ) throws(PackError) -> AtlasLayout {
        guard let kept else {
            if interlocking, let meshes { return try interlocked(meshes, options) }
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

    /// Packs by rectangles, and then by what the meshes leave of them.
    private func interlocked(
        _ meshes: [TriangleMesh],
        _ options: PackOptions
    ) throws(PackError) -> AtlasLayout {
        let rectangles = try pack(items, options: options)
        let shapes = zip(meshes, items).map { ItemShape($0, $1.size) ?? ItemShape($1.size) }
        let plan = try packByOutlines(
            rectangles,
            items,
            shapes: shapes,
            options: options,
            turnsClockwise: rotation != .counterclockwise
        )
        var layout = layout(plan)
        layout.outlines?.interlock = true
        layout.outlines?.rectanglePageArea = rectangles.pages.reduce(0) { $0 + $1.size.area }
        let area = plan.pages.reduce(0) { $0 + $1.size.area }
        if area > 0 {
            layout.occupancy = Double(shapes.reduce(0) { $0 + $1.area }) / Double(area)
        }
        return layout
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
        var layout = AtlasLayout(
            pages: plan.pages.map(\.size),
            sprites: sprites,
            rotation: rotation,
            nineSlices: nineSlices,
            spriteOfFrame: itemOfFrame,
            isTurned: isTurned,
            occupancy: plan.occupancy,
            change: change
        )
        layout.outlines = meshes.map {
            LayoutOutlines(
                meshes: $0,
                interlock: false,
                rectanglePageArea: plan.pages.reduce(0) { $0 + $1.size.area }
            )
        }
        return layout
    }
}
