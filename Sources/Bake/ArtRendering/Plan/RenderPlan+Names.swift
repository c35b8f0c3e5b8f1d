import Catalog
import Raster

extension RenderPlan {
    /// What the frames are called: the asset's name when it is used as it is; with `~item` when the
    /// item changes its pixels, and `~item~species` when it does so for one species only; and with
    /// `~value` when it is colored for a value of an axis.
    ///
    /// So a name hardly depends on what else is in the catalog: only where two uses of an asset that
    /// change nothing differ all the same, the later one takes the longer name.
    mutating func renditionName(
        for cell: Coverage.Cell,
        _ key: RenditionKey,
        name: String,
        suffix: String,
        sheet: SheetSettings,
        catalog: Catalog
    ) -> String {
        let asset = key.job.asset
        // Parts of one thing may show one picture in several ways.
        let part = cell.part == 0 ? "" : "~\(cell.part + 1)"
        guard let item = cell.item else {
            return claim(
                [name + suffix, "\(name)~\(cell.species.id)\(part)\(suffix)"],
                key
            )
        }
        let own = "\(name)~\(item.id)\(part)"
        let ofSpecies = "\(own)~\(cell.species.id)"
        if item.leavesPixels { return claim([name, own, ofSpecies].map { $0 + suffix }, key) }
        // The same item without what it says about this species, and about anything.
        var plain = item
        plain.perSpecies = []
        var bare = plain
        bare.placement = Overrides()
        bare.chroma = Overrides()
        bare.key = nil
        bare.coloring = Coloring()
        for index in bare.parts.indices { bare.parts[index].placement = Overrides() }
        func variant(_ item: Item) -> RenditionKey {
            let subject = ArtSubject.item(item, wornBy: cell.species)
            let keying = Keying(
                catalog.keyWish(for: subject, asset: asset).wish,
                catalog.chroma(for: subject, asset: asset).value
            )
            let placement = catalog.placement(for: subject, part: cell.part, asset: asset)?
                .value
            return RenditionKey(
                job: JobKey(asset: asset, keying: keying),
                transform: LayerTransform(placement, sheet),
                colors: plannedColors(
                    of: .art(subject),
                    asset: asset,
                    for: cell.colored,
                    in: catalog
                )
                .changes
            )
        }
        let names =
            if key == variant(bare) {
                [name, own, ofSpecies]
            } else {
                key == variant(plain) ? [own, ofSpecies] : [ofSpecies]
            }
        return claim(names.map { $0 + suffix }, key)
    }

    /// The first of the names that does not stand for other pixels already.
    mutating func claim(_ names: [String], _ key: RenditionKey) -> String {
        func isFree(_ name: String) -> Bool { renditions[name].map { $0 == key } ?? true }
        let last = names[names.count - 1]
        let numbered = (2...).lazy.map { "\(last)~\($0)" }
        let name = names.first(where: isFree) ?? numbered.first(where: isFree) ?? last
        renditions[name] = key
        return name
    }
}

extension Item {
    /// Whether it says nothing that its pixels follow from.
    fileprivate var leavesPixels: Bool {
        perSpecies.isEmpty && key == nil && coloring.isEmpty && !chroma.isAuthored
            && !placement.isAuthored && !parts.contains { $0.placement.isAuthored }
    }
}
