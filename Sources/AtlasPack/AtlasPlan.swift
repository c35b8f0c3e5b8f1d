public import Raster

/// Where every item lies.
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

/// One page: its size and the sprites on it, in the order of their names.
public struct PagePlan: Hashable, Sendable {
    public let size: PixelSize
    /// The group whose pages these are; nil for items without a group.
    public let group: String?
    public let placements: [Placement]

    public init(size: PixelSize, group: String?, placements: [Placement]) {
        self.size = size
        self.group = group
        self.placements = placements
    }

    /// Where sprites lie; clear ones share a place.
    private var places: Set<PixelRect> { Set(placements.map(\.rect)) }

    /// The pixels that sprites cover, without padding and extruded edges.
    public var spriteArea: Int { places.reduce(0) { $0 + $1.size.area } }

    /// Sprite pixels over page pixels, 0...1.
    public var occupancy: Double { Double(spriteArea) / Double(size.area) }

    /// How near the page is to one without a gap, which is 1.
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

/// One item on a page.
public struct Placement: Hashable, Sendable {
    /// The index of the item in the array that was packed.
    public let item: Int
    /// The sprite's pixels on the page, without padding and extruded edge; of a rotated sprite the
    /// width and height as drawn, that is, exchanged.
    public let rect: PixelRect
    /// Whether the sprite lies turned by a quarter; the plan leaves the direction to the writer.
    public let isRotated: Bool

    public init(item: Int, rect: PixelRect, isRotated: Bool) {
        self.item = item
        self.rect = rect
        self.isRotated = isRotated
    }
}
