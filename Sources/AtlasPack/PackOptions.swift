public import Raster

/// Constraints on pages, and the effort of the search.
public struct PackOptions: Hashable, Sendable {
    /// Including the border.
    public var maximumSize: PixelSize
    /// Both sides of every page are powers of two.
    public var powerOfTwo: Bool
    public var square: Bool
    /// Both sides of every page are multiples of this; block-compressed textures need 4.
    public var multipleOf: Int
    /// Sprites, with their extruded edges, start at multiples of this, and no two share a square of
    /// that size.
    public var alignment: Int
    /// Pixels between two sprites (between their extruded edges), but not at the page's edge.
    public var padding: Int
    /// Empty pixels along each page edge.
    public var border: Int
    /// Pixels by which the edge of each sprite is repeated outward on all four sides.
    public var extrude: Int
    /// Whether sprites may be rotated by a quarter turn.
    public var allowsRotation: Bool
    /// The maximum ratio of a page's sides, at least 1; nil for no limit.
    public var aspectLimit: Double?
    public var effort: Effort
    /// The seed of the random search; the same seed gives the same plan.
    public var seed: UInt64

    public init(
        maximumSize: PixelSize = PackOptions.defaultMaximumSize,
        powerOfTwo: Bool = false,
        square: Bool = false,
        multipleOf: Int = 1,
        alignment: Int = 1,
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
        self.alignment = alignment
        self.padding = padding
        self.border = border
        self.extrude = extrude
        self.allowsRotation = allowsRotation
        self.aspectLimit = aspectLimit
        self.effort = effort
        self.seed = seed
    }

    /// The least alignment in points that is a multiple of each of `pixels` at each of `scales`.
    package static func alignment(of pixels: [Int], atScales scales: [Int]) -> Int {
        pixels.reduce(1) { result, pixels in
            scales.reduce(result) { result, scale in
                let points = pixels / greatestCommonDivisor(pixels, scale)
                return result / greatestCommonDivisor(result, points) * points
            }
        }
    }

    /// Whether a sprite may start there.
    func isAligned(_ origin: PixelPoint) -> Bool {
        (origin.x - extrude) % alignment == 0 && (origin.y - extrude) % alignment == 0
    }

    /// 2048x2048, which all current GPUs support.
    public static let defaultMaximumSize =
        PixelSize(width: 2048, height: 2048) ?? .onePixel
}

package func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
}
