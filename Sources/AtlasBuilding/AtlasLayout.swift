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

    /// What is laid out.
    package let list: PackingList
    package var pages: [PixelSize]
    /// By item; nil if its page is not final yet.
    package var sprites: [Sprite?]
    /// Sprite points over page points.
    package var occupancy: Double
    package var change: LayoutChange?
    /// Points of all pages with packing by rectangles; nil unless sprites extend into each other's
    /// rectangles.
    var rectanglePageArea: Int?
    /// Whether only meshes may be drawn.
    var interlocks: Bool { rectanglePageArea != nil }

    package func sprites(on page: Int) -> [Sprite] {
        sprites.compactMap { $0?.page == page ? $0 : nil }
    }

    /// Nil for a frame without a place; a frame without a visible pixel has a clear point.
    package func sprite(of frame: Int) -> Sprite? {
        list.itemOfFrame[frame].flatMap { sprites[$0] }
    }
}

extension AtlasLayout {
    package func manifestFrame(_ index: Int) -> Manifest.Frame {
        manifestFrame(index, trim: list.frames[index].trim)
    }

    /// Without a size if `trim` is nil, or the frame has no place.
    func manifestFrame(_ index: Int, trim: PixelRect?) -> Manifest.Frame {
        let frame = list.frames[index]
        var result = Manifest.Frame()
        (result.sourceWidth, result.sourceHeight) = (
            frame.sourceSize.width, frame.sourceSize.height
        )
        result.pivot = Manifest.Point(
            x: frame.pivotX / Double(frame.sourceSize.width),
            y: frame.pivotY / Double(frame.sourceSize.height)
        )
        result.template = frame.isTemplate ? true : nil
        guard let trim, let sprite = sprite(of: index) else { return result }
        let rect = sprite.placement.rect
        result.page = sprite.page
        (result.x, result.y, result.width, result.height) = (
            rect.x, rect.y, trim.width, trim.height
        )
        result.rotated = sprite.placement.isRotated || list.isTurned[index]
        let isReversed = result.rotated && list.settings.rotation == .counterclockwise
        result.counterclockwise = isReversed ? true : nil
        (result.trimX, result.trimY) = (trim.x, trim.y)
        // A clear point has nothing to stretch.
        result.nineSlice = frame.trim.flatMap { _ in list.nineSlices[frame.name] }.map {
            Manifest.NineSlice(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
        }
        result.mesh = mesh(of: index).map { mesh in
            Manifest.Mesh(
                vertices: mesh.vertices.flatMap { [$0.x + trim.x, $0.y + trim.y] },
                triangles: mesh.triangles.flatMap { [$0.a, $0.b, $0.c] }
            )
        }
        return result
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
