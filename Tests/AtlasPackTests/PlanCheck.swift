import AtlasPack
import Raster
import Testing

/// Proves that a plan keeps every promise of the options.
///
/// Written from the promises alone: it grows each sprite, compares each pair on a page, and looks
/// at nothing of how the plan was made.
func check(
    _ plan: AtlasPlan,
    holds items: [PackItem],
    _ options: PackOptions,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let faults = faults(of: plan, items, options)
    #expect(faults == [], "\(options)", sourceLocation: sourceLocation)
    #expect(plan.places(items, options: options), "\(options)", sourceLocation: sourceLocation)
}

/// One sentence for each broken promise.
func faults(of plan: AtlasPlan, _ items: [PackItem], _ options: PackOptions) -> [String] {
    var faults: [String] = []
    let placed = plan.pages.flatMap { $0.placements.map(\.item) }
    if placed.sorted() != Array(items.indices) { faults.append("items \(placed.sorted())") }
    for (number, page) in plan.pages.enumerated() {
        faults += pageFaults(page, options).map { "page \(number): \($0)" }
        for placement in page.placements where items.indices.contains(placement.item) {
            let item = items[placement.item]
            if item.group != page.group { faults.append("\"\(item.name)\" is in the wrong group") }
            let drawn = placement.isRotated ? item.size.transposed : item.size
            if drawn != placement.rect.size { faults.append("\"\(item.name)\" changed its size") }
            if placement.isRotated, !options.allowsRotation || !item.mayTurn {
                faults.append("\"\(item.name)\" is turned")
            }
        }
        faults += gapFaults(page, items, options).map { "page \(number): \($0)" }
    }
    return faults
}

private func pageFaults(_ page: PagePlan, _ options: PackOptions) -> [String] {
    var faults: [String] = []
    let sides = [page.size.width, page.size.height]
    if page.placements.isEmpty { faults.append("empty") }
    if page.size.width > options.maximumSize.width
        || page.size.height > options.maximumSize.height
    {
        faults.append("\(page.size) is larger than \(options.maximumSize)")
    }
    if options.powerOfTwo, sides.contains(where: { $0.nonzeroBitCount != 1 }) {
        faults.append("\(page.size) is no power of two")
    }
    if options.square, sides[0] != sides[1] { faults.append("\(page.size) is not square") }
    if sides.contains(where: { $0 % options.multipleOf != 0 }) {
        faults.append("\(page.size) is not a multiple of \(options.multipleOf)")
    }
    if let limit = options.aspectLimit, Double(sides.max()!) > limit * Double(sides.min()!) {
        faults.append("\(page.size) is beyond the aspect \(limit)")
    }
    return faults
}

private func gapFaults(
    _ page: PagePlan,
    _ items: [PackItem],
    _ options: PackOptions
) -> [String] {
    var faults: [String] = []
    let reach = options.extrude + options.border
    let extrude = options.extrude
    let gap = options.padding
    for placement in page.placements {
        let rect = placement.rect
        if [rect.x - extrude, rect.y - extrude].contains(where: { $0 % options.alignment != 0 }) {
            faults.append("\(rect) is not at a multiple of \(options.alignment)")
        }
        if rect.x < reach || rect.y < reach || rect.maxX + reach > page.size.width
            || rect.maxY + reach > page.size.height
        {
            faults.append("\(rect) leaves the page \(page.size)")
        }
    }
    // Clear sprites of one size share a place.
    let clear = page.placements.filter { items[$0.item].isClear }
    let shared = Dictionary(grouping: clear, by: \.rect.size).compactMap(\.value.first)
    if clear.contains(where: { one in !shared.contains { $0.rect == one.rect } }) {
        faults.append("clear sprites lie apart")
    }
    let apart = page.placements.filter { !items[$0.item].isClear } + shared
    // Sorted by the left edge, each is compared with those that begin before it ends.
    let grown = apart.map { placement in
        let rect = placement.rect
        return (
            x: rect.x - extrude, y: rect.y - extrude, maxX: rect.maxX + extrude,
            maxY: rect.maxY + extrude
        )
    }.sorted { $0.x < $1.x }
    for (index, one) in grown.enumerated() {
        for other in grown[(index + 1)...] {
            if other.x >= one.maxX + gap { break }
            if one.y < other.maxY + gap, other.y < one.maxY + gap {
                faults.append("\(one) and \(other) are closer than \(gap)")
            }
        }
    }
    return faults
}
