public import Raster

/// What pages may look like, and how hard to search.
public struct PackOptions: Hashable, Sendable {
    /// No page is larger than this, border included.
    public var maximumSize: PixelSize
    /// Both sides of every page are powers of two.
    public var powerOfTwo: Bool
    /// Every page is as wide as high.
    public var square: Bool
    /// Both sides of every page are multiples of this; block-compressed textures want 4.
    public var multipleOf: Int
    /// Pixels between two sprites (between their extruded edges), none at the page's edge.
    public var padding: Int
    /// Pixels kept free along each page edge.
    public var border: Int
    /// Pixels by which the edge of each sprite is repeated outwards on all four sides.
    public var extrude: Int
    /// Whether sprites may lie turned by a quarter.
    public var allowsRotation: Bool
    /// The longest side of a page over its shortest, at least 1; nil when strips are welcome.
    public var aspectLimit: Double?
    public var effort: Effort
    /// Where the random part of the search starts; the same seed gives the same plan.
    public var seed: UInt64

    public init(
        maximumSize: PixelSize = PackOptions.defaultMaximumSize,
        powerOfTwo: Bool = false,
        square: Bool = false,
        multipleOf: Int = 1,
        padding: Int = 2,
        border: Int = 0,
        extrude: Int = 0,
        allowsRotation: Bool = false,
        aspectLimit: Double? = nil,
        effort: Effort = .balanced,
        seed: UInt64 = 0
    ) {
        self.maximumSize = maximumSize
        self.powerOfTwo = powerOfTwo
        self.square = square
        self.multipleOf = multipleOf
        self.padding = padding
        self.border = border
        self.extrude = extrude
        self.allowsRotation = allowsRotation
        self.aspectLimit = aspectLimit
        self.effort = effort
        self.seed = seed
    }

    /// 2048x2048: what every GPU in use can hold.
    public static let defaultMaximumSize =
        PixelSize(width: 2048, height: 2048) ?? .onePixel
}
