/// Looks for the smallest page that holds all cells, and for the fullest page when there is none.
struct PageSearch {
    let rules: PageRules
    let cells: OrientedCells
    private var packer: SkylinePacker
    private let orders: [[Int32]]

    init(_ kinds: CellKinds, rules: PageRules) {
        self.rules = rules
        cells = OrientedCells(kinds)
        packer = SkylinePacker(cells)
        orders = SortOrder.allCases.map { [cells] in $0.entries(of: cells) }
    }

    /// The smallest page found that holds everything; nil when none was found.
    mutating func smallestPage() -> PackedBin? {
        guard cells.kinds.totalArea <= rules.largest.area else { return nil }
        let widths = PageWidths.candidates(for: cells.kinds, rules: rules, count: 300)
        var best: PackedBin?
        var bestArea = Int.max
        for width in widths {
            for order in orders {
                let limit = rules.heightLimit(width: width, areaBelow: bestArea)
                guard limit > 0 else { break }
                let bin = SkylinePacker.Bin(width: width, height: limit, needsAll: true)
                guard let packed = packer.pack(order, counts: cells.kinds.counts, into: bin)
                else { continue }
                let area = rules.pageArea(covering: packed.used)
                if area < bestArea {
                    best = packed
                    bestArea = area
                }
            }
        }
        return best
    }

    /// The largest page, as full as found.
    mutating func fullestPage() -> PackedBin {
        var best = PackedBin(cells: [], used: BinSize(width: 0, height: 0), cellArea: 0)
        let bin = SkylinePacker.Bin(
            width: rules.largest.width,
            height: rules.largest.height,
            needsAll: false
        )
        for order in orders {
            if let packed = packer.pack(order, counts: cells.kinds.counts, into: bin),
                packed.cellArea > best.cellArea
            {
                best = packed
            }
        }
        return best
    }
}
