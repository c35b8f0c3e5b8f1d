package import Catalog
package import Raster

/// An atlas at one scale, as in descriptors: the place of each sprite on its page.
///
/// All lengths are page pixels, origin top-left, y down; formats convert them.
package struct AtlasDescription: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, scale, pages, animations
        case isPremultiplied = "premultiplied"
    }

    /// The name of files that describe the whole atlas, such as `game@2x`; files for one page are
    /// named after its image.
    package var name: String
    /// Pixels per point: 1, 2, 3.
    package var scale: Double
    package var isPremultiplied: Bool
    /// Raw 16-bit words, which only some formats support; nil for the usual pixels.
    package var words: WordFormat?
    /// Follows the names of descriptors, such as `.webp`, where there are some for other files of the
    /// same pages.
    package var suffix = ""
    /// How engines should scale the pages, if the format supports it.
    package var filter = TextureFilter.linear
    /// Whether frames without a pivot must have none.
    ///
    /// Otherwise a format without trim gets the centers of their sources.
    package var refusesPivots = false
    package var pages: [Page]
    package var animations: [Animation]
    /// The animations of each species under their own names.
    package var species: [Species] = []

    package init(
        name: String,
        scale: Double = 1,
        isPremultiplied: Bool = false,
        pages: [Page],
        animations: [Animation] = []
    ) {
        self.name = name
        self.scale = scale
        self.isPremultiplied = isPremultiplied
        self.pages = pages
        self.animations = animations
    }

    /// As descriptors name it.
    var pixelFormat: String { words?.rawValue.uppercased() ?? "RGBA8888" }

    package struct Page: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case width, height, frames
            case imageFile = "image"
            case normalMapFile = "normalMap"
        }

        /// The file name of the image, such as `game-0@2x.png`; in the folder of the descriptors.
        package var imageFile: String
        /// What files that describe this page alone are called, without their extensions; nil is the
        /// name of the image without its own.
        package var descriptorStem: String?
        package var width: Int
        package var height: Int
        package var frames: [AtlasFrame]
        /// The file name of a normal map with the same layout.
        package var normalMapFile: String?

        package init(
            imageFile: String,
            width: Int,
            height: Int,
            frames: [AtlasFrame],
            normalMapFile: String? = nil
        ) {
            self.imageFile = imageFile
            self.width = width
            self.height = height
            self.frames = frames
            self.normalMapFile = normalMapFile
        }
    }

    package struct Animation: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case name, frames, durations
            case framesPerSecond = "fps"
            case loops = "loop"
        }

        package var name: String
        /// Names of frames or of their aliases.
        package var frames: [String]
        package var framesPerSecond: Double
        package var loops: Bool
        /// Of each frame, in milliseconds; nil for constant `framesPerSecond`.
        package var durations: [Int]?

        package init(
            name: String,
            frames: [String],
            framesPerSecond: Double,
            loops: Bool,
            durations: [Int]? = nil
        ) {
            self.durations = durations
            self.name = name
            self.frames = frames
            self.framesPerSecond = framesPerSecond
            self.loops = loops
        }
    }

    package struct Species: Hashable, Sendable {
        package var id: String
        package var animations: [Animation]

        package init(id: String, animations: [Animation]) {
            self.id = id
            self.animations = animations
        }
    }

    /// Limits sides, so that sums of numbers in a description cannot overflow.
    static let maximumSide = 1 << 20

    func check() throws(ExportError) {
        try AtlasDescription.checkName(name)
        guard scale.isFinite, scale > 0 else {
            throw .contradiction("scale \(scale) of \"\(name)\"")
        }
        var names: Set<String> = []
        for page in pages {
            try AtlasDescription.checkName(page.imageFile)
            try page.check()
            for name in page.frames.flatMap(\.names) {
                try AtlasDescription.checkName(name)
                guard names.insert(name).inserted else {
                    throw .contradiction("two frames are named \"\(name)\"")
                }
            }
        }
        for species in species { try AtlasDescription.checkName(species.id) }
        for animation in animations + species.flatMap(\.animations) {
            try AtlasDescription.checkName(animation.name)
            guard animation.framesPerSecond.isFinite, animation.framesPerSecond > 0 else {
                throw .contradiction(
                    "animation \"\(animation.name)\" has \(animation.framesPerSecond) frames a second"
                )
            }
            guard animation.durations.map({ $0.count == animation.frames.count }) ?? true,
                animation.durations?.allSatisfy({ $0 > 0 }) ?? true
            else {
                throw .contradiction("durations of animation \"\(animation.name)\"")
            }
            // A file with animations alone may be read separately.
            for frame in animation.frames where !pages.isEmpty && !names.contains(frame) {
                throw .contradiction("animation \"\(animation.name)\" names no frame: \"\(frame)\"")
            }
        }
    }

    /// Names of animations whose frames are on several pages.
    package var scatteredAnimations: [String] {
        let pages = pages.map { Set($0.frames.flatMap(\.names)) }
        return animations.filter { animation in
            !pages.contains { $0.isSuperset(of: animation.frames) }
        }.map(\.name)
    }

    private static func checkName(_ name: String) throws(ExportError) {
        let hasControls = name.unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}"
        }
        guard !name.isEmpty, !hasControls else { throw .unusableName(name) }
    }
}

package struct AtlasFrame: Hashable, Sendable, Encodable {
    private enum CodingKeys: CodingKey {
        case name, x, y, width, height, rotation, trimX, trimY, sourceWidth, sourceHeight
        case pivot, nineSlice, aliases
    }

    package var name: String
    package var x: Int
    package var y: Int
    /// The width of the trimmed, upright sprite: a rotated sprite covers `height` columns.
    package var width: Int
    /// The height of the trimmed, upright sprite: a rotated sprite covers `width` rows.
    package var height: Int
    /// How the sprite is rotated on the page.
    package var rotation: FrameRotation
    /// Columns removed at the left by trimming.
    package var trimX: Int
    /// Rows removed at the top by trimming.
    package var trimY: Int
    /// The width before trimming.
    package var sourceWidth: Int
    /// The height before trimming.
    package var sourceHeight: Int
    /// The point that games position; nil for the engine's default.
    package var pivot: Pivot?
    /// The parts at the edges that keep their size when the sprite is stretched, in pixels of the
    /// page.
    ///
    /// What files say at scale N, where n is a border in points:
    ///
    ///     kiln                        n       the manifest has points throughout
    ///     pixi                        n       `borders`, which no resolution divides
    ///     phaser, texturepacker-*     n * N   `scale9Borders`, the middle, in pixels of the frame
    ///     libgdx                      n * N   `split`, in pixels of the region
    ///     unity                       n * N   borders of the sprite, in pixels of the texture
    package var nineSlice: NineSlice?
    /// The drawn part of the rectangle; nil is all of it.
    package var mesh: Mesh?
    /// Other sprites with the same pixels, trim and source size.
    package var aliases: [String]

    /// As files have it: `rect` is x, y, width and height, `trim` columns and rows, `source` width
    /// and height.
    package init(
        _ name: String,
        _ rect: [Int],
        trim: [Int] = [0, 0],
        source: [Int]? = nil,
        rotation: FrameRotation = .none,
        pivot: Pivot? = nil,
        nineSlice: NineSlice? = nil,
        aliases: [String] = []
    ) {
        (self.name, self.rotation, self.pivot, self.nineSlice) = (name, rotation, pivot, nineSlice)
        (x, y, width, height) = (rect[0], rect[1], rect[2], rect[3])
        (trimX, trimY) = (trim[0], trim[1])
        (sourceWidth, sourceHeight) = (source?[0] ?? rect[2], source?[1] ?? rect[3])
        self.aliases = aliases
    }

    package var names: [String] { [name] + aliases }
    package var pageWidth: Int { rotation == .none ? width : height }
    package var pageHeight: Int { rotation == .none ? height : width }
    package var isRotated: Bool { rotation != .none }
    package var isTrimmed: Bool { width != sourceWidth || height != sourceHeight }

    /// A point of the source before trimming: (0, 0) is its top-left corner, (1, 1) the opposite.
    package struct Pivot: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Triangles that cover a sprite's visible pixels; readers that support them draw nothing else.
    package struct Mesh: Hashable, Sendable {
        /// The corners, in pixels of the sprite before trimming.
        package var vertices: [PixelPoint]
        /// Three indexes into `vertices` for each triangle.
        package var indexes: [Int]

        package init(vertices: [PixelPoint], indexes: [Int]) {
            self.vertices = vertices
            self.indexes = indexes
        }

        package var triangles: [[Int]] {
            stride(from: 0, to: indexes.count - 2, by: 3).map { Array(indexes[$0..<($0 + 3)]) }
        }
    }

    package func place(of vertex: PixelPoint) -> PixelPoint {
        let (left, top) = (vertex.x - trimX, vertex.y - trimY)
        return switch rotation {
        case .none: PixelPoint(x: x + left, y: y + top)
        case .clockwise: PixelPoint(x: x + height - top, y: y + left)
        case .counterclockwise: PixelPoint(x: x + top, y: y + width - left)
        }
    }

    fileprivate func check(_ slice: NineSlice) throws(ExportError) {
        let sides = 0...AtlasDescription.maximumSide
        guard [slice.left, slice.top, slice.right, slice.bottom].allSatisfy(sides.contains),
            slice.left + slice.right <= sourceWidth, slice.top + slice.bottom <= sourceHeight
        else {
            throw .contradiction("nine-slice of frame \"\(name)\" is larger than the frame")
        }
    }

    /// Throws if the mesh is invalid, or exceeds the sprite.
    fileprivate func check(_ mesh: Mesh) throws(ExportError) {
        let isWhole = !mesh.indexes.isEmpty && mesh.indexes.count % 3 == 0
        guard isWhole, mesh.indexes.allSatisfy(mesh.vertices.indices.contains) else {
            throw .contradiction("triangles of frame \"\(name)\" name vertices that are not there")
        }
        let (columns, rows) = (trimX...(trimX + width), trimY...(trimY + height))
        guard mesh.vertices.allSatisfy({ columns.contains($0.x) && rows.contains($0.y) }) else {
            throw .contradiction("vertices of frame \"\(name)\" leave its rectangle")
        }
    }
}

extension AtlasFrame.Pivot: Encodable {
    /// As a list of x and y.
    package func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}

extension AtlasDescription.Page {
    /// Throws if a frame exceeds the page or its source.
    func check() throws(ExportError) {
        let sides = 1...AtlasDescription.maximumSide
        guard sides.contains(width), sides.contains(height) else {
            throw .contradiction("page \"\(imageFile)\" is \(width)x\(height)")
        }
        for frame in frames {
            // Numbers are bounded before they are added.
            let isBounded =
                [frame.width, frame.height, frame.sourceWidth, frame.sourceHeight]
                .allSatisfy(sides.contains)
                && [frame.x, frame.y, frame.trimX, frame.trimY]
                    .allSatisfy((0...AtlasDescription.maximumSide).contains)
            guard isBounded, frame.x + frame.pageWidth <= width,
                frame.y + frame.pageHeight <= height
            else {
                throw .contradiction("frame \"\(frame.name)\" leaves the page \"\(imageFile)\"")
            }
            guard frame.trimX + frame.width <= frame.sourceWidth,
                frame.trimY + frame.height <= frame.sourceHeight
            else {
                throw .contradiction("frame \"\(frame.name)\" leaves its source")
            }
            if let pivot = frame.pivot, !pivot.x.isFinite || !pivot.y.isFinite {
                throw .contradiction("pivot of frame \"\(frame.name)\" is not a number")
            }
            if let slice = frame.nineSlice { try frame.check(slice) }
            if let mesh = frame.mesh { try frame.check(mesh) }
        }
    }
}
