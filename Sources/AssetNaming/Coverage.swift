public import Catalog
public import Diagnostics

/// What every species and item resolves to: the coverage matrix.
///
/// It may have very many cells, most of them without art; only those with art are kept.
public struct Coverage: Sendable {
    /// No more cells are resolved; the rest of a catalog that has more is an error.
    public static let limit = 1 << 21

    /// The cells that resolved to an asset: species in catalog order; for each the undressed pet,
    /// then items in catalog order.
    public let cells: [Cell]
    /// Found under the sources, but won by no cell.
    public let unused: [Asset]
    /// What is missing, misspelled or superfluous.
    public let diagnostics: [Diagnostic]

    private let names: CatalogNames

    /// Resolves everything in `catalog` among the assets that were found.
    public init(catalog: Catalog, index: AssetIndex) {
        names = CatalogNames(NameResolver(catalog: catalog, index: index))
        var cells: [Cell] = []
        var used: Set<String> = []
        var checks = CoverageChecks(catalog: catalog, index: index)
        let isWhole = names.everyCell { cell, resolution in
            checks.note(cell, resolution)
            guard let winner = resolution.winner else { return }
            used.insert(winner.name)
            cells.append(cell)
        }
        self.cells = cells
        unused = index.assets.filter { !used.contains($0.name) }
        diagnostics = checks.run(unused: unused, isWhole: isWhole)
    }

    /// Calls `body` for all cells in order, those without art included.
    public func everyCell(_ body: (Cell, Resolution) -> Void) { _ = names.everyCell(body) }
}

extension Coverage {
    /// One species, undressed or wearing one item, for one combination of axis values.
    public struct Cell: Sendable {
        /// Values of those axes that the templates use.
        public let axes: [String: String]
        /// The asset that won; nil without art.
        public let winner: Asset?
        private let names: CatalogNames
        private let speciesPlace: Int32
        /// -1 is the undressed pet.
        private let itemPlace: Int32

        fileprivate init(
            _ names: CatalogNames,
            species: Int,
            item: Int?,
            axes: [String: String],
            _ winner: Asset?
        ) {
            self.names = names
            self.axes = axes
            self.winner = winner
            speciesPlace = Int32(species)
            itemPlace = item.map { Int32($0) } ?? -1
        }

        public var species: Species { names.resolver.catalog.species[Int(speciesPlace)] }

        /// Nil is the undressed pet.
        public var item: Item? {
            itemPlace < 0 ? nil : names.resolver.catalog.items[Int(itemPlace)]
        }

        /// How the art was looked for; found out anew, so that cells stay small.
        public var resolution: Resolution {
            names.resolution(species: species, item: item, axes: axes)
        }
    }
}

/// What all cells share.
private final class CatalogNames: Sendable {
    let resolver: NameResolver

    init(_ resolver: NameResolver) {
        self.resolver = resolver
    }

    func resolution(species: Species, item: Item?, axes: [String: String]) -> Resolution {
        guard let item else { return resolver.resolve(species, axes: axes) }
        return resolver.resolve(item, wornBy: species, axes: axes)
    }

    /// Calls `body` for each cell; false when there are more than `Coverage.limit`.
    func everyCell(_ body: (Coverage.Cell, Resolution) -> Void) -> Bool {
        let catalog = resolver.catalog
        let speciesAxes = resolver.axisCombinations(for: catalog.naming.species)
        let itemAxes = [
            EquipStyle.overlay: resolver.axisCombinations(for: catalog.naming.overlay),
            .replaceSprite: resolver.axisCombinations(for: catalog.naming.base),
        ]
        var left = Coverage.limit
        for (place, species) in catalog.species.enumerated() {
            func visit(_ item: Item?, _ itemPlace: Int?, _ combinations: [[String: String]]) {
                for axes in combinations where left > 0 {
                    left -= 1
                    let resolution = resolution(species: species, item: item, axes: axes)
                    let cell = Coverage.Cell(
                        self,
                        species: place,
                        item: itemPlace,
                        axes: axes,
                        resolution.winner
                    )
                    body(cell, resolution)
                }
            }
            visit(nil, nil, species.asset == nil ? speciesAxes : [[:]])
            for (itemPlace, item) in catalog.items.enumerated() where item.fits(species.id) {
                visit(item, itemPlace, itemAxes[item.equipStyle] ?? [])
            }
            if left == 0 { return false }
        }
        return true
    }
}
