package import AtlasPack
package import Catalog
package import FileStore
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

    /// Without a size if `trim` is nil, or the frame has no place.
    package func manifestFrame(_ index: Int, trim: PixelRect?) -> Manifest.Frame {
        let frame = list.frames[index]
        var result = Manifest.Frame()
        result.sourceWidth = frame.sourceSize.width
        result.sourceHeight = frame.sourceSize.height
        result.pivot = Manifest.Point(
            x: frame.pivotX / Double(frame.sourceSize.width),
            y: frame.pivotY / Double(frame.sourceSize.height)
        )
        result.template = frame.isTemplate ? true : nil
        guard let trim, let sprite = sprite(of: index) else { return result }
        let rect = sprite.placement.rect
        result.page = sprite.page
        (result.x, result.y) = (rect.x, rect.y)
        (result.width, result.height) = (trim.width, trim.height)
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

    /// The atlas at one scale for descriptors; lengths become pixels, frames are in layout order,
    /// page by page.
    ///
    /// `files` has the names of the pages' files; those of `encoder` are described.
    /// Frames without a visible pixel are trimmed to one clear point, which they share. Animations
    /// are kept only if all their frames have a place.
    package func description(
        name: String,
        scale: Int,
        files: PageNames,
        as encoder: PageEncoder,
        animations: [AtlasDescription.Animation]
    ) -> AtlasDescription {
        let normals = list.sides.first(where: \.isNormalMap)
        var pages = pages.enumerated().map { index, size in
            var page = AtlasDescription.Page(
                imageFile: lastPart(of: files.path(index, scale: scale, as: encoder)),
                width: size.width * scale,
                height: size.height * scale,
                frames: [],
                normalMapFile: normals.map {
                    lastPart(of: files.path(index, scale: scale, side: $0))
                }
            )
            page.descriptorStem = lastPart(of: files.stem(index, scale: scale))
            return page
        }
        var names: Set<String> = []
        for (index, frame) in list.frames.enumerated() where sprite(of: index) != nil {
            names.insert(frame.name)
            let trim = frame.trim ?? PixelRect(.onePixel)
            let placed = manifestFrame(index, trim: trim)
            var described = placed.described(frame.name, scale: scale)
            if !frame.isPivotGiven { described.pivot = nil }
            pages[placed.page].frames.append(described)
        }
        var atlas = AtlasDescription(
            name: name,
            scale: Double(scale),
            isPremultiplied: list.settings.isPremultiplied,
            pages: pages,
            animations: animations.filter { names.isSuperset(of: $0.frames) }
        )
        atlas.words = files.pixels.words
        return atlas
    }

    package var outlineSummary: OutlineSummary? {
        guard let meshes = list.meshes else { return nil }
        let placed = zip(sprites, meshes).compactMap { sprite, mesh in
            sprite.map { (sprite: $0, mesh: mesh) }
        }
        let rectangles = placed.reduce(0) { $0 + 2 * $1.sprite.placement.rect.size.area }
        let drawn = placed.reduce(0) { $0 + $1.mesh.doubledArea }
        let area = pages.reduce(0) { $0 + $1.area }
        return OutlineSummary(
            vertices: placed.reduce(0) { $0 + $1.mesh.vertices.count },
            triangles: placed.reduce(0) { $0 + $1.mesh.triangles.count },
            drawnLess: rectangles == 0 ? 0 : 1 - Double(drawn) / Double(rectangles),
            pagesLess: rectanglePageArea.map { $0 == 0 ? 0 : 1 - Double(area) / Double($0) } ?? 0,
            interlock: interlocks
        )
    }

    /// The mesh of a frame, in points of the trimmed frame; nil without outlines.
    ///
    /// A frame that shows a sprite rotated has its mesh rotated back.
    func mesh(of frame: Int) -> TriangleMesh? {
        guard let meshes = list.meshes, let index = list.itemOfFrame[frame],
            let sprite = sprites[index]
        else { return nil }
        let mesh = meshes[index]
        guard list.isTurned[frame] else { return mesh }
        // Such a sprite is upright.
        let size = sprite.placement.rect.size
        return switch list.settings.rotation {
        case .none: mesh
        case .clockwise: mesh.turnedCounterclockwise(width: size.width)
        case .counterclockwise: mesh.turnedClockwise(height: size.height)
        }
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

extension Manifest.Frame {
    /// The frame in pixels of a scale.
    package func described(_ name: String, scale: Int) -> AtlasFrame {
        var frame = AtlasFrame(
            name,
            [x, y, width, height].map { $0.scaled(scale) },
            trim: [trimX, trimY].map { $0.scaled(scale) },
            source: [sourceWidth, sourceHeight].map { $0.scaled(scale) },
            rotation: !rotated ? .none : counterclockwise == true ? .counterclockwise : .clockwise,
            pivot: AtlasFrame.Pivot(x: pivot.x, y: pivot.y),
            nineSlice: nineSlice.map {
                .init(
                    left: $0.left.scaled(scale),
                    top: $0.top.scaled(scale),
                    right: $0.right.scaled(scale),
                    bottom: $0.bottom.scaled(scale)
                )
            }
        )
        frame.mesh = mesh.map { mesh in
            let numbers = mesh.vertices.map { $0.scaled(scale) }
            return AtlasFrame.Mesh(
                vertices: stride(from: 0, to: numbers.count - 1, by: 2).map {
                    .init(x: numbers[$0], y: numbers[$0 + 1])
                },
                indexes: mesh.triangles
            )
        }
        return frame
    }
}

extension Int {
    /// Times the scale; a number too large for that is too large for any page too.
    package func scaled(_ scale: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: scale)
        return overflow ? .max : product
    }
}

package struct OutlineSummary: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case vertices, triangles, drawnLess, pagesLess
        case interlock = "packedByOutlines"
    }

    /// Of the meshes of all sprites, each once.
    package var vertices: Int
    package var triangles: Int
    /// The share of the sprites' rectangles that is not drawn, 0...1.
    package var drawnLess: Double
    /// The share of the pages saved by packing by outlines, 0...1.
    package var pagesLess = 0.0
    /// Whether sprites were packed by their outlines.
    package var interlock = false
}

extension OutlineSummary: FieldCoded {
    package static let fields = ByteFields<OutlineSummary>(
        { ($0.vertices, $0.triangles, $0.drawnLess) },
        { OutlineSummary(vertices: $0, triangles: $1, drawnLess: $2) }
    )
}
