import Raster

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
