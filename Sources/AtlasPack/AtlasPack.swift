// AtlasPack: from rectangles (`PackItem`: name and size of a trimmed sprite) to places
// (`AtlasPlan`: pages with the position of each sprite). No pixels, no files, no clock.
//
// `pack` starts from nothing and searches for the densest pages; `packStable` starts from an
// earlier plan and moves as little as possible. Internally, every sprite is a *cell*: the sprite
// grown by the extruded edge and by the padding on its right and bottom, so that cells without gaps
// leave exactly the requested gaps (`PageRules` converts in both directions).

/// Places every item on pages, as densely as the effort allows.
///
/// The plan depends only on the names (which must be distinct), sizes and groups of the items, not
/// on their order or on time. Each group has separate pages; items without a group share pages,
/// which come first. If several pages are needed, related items stay on one (`PackItem.together`).
/// `settled` is called with each page in order as soon as it is final, while the search for later
/// ones continues.
///
/// Throws `PackError.itemTooLarge`, `.duplicateName`, and `.unusableOption` for contradictory
/// settings.
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
