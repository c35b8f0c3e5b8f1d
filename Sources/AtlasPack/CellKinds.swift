internal import Raster

/// An item and its place in the caller's array.
struct NumberedItem: Sendable {
    let index: Int
    let item: PackItem
}

/// The cells to place, equal sizes counted together.
///
/// Equal cells are interchangeable, so packers work on kinds: 4,000 equal sprites are one kind.
/// When cells may be turned, a kind is a size up to a quarter turn, held with width >= height.
struct CellKinds: Sendable {
    /// Distinct, in a defined order; a kind's number is its index here.
    private(set) var sizes: [BinSize] = []
    /// How many cells of each kind; same length as `sizes`, each at least 1.
    private(set) var counts: [Int] = []
    let allowsRotation: Bool
    /// The sum of the areas of all cells.
    let totalArea: Int

    init(_ cells: [BinSize], allowsRotation: Bool) {
        self.allowsRotation = allowsRotation
        let canonical = cells.map { CellKinds.canonical($0, allowsRotation) }
        let sorted = canonical.sorted { ($0.area, $0.width) > ($1.area, $1.width) }
        for cell in sorted {
            if cell == sizes.last {
                counts[counts.count - 1] += 1
            } else {
                sizes.append(cell)
                counts.append(1)
            }
        }
        totalArea = cells.reduce(0) { $0 + $1.area }
    }

    /// The size under which a cell is counted.
    static func canonical(_ cell: BinSize, _ allowsRotation: Bool) -> BinSize {
        allowsRotation && cell.height > cell.width ? cell.turned : cell
    }

    var cellCount: Int { counts.reduce(0, +) }
}

/// A cell in a bin: its kind and the rectangle it covers.
struct PlacedCell: Hashable, Sendable {
    var kind: Int32
    var x: Int32
    var y: Int32
    /// As placed: exchanged when turned.
    var width: Int32
    var height: Int32
}

/// What a packer made of one bin.
struct PackedBin: Sendable {
    var cells: [PlacedCell]
    /// How far the cells reach.
    var used: BinSize
    /// The sum of the areas of the cells.
    var cellArea: Int
}
