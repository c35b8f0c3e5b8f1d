package import AtlasPack
import Catalog
package import FileStore
import KilnManifest
package import Raster

/// The items to place: equal frames once, and frames without a visible pixel as one clear point, if
/// a format needs them.
package struct PackingList: Sendable {
    package let items: [PackItem]
    package let frames: [RenderedFrame]
    let sides: [SideSheet]
    let settings: AtlasSettings
    /// By item.
    private let packed: [Int]
    /// By frame: the index of its item; nil for a frame without a place.
    package let itemOfFrame: [Int?]
    /// By frame: whether it shows its upright sprite rotated.
    let isTurned: [Bool]
    let nineSlices: [String: NineSlice]
    /// By item, in points of the trimmed, upright sprite; nil without outlines.
    let meshes: [TriangleMesh]?

    /// `traits` are by frame name, and default to none.
    ///
    /// `animations` list frame names, and share a page if it fits them. `placesClear`: descriptors
    /// of engines need a place for frames without a visible pixel, the manifest does not.
    /// `outlines` are nil for rectangles.
    package init(
        _ frames: [RenderedFrame],
        settings: AtlasSettings,
        traits: [String: FrameTraits],
        sides: [SideSheet],
        animations: [[String]] = [],
        placesClear: Bool = false,
        outlines: [TriangleMesh?]? = nil
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
            var item = PackItem(name: frame.name, size: frame.trim?.size ?? .onePixel)
            item.group = shared.groups[index]
            item.mayTurn = own?.nineSlice == nil && !shared.showsTurned[index]
            item.aliases = shared.equals[index]?.map { frames[$0].name } ?? []
            item.together = bundles.name(of: index)
            item.near = own?.species
            item.isClear = frame.trim == nil
            items.append(item)
            packed.append(index)
        }
        for index in frames.indices where shared.owner[index] != index {
            itemOfFrame[index] = itemOfFrame[shared.owner[index]]
        }
        (self.items, self.frames, self.sides, self.settings) = (items, frames, sides, settings)
        meshes = outlines.map { outlines in
            packed.map { frame in
                let size = frames[frame].trim?.size ?? .onePixel
                return outlines[frame]
                    ?? TriangleMesh(rectangle: size.width, size.height)
            }
        }
        self.packed = packed
        self.itemOfFrame = itemOfFrame
        isTurned = shared.isTurned
        nineSlices = traits.compactMapValues(\.nineSlice)
    }

    /// Clear frames with the same group and relations share a point.
    private struct ClearPlace: Hashable {
        var group: String?
        var bundle: String?
    }

    /// Packs in points, with the same layout at every scale.
    ///
    /// `kept` is a layout to follow, by rectangles; nil packs as densely as possible.
    /// `interlocking` lets sprites extend into each other's rectangles, unless a layout is kept.
    /// `settled` is called with each page as soon as it is final, unless sprites interlock. Throws
    /// `PackError` if a frame fits on no page.
    package func packed(
        keeping kept: KeptLayout?,
        interlocking: Bool = false,
        cache: BakeCache? = nil,
        settled: (PagePlan) -> Void = { _ in }
    ) throws(PackError) -> AtlasLayout {
        guard let kept else {
            if interlocking, let meshes { return try interlocked(meshes) }
            return layout(try rememberedPlan(items, settings.packing, cache, settled: settled))
        }
        let stable = try packStable(
            items,
            keeping: kept.earlier,
            options: settings.packing,
            repack: kept.repack,
            keepsTogether: kept.keepsTogether
        )
        stable.plan.pages.forEach(settled)
        return layout(stable.plan, change: LayoutChange(stable, keeping: kept))
    }

    private func interlocked(_ meshes: [TriangleMesh]) throws(PackError) -> AtlasLayout {
        let rectangles = try pack(items, options: settings.packing)
        let shapes = zip(meshes, items).map { mesh, item in
            mesh.touchedPixels(width: item.size.width, height: item.size.height)
        }
        let plan = try packByOutlines(
            rectangles,
            items,
            shapes: shapes,
            options: settings.packing,
            turnsClockwise: settings.rotation != .counterclockwise
        )
        var layout = layout(plan)
        layout.rectanglePageArea = rectangles.pages.reduce(0) { $0 + $1.size.area }
        let area = plan.pages.reduce(0) { $0 + $1.size.area }
        if area > 0 {
            layout.occupancy = Double(shapes.reduce(0) { $0 + $1.count }) / Double(area)
        }
        return layout
    }

    /// The places of frames by a plan of the items, or by its pages so far.
    package func layout(_ plan: AtlasPlan, change: LayoutChange? = nil) -> AtlasLayout {
        var sprites = [AtlasLayout.Sprite?](repeating: nil, count: items.count)
        for (page, planned) in plan.pages.enumerated() {
            for placement in planned.placements {
                sprites[placement.item] = AtlasLayout.Sprite(
                    frame: packed[placement.item],
                    page: page,
                    placement: placement
                )
            }
        }
        return AtlasLayout(
            list: self,
            pages: plan.pages.map(\.size),
            sprites: sprites,
            occupancy: plan.occupancy,
            change: change
        )
    }
}
