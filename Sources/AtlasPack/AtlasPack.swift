public import Raster

// AtlasPack: from rectangles (`PackItem`: name and size of a trimmed sprite) to places
// (`AtlasPlan`: pages with the position of each sprite). No pixels, no files, no clock.
//
// `pack` starts from nothing and searches for the densest pages; `packStable` starts from an
// earlier plan and moves as little as possible. Internally, every sprite is a *cell*: the sprite
// grown by the extruded edge and by the padding on its right and bottom, so that cells without gaps
// leave exactly the requested gaps (`PageRules` converts in both directions).

/// Places every item on pages, as densely as the effort allows.
///
/// The plan depends only on the names (which must be distinct), sizes and groups of the items, not
/// on their order or on time. Each group has separate pages; items without a group share pages,
/// which come first. If several pages are needed, related items stay on one (`PackItem.together`).
/// `settled` is called with each page in order as soon as it is final, while the search for later
/// ones continues.
///
/// Throws `PackError.itemTooLarge`, `.duplicateName`, and `.unusableOption` for contradictory
/// settings.
public func pack(
    _ items: [PackItem],
    options: PackOptions = PackOptions(),
    settled: (PagePlan) -> Void = { _ in }
) throws(PackError)
    -> AtlasPlan
{
    let rules = try PageRules(options)
    try rules.check(items)
    let groups = Dictionary(grouping: items.indices) { items[$0].group }
    // No group sorts before every name.
    let named = groups.keys.compactMap(\.self).sorted()
    var pages: [PagePlan] = []
    for group in [nil] + named.map(Optional.some) {
        guard let members = groups[group] else { continue }
        let numbered = members.map { NumberedItem(index: $0, item: items[$0]) }
        pages += packGroup(numbered, group, rules, settled)
    }
    return AtlasPlan(pages: pages)
}

/// A sprite to place, with its size in pixels after trimming.
public struct PackItem: Hashable, Sendable {
    public var name: String
    public var size: PixelSize
    /// Items of one group share pages with no other group.
    public var group: String?
    /// Whether the sprite may be rotated if the options allow it; nine-slices may not.
    public var mayTurn = true
    /// Further names of the same sprite; used only by stable layouts.
    public var aliases: [String] = []
    /// Items with the same value and group share a page if one fits them all: the frames of an
    /// animation.
    public var together: String?
    /// Items with the same value are kept near each other across pages.
    public var near: String?
    /// Whether the sprite is completely clear: those of one size share a place on a page.
    public var isClear = false

    public init(name: String, size: PixelSize, group: String? = nil) {
        self.name = name
        self.size = size
        self.group = group
    }

    var allNames: [String] { [name] + aliases }
}

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

public enum PackError: Error, Hashable {
    /// The item fits on no page, in either orientation.
    ///
    /// `allowed` is the largest possible item, without border and extrude.
    case itemTooLarge(name: String, found: PixelSize, allowed: PixelSize)
    /// The options leave no space for any sprite.
    case noRoom(maximumSize: PixelSize)
    case duplicateName(String)
    /// A setting is out of range.
    case unusableOption(name: String, found: String, expected: String)
}

extension PackError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .itemTooLarge(let name, let found, let allowed):
            "sprite \"\(name)\" is larger than a page, found \(found), expected at most \(allowed)"
        case .noRoom(let maximumSize):
            "border, extrude and alignment leave no space on a page of at most \(maximumSize)"
        case .duplicateName(let name):
            "two sprites are named \"\(name)\""
        case .unusableOption(let name, let found, let expected):
            "\(name) is out of range, found \(found), expected \(expected)"
        }
    }
}
