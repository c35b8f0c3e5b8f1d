import Raster

/// An item and its place in the caller's array.
struct NumberedItem: Sendable {
    let index: Int
    let item: PackItem
}

/// What packers have to know of a cell: its size, and whether it may be turned.
struct CellKind: Hashable, Sendable {
    /// When the cell may be turned, with width >= height.
    let size: BinSize
    let turns: Bool

    init(_ cell: BinSize, turns: Bool) {
        size = turns && cell.height > cell.width ? cell.turned : cell
        self.turns = turns
    }

    /// The orientations that differ: one or two.
    var orientations: [BinSize] {
        turns && size.width != size.height ? [size, size.turned] : [size]
    }

    /// The shortest side that a cell could stand on.
    var shortestBase: Int { turns ? min(size.width, size.height) : size.width }
}

/// The cells to place, equal kinds counted together.
///
/// Equal cells are interchangeable, so packers work on kinds: 4,000 equal sprites are one kind.
struct CellKinds: Sendable {
    /// Distinct, in a defined order; a kind's number is its index here.
    let kinds: [CellKind]
    /// How many cells of each kind; same length as `kinds`, each at least 1.
    let counts: [Int]
    /// The sum of the areas of all cells.
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

    static let empty = PackedBin(cells: [], used: BinSize(width: 0, height: 0), cellArea: 0)

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
