public import Raster

/// A sprite to place: its name and its size in pixels after trimming.
public struct PackItem: Hashable, Sendable {
    public var name: String
    public var size: PixelSize
    /// Items of one group share pages with each other and with no other group.
    public var group: String?
    /// Whether the sprite may lie turned when the options allow it; nine-slices may not.
    public var mayTurn: Bool
    /// Further names of the same sprite; only layouts that are kept look at them.
    public var aliases: [String]
    /// Items of one name here, and of one group, lie on one page where a page holds them all: the
    /// frames of an animation.
    public var together: String?
    /// Where several pages are needed, items of one name here are kept near each other.
    public var near: String?
    /// Whether the sprite shows nothing: those of one size on a page lie at one place.
    public var isClear: Bool

    public init(
        name: String,
        size: PixelSize,
        group: String? = nil,
        mayTurn: Bool = true,
        aliases: [String] = [],
        together: String? = nil,
        near: String? = nil,
        isClear: Bool = false
    ) {
        self.name = name
        self.size = size
        self.group = group
        self.mayTurn = mayTurn
        self.aliases = aliases
        self.together = together
        self.near = near
        self.isClear = isClear
    }

    /// Whatever the sprite is called.
    var allNames: [String] { [name] + aliases }
}
