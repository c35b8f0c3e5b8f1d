public import Catalog

/// An atlas at one scale, as in descriptors: the place of each sprite on its page.
///
/// All lengths are page pixels, origin top-left, y down; formats convert them.
public struct AtlasDescription: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, scale, pages, animations
        case isPremultiplied = "premultiplied"
    }

    /// The name of files that describe the whole atlas, such as `game@2x`; files for one page are
    /// named after its image.
    public var name: String
    public var generator: Generator
    /// Pixels per point: 1, 2, 3.
    public var scale: Double
    public var isPremultiplied: Bool
    public var pixels = PixelFormat.rgba8888
    /// Follows the names of descriptors, such as `.webp`, where there are some for other files of the
    /// same pages.
    public var suffix = ""
    /// How engines should scale the pages, if the format supports it.
    public var filter = TextureFilter.linear
    /// Whether frames without a pivot must have none.
    ///
    /// Otherwise a format without trim gets the centers of their sources.
    public var refusesPivots = false
    public var pages: [Page]
    public var animations: [Animation]
    /// The animations of each species under their own names.
    public var species: [Species] = []

    public init(
        name: String,
        generator: Generator,
        scale: Double = 1,
        isPremultiplied: Bool = false,
        pages: [Page],
        animations: [Animation] = []
    ) {
        self.name = name
        self.generator = generator
        self.scale = scale
        self.isPremultiplied = isPremultiplied
        self.pages = pages
        self.animations = animations
    }

    /// Pixel formats, by their names in descriptors.
    public enum PixelFormat: String, Hashable, Sendable {
        case rgba8888 = "RGBA8888"
        /// Raw 16-bit words, which only some formats support.
        case rgba4444 = "RGBA4444"
        case rgb565 = "RGB565"
    }

    public struct Generator: Hashable, Sendable {
        public var name: String
        public var version: String

        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    public struct Page: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case width, height, frames
            case imageFile = "image"
            case normalMapFile = "normalMap"
        }

        /// The file name of the image, such as `game-0@2x.png`; in the folder of the descriptors.
        public var imageFile: String
        /// What files that describe this page alone are called, without their extensions; nil is the
        /// name of the image without its own.
        public var descriptorStem: String?
        public var width: Int
        public var height: Int
        public var frames: [AtlasFrame]
        /// The file name of a normal map with the same layout.
        public var normalMapFile: String?

        public init(
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

    public struct Animation: Hashable, Sendable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case name, frames, durations
            case framesPerSecond = "fps"
            case loops = "loop"
        }

        public var name: String
        /// Names of frames or of their aliases.
        public var frames: [String]
        public var framesPerSecond: Double
        public var loops: Bool
        /// Of each frame, in milliseconds; nil for constant `framesPerSecond`.
        public var durations: [Int]?

        public init(
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
}

extension AtlasDescription {
    public struct Species: Hashable, Sendable {
        public var id: String
        public var animations: [Animation]

        public init(id: String, animations: [Animation]) {
            self.id = id
            self.animations = animations
        }
    }
}

public struct AtlasFrame: Hashable, Sendable, Encodable {
    private enum CodingKeys: CodingKey {
        case name, x, y, width, height, rotation, trimX, trimY, sourceWidth, sourceHeight
        case pivot, nineSlice, aliases
    }

    public var name: String
    public var x: Int
    public var y: Int
    /// The width of the trimmed, upright sprite: a rotated sprite covers `height` columns.
    public var width: Int
    /// The height of the trimmed, upright sprite: a rotated sprite covers `width` rows.
    public var height: Int
    /// How the sprite is rotated on the page.
    public var rotation: FrameRotation
    /// Columns removed at the left by trimming.
    public var trimX: Int
    /// Rows removed at the top by trimming.
    public var trimY: Int
    /// The width before trimming.
    public var sourceWidth: Int
    /// The height before trimming.
    public var sourceHeight: Int
    /// The point that games position; nil for the engine's default.
    public var pivot: Pivot?
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
    public var nineSlice: NineSlice?
    /// The drawn part of the rectangle; nil is all of it.
    public var mesh: Mesh?
    /// Other sprites with the same pixels, trim and source size.
    public var aliases: [String]

    public init(
        name: String,
        x: Int,
        y: Int,
        width: Int,
        height: Int,
        rotation: FrameRotation = .none,
        trimX: Int = 0,
        trimY: Int = 0,
        sourceWidth: Int? = nil,
        sourceHeight: Int? = nil,
        pivot: Pivot? = nil,
        nineSlice: NineSlice? = nil,
        aliases: [String] = []
    ) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.rotation = rotation
        self.trimX = trimX
        self.trimY = trimY
        self.sourceWidth = sourceWidth ?? width
        self.sourceHeight = sourceHeight ?? height
        self.pivot = pivot
        self.nineSlice = nineSlice
        self.aliases = aliases
    }

    public var pageWidth: Int { rotation == .none ? width : height }
    public var pageHeight: Int { rotation == .none ? height : width }
    public var isRotated: Bool { rotation != .none }
    public var isTrimmed: Bool { width != sourceWidth || height != sourceHeight }

    /// A point of the source before trimming: (0, 0) is its top-left corner, (1, 1) the opposite.
    public struct Pivot: Hashable, Sendable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }
}

extension AtlasFrame.Pivot: Encodable {
    /// As a list of x and y.
    public func encode(to encoder: any Encoder) throws { try [x, y].encode(to: encoder) }
}
