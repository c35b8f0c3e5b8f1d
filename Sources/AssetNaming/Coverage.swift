public import Catalog
public import Diagnostics

/// What every species and item resolves to: the coverage matrix.
public struct Coverage: Sendable {
    /// One species, undressed or wearing one item, for one combination of axis values.
    public struct Cell: Sendable {
        /// Nil is the undressed pet.
        public let item: Item?
        public let species: Species
        /// Values of those axes that the templates use.
        public let axes: [String: String]
        public let resolution: Resolution
    }

    /// Species in catalog order; for each the undressed pet, then items in catalog order.
    public let cells: [Cell]
    /// Found under the sources, but won by no cell.
    public let unused: [Asset]
    /// What is missing, misspelled or superfluous.
    public let diagnostics: [Diagnostic]

    /// Resolves everything in `catalog` among the assets that were found.
    public init(catalog: Catalog, index: AssetIndex) {
        let resolver = NameResolver(catalog: catalog, index: index)
        var cells: [Cell] = []
        let speciesAxes = resolver.axisCombinations(for: catalog.naming.species)
        let itemAxes = [
            EquipStyle.overlay: resolver.axisCombinations(for: catalog.naming.overlay),
            .replaceSprite: resolver.axisCombinations(for: catalog.naming.base),
        ]
        for species in catalog.species {
            for axes in species.asset == nil ? speciesAxes : [[:]] {
                let resolution = resolver.resolve(species, axes: axes)
                cells.append(Cell(item: nil, species: species, axes: axes, resolution: resolution))
            }
            for item in catalog.items where item.fits(species.id) {
                for axes in itemAxes[item.equipStyle] ?? [] {
                    let resolution = resolver.resolve(item, wornBy: species, axes: axes)
                    cells.append(
                        Cell(item: item, species: species, axes: axes, resolution: resolution)
                    )
                }
            }
        }
        self.cells = cells
        let used = Set(cells.compactMap { $0.resolution.winner?.name })
        unused = index.assets.filter { !used.contains($0.name) }
        diagnostics = CoverageChecks(
            catalog: catalog,
            index: index,
            cells: cells,
            unused: unused
        ).run()
    }
}
