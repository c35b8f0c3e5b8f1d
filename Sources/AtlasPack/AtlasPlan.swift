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

    /// Whether this is a valid plan for `items`: each is on one page of its group, once, in its
    /// size, within the page and apart from the others.
    ///
    /// For plans from other sources; `pack` always makes valid ones.
    package func places(_ items: [PackItem], options: PackOptions) -> Bool {
        var isPlaced = [Bool](repeating: false, count: items.count)
        for page in pages {
            let most = options.maximumSize
            guard page.size.width <= most.width, page.size.height <= most.height,
                !page.placements.isEmpty
            else { return false }
            for placement in page.placements {
                guard items.indices.contains(placement.item), !isPlaced[placement.item] else {
                    return false
                }
                isPlaced[placement.item] = true
                let item = items[placement.item]
                guard item.group == page.group, placement.fits(item, page.size, options) else {
                    return false
                }
            }
            let solid = page.rects { !items[$0].isClear }
            // Clear sprites of one size share a place.
            let clear = Set(page.rects { items[$0].isClear })
            guard clear.count == Set(clear.map(\.size)).count,
                areApart(solid + clear, by: options.padding + 2 * options.extrude)
            else { return false }
        }
        return !isPlaced.contains(false)
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

    fileprivate func rects(where isMeant: (_ item: Int) -> Bool) -> [PixelRect] {
        placements.filter { isMeant($0.item) }.map(\.rect)
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

    fileprivate func fits(_ item: PackItem, _ page: PixelSize, _ options: PackOptions) -> Bool {
        let (width, height) = (item.size.width, item.size.height)
        let size = isRotated ? (height, width) : (width, height)
        let edge = options.border + options.extrude
        return (rect.width, rect.height) == size
            && (!isRotated || options.allowsRotation && item.mayTurn)
            && rect.x >= edge && rect.y >= edge
            && options.isAligned(rect.origin)
            && rect.maxX <= page.width - edge && rect.maxY <= page.height - edge
    }
}

private func areApart(_ rects: [PixelRect], by gap: Int) -> Bool {
    // The disjoint rectangles that reach the current line.
    var open: [PixelRect] = []
    for rect in rects.sorted(by: { $0.y < $1.y }) {
        open.removeAll { $0.maxY + gap <= rect.y }
        let isApart = open.allSatisfy { other in
            other.maxX + gap <= rect.x || rect.maxX + gap <= other.x
        }
        guard isApart else { return false }
        open.append(rect)
    }
    return true
}

struct NumberedItem: Sendable {
    let index: Int
    let item: PackItem

    /// Ties are broken by name.
    static func isLarger(_ left: NumberedItem, _ right: NumberedItem) -> Bool {
        (-left.item.size.area, left.item.name) < (-right.item.size.area, right.item.name)
    }
}

/// A cell as packers see it: its size, and whether it may be rotated.
struct CellKind: Hashable, Sendable {
    /// If rotation is allowed, width >= height.
    let size: BinSize
    let turns: Bool

    init(_ cell: BinSize, turns: Bool) {
        size = turns && cell.height > cell.width ? cell.turned : cell
        self.turns = turns
    }

    var orientations: [BinSize] {
        turns && size.width != size.height ? [size, size.turned] : [size]
    }

    var shortestBase: Int { turns ? min(size.width, size.height) : size.width }
}

/// The cells to place, counted by kind.
///
/// Equal cells are interchangeable: 4,000 equal sprites are one kind.
struct CellKinds: Sendable {
    /// Distinct, in a deterministic order; a kind's number is its index here.
    let kinds: [CellKind]
    /// The number of cells of each kind, at least 1.
    let counts: [Int]
    let totalArea: Int

    init(_ cells: [CellKind: Int]) {
        let sorted = cells.filter { $0.value > 0 }.sorted { left, right in
            let leftKey = (left.key.size.area, left.key.size.width, left.key.turns ? 1 : 0)
            let rightKey = (right.key.size.area, right.key.size.width, right.key.turns ? 1 : 0)
            return leftKey > rightKey
        }
        kinds = sorted.map(\.key)
        counts = sorted.map(\.value)
        totalArea = sorted.reduce(0) { $0 + $1.key.size.area * $1.value }
    }
}

/// A cell in a bin: its kind and rectangle.
struct PlacedCell: Hashable, Sendable {
    var kind: Int32
    var x: Int32
    var y: Int32
    /// As placed: swapped if rotated.
    var width: Int32
    var height: Int32
}

struct PackedBin: Sendable {
    var cells: [PlacedCell]
    var used: BinSize
    var cellArea: Int

    static let empty = PackedBin(cells: [], used: .empty, cellArea: 0)

    mutating func append(kind: Int, x: Int, y: Int, _ size: BinSize) {
        cells.append(
            PlacedCell(
                kind: Int32(kind),
                x: Int32(x),
                y: Int32(y),
                width: Int32(size.width),
                height: Int32(size.height)
            )
        )
        used.width = max(used.width, x + size.width)
        used.height = max(used.height, y + size.height)
        cellArea += size.area
    }
}
