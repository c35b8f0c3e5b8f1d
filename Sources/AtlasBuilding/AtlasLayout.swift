package import AtlasPack
package import Catalog
import ImageCodec
package import KilnManifest
package import Raster

/// How the pages of one target are made.
///
/// Lengths are points: at scale N everything is N times as large in pixels.
package struct AtlasSettings: Sendable {
    package var scales: [Int]
    package var packing: PackOptions
    package var duplicates = DuplicateMerging.equal
    /// How rotated sprites are drawn on the page.
    package var rotation = FrameRotation.clockwise
    package var isPremultiplied = false
    /// How far visible colors are extended under clear pixels of the page, in pixels; 0 clears
    /// them, nil keeps the images' colors.
    package var bleed: Int?
    package var effort = Effort.balanced
    package var pixels = PagePixels.rgba8888

    package init(scales: [Int], packing: PackOptions) {
        self.scales = scales
        self.packing = packing
    }
}

/// What packing depends on besides a frame's size.
package struct FrameTraits: Sendable {
    /// Frames of one group share pages with no other group.
    package var group: String?
    /// The unstretched borders, in points; such a frame is not rotated.
    package var nineSlice: NineSlice?
    /// Frames of one species are kept near each other across pages.
    package var species: String?

    package init(group: String?, nineSlice: NineSlice?, species: String? = nil) {
        self.group = group
        self.nineSlice = nineSlice
        self.species = species
    }
}

/// The place of every frame of a target, without pixels.
package struct AtlasLayout: Sendable {
    /// A placed image, and the frames that show it.
    package struct Sprite: Sendable {
        /// An index into the laid out frames.
        package var frame: Int
        package var page: Int
        package var placement: AtlasPack.Placement
    }

    package var pages: [PixelSize]
    /// By item; nil if its page is not final yet.
    package var sprites: [Sprite?]
    /// How rotated sprites are drawn on the page.
    package var rotation: FrameRotation
    package var nineSlices: [String: NineSlice]
    /// By frame: the index of its sprite; nil for a frame without a place.
    ///
    /// The sprite of a frame without a visible pixel is a clear point.
    package var spriteOfFrame: [Int?]
    /// By frame: whether it shows its upright sprite rotated.
    package var isTurned: [Bool]
    /// Sprite points over page points.
    package var occupancy: Double
    package var change: LayoutChange?
    package var outlines: LayoutOutlines?

    package func sprites(on page: Int) -> [Sprite] {
        sprites.compactMap { $0?.page == page ? $0 : nil }
    }

    package func sprite(of frame: Int) -> Sprite? { spriteOfFrame[frame].flatMap { sprites[$0] } }
}

extension AtlasLayout {
    package func manifestFrame(_ index: Int, of frames: [RenderedFrame]) -> Manifest.Frame {
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
                pivot: pivot,
                template: frame.isTemplate ? true : nil
            )
        }
        let isTurned = sprite.placement.isRotated || isTurned[index]
        return Manifest.Frame(
            page: sprite.page,
            x: sprite.placement.rect.x,
            y: sprite.placement.rect.y,
            width: trim.width,
            height: trim.height,
            rotated: isTurned,
            counterclockwise: isTurned && rotation == .counterclockwise ? true : nil,
            trimX: trim.x,
            trimY: trim.y,
            sourceWidth: frame.sourceSize.width,
            sourceHeight: frame.sourceSize.height,
            pivot: pivot,
            nineSlice: nineSlices[frame.name].map {
                Manifest.NineSlice(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
            },
            mesh: manifestMesh(of: index, trim: trim),
            template: frame.isTemplate ? true : nil
        )
    }
}

extension Bitmap<StraightPixel> {
    package func turned(_ rotation: FrameRotation) -> StraightImage {
        switch rotation {
        case .none: self
        case .clockwise: rotatedClockwise()
        case .counterclockwise: rotatedCounterclockwise()
        }
    }
}
