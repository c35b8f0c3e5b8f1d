internal import AtlasPack
internal import Export
internal import ImageCodec
internal import KilnManifest
internal import Raster

/// How the pages of one target are made.
///
/// Lengths are points: at scale N everything is N times as large in pixels.
struct AtlasSettings: Sendable {
    /// Ascending.
    var scales: [Int]
    var packing: PackOptions
    var mergesDuplicates = true
    /// How turned sprites lie on the page.
    var rotation = FrameRotation.clockwise
    /// Colors of the page are multiplied by alpha.
    var isPremultiplied = false
    /// How far visible color reaches under clear pixels of the page, in pixels; 0 clears them, nil
    /// leaves them as the pictures have them.
    var bleed: Int?
    var effort = PNGEffort.balanced
}

/// What the packer has to know of a frame beside its size.
struct FrameTraits: Sendable {
    /// Frames of one group share pages with each other and with no other group.
    var group: String?
    /// Widths of the borders that do not stretch, in points; such a frame is not turned.
    var nineSlice: Manifest.NineSlice?
}

/// Where every frame of a target lies; no pixels yet.
struct AtlasLayout: Sendable {
    /// A picture that is placed, and the frames that show it.
    struct Sprite: Sendable {
        /// Index into the frames that were laid out.
        var frame: Int
        var page: Int
        var placement: Placement
    }

    var pages: [PixelSize]
    /// By item; nil for one whose page does not stand yet.
    var sprites: [Sprite?]
    /// How turned sprites lie on the page.
    var rotation: FrameRotation
    var nineSlices: [String: Manifest.NineSlice]
    /// By frame: the index of its sprite; nil for a frame without a visible pixel.
    var spriteOfFrame: [Int?]
    /// Sprite points over page points.
    var occupancy: Double
    /// What becomes of the layout that was kept to; nil without one.
    var change: LayoutChange?

    /// What lies on a page, in the order of the items.
    func sprites(on page: Int) -> [Sprite] { sprites.compactMap { $0?.page == page ? $0 : nil } }

    /// The sprite that shows a frame; nil for a frame without a visible pixel.
    func sprite(of frame: Int) -> Sprite? { spriteOfFrame[frame].flatMap { sprites[$0] } }
}

/// What is to be placed: frames without a visible pixel are not, and equal ones only once.
struct PackingList: Sendable {
    let items: [PackItem]
    /// By item.
    private let frames: [Int]
    /// By frame: the index of its item; nil for a frame without a visible pixel.
    private let itemOfFrame: [Int?]
    private let rotation: FrameRotation
    private let nineSlices: [String: Manifest.NineSlice]

    /// - Parameters:
    ///   - frames: what to pack.
    ///   - settings: how.
    ///   - traits: by frame name; a frame that is not named has none.
    init(
        _ frames: [RenderedFrame],
        settings: AtlasSettings,
        traits: [String: FrameTraits] = [:]
    ) {
        var firstByPixels: [[PackedPicture.Identity?]: Int] = [:]
        var items: [PackItem] = []
        var packed: [Int] = []
        var itemOfFrame = [Int?](repeating: nil, count: frames.count)
        for (index, frame) in frames.enumerated() {
            guard let trim = frame.trim else { continue }
            let own = traits[frame.name]
            if settings.mergesDuplicates, own?.nineSlice == nil, own?.group == nil {
                let pixels = settings.scales.map { frame.pictures.identity(atScale: $0) }
                if let first = firstByPixels[pixels] {
                    itemOfFrame[index] = first
                    items[first].aliases.append(frame.name)
                    continue
                }
                firstByPixels[pixels] = items.count
            }
            itemOfFrame[index] = items.count
            items.append(
                PackItem(
                    name: frame.name,
                    size: trim.size,
                    group: own?.group,
                    mayTurn: own?.nineSlice == nil
                )
            )
            packed.append(index)
        }
        self.items = items
        self.frames = packed
        self.itemOfFrame = itemOfFrame
        rotation = settings.rotation
        nineSlices = traits.compactMapValues(\.nineSlice)
    }

    /// Where the frames lie by a plan of the items, or by the pages of it that stand so far.
    func layout(_ plan: AtlasPlan, change: LayoutChange? = nil) -> AtlasLayout {
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
            occupancy: plan.occupancy,
            change: change
        )
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
    func packed(
        _ options: PackOptions,
        keeping kept: KeptLayout? = nil,
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
}

extension AtlasLayout {
    /// Draws one page at one scale; nil when it would be larger than a raster can be.
    ///
    /// `extrude` is in points: the edge of each sprite is repeated that far around it.
    func drawPage(
        _ page: Int,
        scale: Int,
        frames: [RenderedFrame],
        extrude: Int
    ) -> StraightImage? {
        guard let size = pages[page].scaled(by: scale) else { return nil }
        var image = StraightImage(size: size)
        for sprite in sprites(on: page) {
            guard let picture = frames[sprite.frame].pictures[scale] else { continue }
            let placement = sprite.placement
            let turned = placement.isRotated ? picture.turned(rotation) : picture
            let corner = PixelPoint(x: placement.rect.x * scale, y: placement.rect.y * scale)
            image.copy(from: turned, at: corner)
            if let drawn = PixelRect(origin: corner, size: turned.size) {
                image.extrude(drawn, by: extrude * scale)
            }
        }
        return image
    }

    /// What the manifest says of a frame.
    func manifestFrame(_ index: Int, of frames: [RenderedFrame]) -> Manifest.Frame {
        let frame = frames[index]
        let pivot = Manifest.Point(
            x: frame.pivotX / Double(frame.sourceSize.width),
            y: frame.pivotY / Double(frame.sourceSize.height)
        )
        guard let trim = frame.trim, let sprite = sprite(of: index) else {
            return Manifest.Frame(
                page: 0,
                x: 0,
                y: 0,
                width: 0,
                height: 0,
                sourceWidth: frame.sourceSize.width,
                sourceHeight: frame.sourceSize.height,
                pivot: pivot
            )
        }
        return Manifest.Frame(
            page: sprite.page,
            x: sprite.placement.rect.x,
            y: sprite.placement.rect.y,
            width: trim.width,
            height: trim.height,
            rotated: sprite.placement.isRotated,
            trimX: trim.x,
            trimY: trim.y,
            sourceWidth: frame.sourceSize.width,
            sourceHeight: frame.sourceSize.height,
            pivot: pivot,
            nineSlice: nineSlices[frame.name]
        )
    }
}

extension Bitmap<StraightPixel> {
    fileprivate func turned(_ rotation: FrameRotation) -> StraightImage {
        switch rotation {
        case .none: self
        case .clockwise: rotatedClockwise()
        case .counterclockwise: rotatedCounterclockwise()
        }
    }
}
