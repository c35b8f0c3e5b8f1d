import Catalog
import Raster

extension RenderPlanner {
    /// What a rendition may be called, best names first: the asset's name when it is used as it is;
    /// with `~item` when the item changes its pixels, and `~item~species` when it does so for one
    /// species only; and with `~value` when it is colored for a value of an axis.
    ///
    /// So a name hardly depends on what else is in the catalog: only where two uses of an asset that
    /// change nothing differ all the same, the later one takes the longer name.
    func renditionNames(
        of cell: Coverage.Cell,
        _ key: RenditionKey,
        _ name: String,
        suffix: String,
        _ sheet: SheetSettings
    ) -> [String] {
        let asset = key.job.asset
        // Parts of one thing may show one picture in several ways.
        let part = cell.part == 0 ? "" : "~\(cell.part + 1)"
        guard let item = cell.item else {
            return [name + suffix, "\(name)~\(cell.species.id)\(part)\(suffix)"]
        }
        let own = "\(name)~\(item.id)\(part)"
        let ofSpecies = "\(own)~\(cell.species.id)"
        if item.leavesPixels { return [name, own, ofSpecies].map { $0 + suffix } }
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
            let placement = catalog.placement(for: subject, part: cell.part, asset: asset)?.value
            return RenditionKey(
                job: JobKey(asset: asset, keying: catalog.keying(of: subject, asset: asset)),
                transform: LayerTransform(placement, sheet),
                colors: plannedColors(of: subject, asset: asset, for: cell.colored).changes
            )
        }
        let names =
            if key == variant(bare) {
                [name, own, ofSpecies]
            } else {
                key == variant(plain) ? [own, ofSpecies] : [ofSpecies]
            }
        return names.map { $0 + suffix }
    }
}

extension Item {
    /// Whether it says nothing that its pixels follow from.
    fileprivate var leavesPixels: Bool {
        perSpecies.isEmpty && key == nil && coloring.isEmpty && !chroma.isAuthored
            && !placement.isAuthored && !parts.contains { $0.placement.isAuthored }
    }
}
