public import Raster

/// The place of every item.
public struct AtlasPlan: Hashable, Sendable {
    public let pages: [PagePlan]

    public init(pages: [PagePlan]) {
        self.pages = pages
    }

    /// Sprite pixels over page pixels of all pages, 0...1; 0 without pages.
    public var occupancy: Double {
        let area = pages.reduce(0) { $0 + $1.size.area }
        return area == 0 ? 0 : Double(pages.reduce(0) { $0 + $1.spriteArea }) / Double(area)
    }
}

/// One page: its size and its sprites, in the order of their names.
public struct PagePlan: Hashable, Sendable {
    public let size: PixelSize
    public let group: String?
    public let placements: [Placement]

    public init(size: PixelSize, group: String?, placements: [Placement]) {
        self.size = size
        self.group = group
        self.placements = placements
    }

    /// Clear sprites share a place.
    private var places: Set<PixelRect> { Set(placements.map(\.rect)) }

    /// The pixels that sprites cover, without padding and extruded edges.
    public var spriteArea: Int { places.reduce(0) { $0 + $1.size.area } }

    /// The ratio to a page without gaps, which is 1.
    ///
    /// The sum of (w+p)(h+p) over (W+p)(H+p), with `p` the padding; meaningful without border and
    /// extruded edges.
    public func paddedOccupancy(padding: Int) -> Double {
        let cells = places.reduce(0) {
            $0 + ($1.width + padding) * ($1.height + padding)
        }
        return Double(cells) / Double((size.width + padding) * (size.height + padding))
    }
}

public struct Placement: Hashable, Sendable {
    public let item: Int
    /// The sprite's pixels on the page, without padding and extruded edge; width and height are
    /// swapped if rotated.
    public let rect: PixelRect
    /// Whether the sprite is rotated by a quarter turn; the writer chooses the direction.
    public let isRotated: Bool

    public init(item: Int, rect: PixelRect, isRotated: Bool) {
        self.item = item
        self.rect = rect
        self.isRotated = isRotated
    }
}
