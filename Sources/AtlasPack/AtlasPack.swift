// Rectangles come in (`PackItem`: a name and the size of a trimmed sprite), places come out
// (`AtlasPlan`: pages and where each sprite lies on them). No pixels, no files, no clock.
//
// `pack` starts from nothing and looks for the densest pages; `packStable` starts from an earlier
// plan and moves as little as it can. Inside, every sprite is a *cell*: the sprite grown by the
// extruded edge and by the padding on its right and bottom, so that packing cells without gaps
// leaves exactly the asked gaps (`PageRules` does the sums in both directions).

/// Places every item on pages, as densely as the effort allows.
///
/// The plan depends only on the names, sizes and groups of the items, not on their order, and not
/// on time. Each group gets pages of its own; items without a group share pages, which come first.
/// Where one page does not do, items that belong together lie on one (`PackItem.together`).
///
/// - Parameters:
///   - items: their names must be distinct.
///   - options: what pages may look like.
///   - settled: hears of each page in order as soon as it stands, while later ones are still looked
///     for; nothing moves on it any more.
/// - Returns: a plan whose placements name each item once, by its index in `items`.
/// - Throws: `PackError.itemTooLarge` for an item that no page can hold, `.duplicateName`, and
///   `.unusableOptions` for settings that contradict each other.
public func pack(
    _ items: [PackItem],
    options: PackOptions = PackOptions(),
    settled: (PagePlan) -> Void = { _ in }
) throws(PackError)
    -> AtlasPlan
{
    let rules = try PageRules(options)
    try rules.check(items)
    let groups = Dictionary(grouping: items.indices) { items[$0].group }
    // No group sorts before every name.
    let named = groups.keys.compactMap(\.self).sorted()
    var pages: [PagePlan] = []
    for group in [nil] + named.map(Optional.some) {
        guard let members = groups[group] else { continue }
        let numbered = members.map { NumberedItem(index: $0, item: items[$0]) }
        pages += packGroup(numbered, group, rules, settled)
    }
    return AtlasPlan(pages: pages)
}
