public import Raster

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
