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
        // Clear frames with the same group and relations share a point.
        var clearItems: [[String?]: Int] = [:]
        for (index, frame) in frames.enumerated() where shared.owner[index] == index {
            let own = traits[frame.name]
            if frame.trim == nil {
                guard placesClear else { continue }
                let place = [shared.groups[index], bundles.name(of: index)]
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
            return layout(try remembered(cache, settled))
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

    /// Packs, or loads the cached plan for the same sizes.
    private func remembered(
        _ cache: BakeCache?,
        _ settled: (PagePlan) -> Void
    ) throws(PackError) -> AtlasPlan {
        let options = settings.packing
        guard let cache else { return try pack(items, options: options, settled: settled) }
        var out = ByteWriter()
        out.put("plan \(BakeCache.version)", String(reflecting: options))
        out.put(items) {
            $0.put($1.name, $1.size, $1.group, $1.mayTurn, $1.together, $1.near, $1.isClear)
        }
        let key = Digest(of: out.bytes)
        // Every machine needs it, and one computes it.
        let known =
            cache.header(of: key) ?? (cache.claim(key) ? nil : cache.headerFromOther(of: key))
        // A plan from a shared cache is validated.
        if let pages = known.flatMap([PagePlan].init(coded:)) {
            let plan = AtlasPlan(pages: pages)
            if plan.places(items, options: options) {
                pages.forEach(settled)
                return plan
            }
        }
        let plan = try pack(items, options: options, settled: settled)
        cache.store(key, header: plan.pages.coded, payload: [])
        return plan
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

extension PagePlan: FieldCoded {
    package static let fields = ByteFields<Self>({ ($0.size, $0.group, $0.placements) }, Self.init)
}

extension AtlasPack.Placement: FieldCoded {
    package static let fields = ByteFields<Self>({ ($0.item, $0.rect, $0.isRotated) }, Self.init)
}

/// Assigns frames to sprites, before packing.
///
/// A frame with the pixels of an earlier one shows that one's sprite. A frame whose pixels equal
/// another's, rotated as the target's formats do, shows the other's sprite as rotated; that one
/// must then be upright. Formats support one direction of rotation and no mirroring, so other
/// duplicates cannot be shared.
struct SharedSprites {
    /// By frame: the frame whose sprite it shows, which may be itself.
    private(set) var owner: [Int]
    /// By frame: whether it shows the sprite rotated.
    private(set) var isTurned: [Bool]
    /// By frame: whether others show its sprite rotated.
    private(set) var showsTurned: [Bool]
    /// The other frames that show an owner's sprite unrotated.
    private(set) var equals: [Int: [Int]] = [:]

    /// By owner: the group of all frames with its sprite; nil for shared pages.
    private(set) var groups: [Int: String] = [:]

    private typealias Identity = [PackedPicture.Identity?]

    init(
        _ frames: [RenderedFrame],
        _ traits: [String: FrameTraits],
        _ sides: [SideSheet],
        _ settings: AtlasSettings
    ) {
        owner = Array(frames.indices)
        isTurned = Array(repeating: false, count: frames.count)
        showsTurned = Array(repeating: false, count: frames.count)
        defer { findGroups(frames, traits) }
        guard settings.duplicates != .none else { return }
        var firsts: [Identity: Int] = [:]
        for (index, frame) in frames.enumerated() {
            let own = traits[frame.name]
            // Nine-slices have separate borders. So may side images.
            guard frame.trim != nil, own?.nineSlice == nil,
                !sides.contains(where: { $0.pictures[frame.name] != nil })
            else { continue }
            let identity = settings.scales.map { frame.pictures[$0]?.identity }
            if let first = firsts[identity] {
                owner[index] = first
                equals[first, default: []].append(index)
            } else {
                firsts[identity] = index
            }
        }
        if settings.duplicates == .turned, settings.packing.allowsRotation,
            settings.rotation != .none
        {
            findTurned(frames, firsts, settings)
        }
    }

    /// Sprites used by several groups go on shared pages.
    private mutating func findGroups(_ frames: [RenderedFrame], _ traits: [String: FrameTraits]) {
        let own = frames.map { traits[$0.name]?.group }
        for (index, owner) in owner.enumerated() where index == owner { groups[owner] = own[owner] }
        for (index, owner) in owner.enumerated() where own[index] != own[owner] {
            groups[owner] = nil
        }
    }

    private mutating func findTurned(
        _ frames: [RenderedFrame],
        _ firsts: [Identity: Int],
        _ settings: AtlasSettings
    ) {
        let sizes = Set(firsts.values.compactMap { frames[$0].trim?.size })
        // In the order of the frames, not of the hash table.
        for index in firsts.values.sorted() where !showsTurned[index] {
            guard let size = frames[index].trim?.size, sizes.contains(size.transposed) else {
                continue
            }
            let turned: Identity = settings.scales.map { scale in
                frames[index].pictures[scale]?.unpacked().map {
                    PackedPicture($0.turned(settings.rotation)).identity
                }
            }
            guard let other = firsts[turned], other != index, !isTurned[other] else { continue }
            showsTurned[other] = true
            for frame in [index] + (equals.removeValue(forKey: index) ?? []) {
                owner[frame] = other
                isTurned[frame] = true
            }
        }
    }
}

/// Which frames must share a page: those of an animation, and of all animations that share a sprite
/// with it.
struct FrameBundles {
    /// By frame: its parent in a union-find forest; a root is its own.
    private var parent: [Int]
    /// By root: the first name of the bundle's sprites, if there are several.
    private var names: [Int: String] = [:]

    /// `owner` has, by frame, the frame whose sprite it shows; `animations` list frame names.
    init(_ frames: [RenderedFrame], _ owner: [Int], _ animations: [[String]]) {
        parent = Array(frames.indices)
        let indices = Dictionary(frames.indices.map { (frames[$0].name, $0) }) { first, _ in first }
        for animation in animations {
            let sprites = animation.compactMap { indices[$0] }.map { owner[$0] }
            guard let first = sprites.first else { continue }
            for sprite in sprites.dropFirst() { join(first, sprite) }
        }
        var counts: [Int: Int] = [:]
        for index in frames.indices where owner[index] == index {
            let root = root(of: index)
            counts[root, default: 0] += 1
            names[root] = min(names[root] ?? frames[index].name, frames[index].name)
        }
        names = names.filter { counts[$0.key, default: 0] > 1 }
    }

    func name(of sprite: Int) -> String? { names[root(of: sprite)] }

    private func root(of sprite: Int) -> Int {
        var root = sprite
        while parent[root] != root { root = parent[root] }
        return root
    }

    private mutating func join(_ left: Int, _ right: Int) {
        let (left, right) = (root(of: left), root(of: right))
        // The lower one, so that the order of animations does not matter.
        parent[max(left, right)] = min(left, right)
    }
}
