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
                let placement = rules.placement(
                    of: one.index,
                    one.item.size,
                    x: Int(cell.x),
                    y: Int(cell.y),
                    isRotated: rules.cell(one.item.size).width != Int(cell.width)
                )
                placed.append((one.item.name, placement))
            }
        }
        return rules.plan(rules.page(covering: bin.used), group: group, placed)
    }
}
