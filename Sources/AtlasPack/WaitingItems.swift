import Raster

/// The unplaced items, by the kind of their cells.
struct WaitingItems {
    private let rules: PageRules
    /// By kind, the last name first, so that the first name is taken first.
    private var items: [CellKind: [NumberedItem]] = [:]
    /// By the index of a clear item: others of its size, which share its place.
    private var companions: [Int: [NumberedItem]] = [:]

    init(_ items: [NumberedItem], rules: PageRules) {
        self.rules = rules
        var clear: [PixelSize: Int] = [:]
        var placed: [NumberedItem] = []
        for item in items.sorted(by: { $0.item.name < $1.item.name }) {
            if item.item.isClear, let first = clear[item.item.size] {
                companions[first, default: []].append(item)
                continue
            }
            if item.item.isClear { clear[item.item.size] = item.index }
            placed.append(item)
        }
        for item in placed.reversed() {
            self.items[rules.kind(item.item), default: []].append(item)
        }
    }

    var kinds: CellKinds { CellKinds(items.mapValues(\.count)) }

    /// Assigns the cells of `bin` to items in the order of their names, and removes these.
    mutating func take(_ bin: PackedBin, of kinds: CellKinds, group: String?) -> PagePlan {
        precondition(!bin.cells.isEmpty, "a page without sprites")
        var placed: [(name: String, placement: Placement)] = []
        for cell in bin.cells {
            let kind = kinds.kinds[Int(cell.kind)]
            guard let item = items[kind]?.popLast() else {
                preconditionFailure("more cells of \(kind) than sprites")
            }
            for one in [item] + (companions[item.index] ?? []) {
                placed.append((one.item.name, placement(of: one, in: cell)))
            }
        }
        let page = rules.page(covering: bin.used)
        guard let size = PixelSize(width: page.width, height: page.height) else {
            preconditionFailure("page of \(page)")
        }
        let sorted = placed.sorted { $0.name < $1.name }.map(\.placement)
        return PagePlan(size: size, group: group, placements: sorted)
    }

    private func placement(of numbered: NumberedItem, in cell: PlacedCell) -> Placement {
        let size = numbered.item.size
        let isRotated = rules.cell(size).width != Int(cell.width)
        let drawn = isRotated ? size.transposed : size
        let origin = PixelPoint(
            x: Int(cell.x) + rules.spriteOffset,
            y: Int(cell.y) + rules.spriteOffset
        )
        guard let rect = PixelRect(origin: origin, size: drawn) else {
            preconditionFailure("placement at \(origin)")
        }
        return Placement(item: numbered.index, rect: rect, isRotated: isRotated)
    }
}
