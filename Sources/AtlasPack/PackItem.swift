public import Geometry

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

    public init(
        name: String,
        size: PixelSize,
        group: String? = nil,
        mayTurn: Bool = true,
        aliases: [String] = []
    ) {
        self.name = name
        self.size = size
        self.group = group
        self.mayTurn = mayTurn
        self.aliases = aliases
    }

    /// Whatever the sprite is called.
    var allNames: [String] { [name] + aliases }
}
