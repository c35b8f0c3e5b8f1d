import Raster

extension AtlasPlan {
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

extension PagePlan {
    fileprivate func rects(where isMeant: (_ item: Int) -> Bool) -> [PixelRect] {
        placements.filter { isMeant($0.item) }.map(\.rect)
    }
}

extension Placement {
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
