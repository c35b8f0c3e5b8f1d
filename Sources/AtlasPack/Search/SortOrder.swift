/// The orders of cells in a sweep; each starts with the hardest to place.
enum SortOrder: CaseIterable {
    case height
    case width
    case area
    case perimeter
    case longestSide

    /// A permutation of all entries; ties are broken by the other measures and then by the entry
    /// number.
    func entries(of cells: OrientedCells) -> [Int32] {
        func key(_ entry: OrientedCells.Entry) -> (Int, Int, Int) {
            let width = Int(entry.width)
            let height = Int(entry.height)
            return switch self {
            case .height: (height, width, 0)
            case .width: (width, height, 0)
            case .area: (width * height, height, 0)
            case .perimeter: (width + height, height, 0)
            case .longestSide: (max(width, height), min(width, height), height)
            }
        }
        let keys = cells.entries.map(key)
        return cells.entries.indices.map(Int32.init).sorted { left, right in
            let leftKey = keys[Int(left)]
            let rightKey = keys[Int(right)]
            return leftKey != rightKey ? leftKey > rightKey : left < right
        }
    }
}
