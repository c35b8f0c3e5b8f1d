public import Diagnostics
package import KilnManifest

/// What every species and item resolves to: the coverage matrix.
///
/// It may have very many cells, most of them without art; only those with art are kept.
public struct Coverage: Sendable {
    /// No more cells are resolved; the rest of a catalog that has more is an error.
    public static let limit = 1 << 21

    /// The cells that resolved to an asset: species in catalog order; for each the undressed pet,
    /// then items in catalog order.
    ///
    /// Of combinations of axis values that show the same the first.
    public let cells: [Cell]
    /// The art of images, in catalog order; of one image in the order of its combinations of axis
    /// values, of those that show the same the first.
    public let images: [ImageArt]
    /// Found under the sources, but won by no cell and shown by no image.
    public let unused: [Asset]
    /// What is missing, misspelled or superfluous.
    public let diagnostics: [Diagnostic]

    /// What has no art and is drawn as a placeholder; nothing unless the catalog's profile wants it.
    package let missing: [MissingCell]
    package let missingImages: [MissingImage]

    private let names: CatalogNames

    /// Resolves everything in `catalog` among the assets that were found.
    ///
    /// - Parameters:
    ///   - catalog: what was authored.
    ///   - index: the assets.
    ///   - foreignPictures: files beside them of kinds that are not read; hints name them.
    ///   - isSound: whether nothing is known to be missing, misspelled or superfluous.
    public init(
        catalog: Catalog,
        index: AssetIndex,
        foreignPictures: [String] = [],
        isSound: Bool = false
    ) {
        let resolver = NameResolver(catalog: catalog, index: index)
        names = CatalogNames(resolver)
        var cells: [Cell] = []
        var used: Set<String> = []
        var kept: Set<Cell.Art> = []
        var checks = CoverageChecks(
            catalog: catalog,
            index: index,
            foreignPictures: foreignPictures,
            isSound: isSound
        )
        let isWhole = names.everyCell { cell, resolution in
            checks.note(cell, resolution)
            guard let winner = resolution.winner else { return }
            used.formUnion([winner.name, winner.document].compactMap(\.self))
            // Several combinations of axis values may show the same.
            if let first = cells.last, !first.isOfTheSameThing(as: cell) { kept = [] }
            if kept.insert(cell.art).inserted { cells.append(cell) }
        }
        checks.finishCells()
        let ofImages = ImageCoverage(resolver, &checks)
        used.formUnion(ofImages.used)
        used.formUnion(catalog.palettes.compactMap(\.asset))
        self.cells = cells
        images = ofImages.images
        unused = index.assets.filter { !used.contains($0.name) && !$0.isDarkVariant }
        diagnostics = checks.run(
            unused: unused,
            isWhole: isWhole,
            hasAllImages: ofImages.isWhole
        )
        missing = checks.gaps.cells
        missingImages = checks.gaps.images
    }

    /// The catalog's axes, as a manifest has them.
    package var axes: [Manifest.Axis] { names.resolver.axes }

    /// Calls `body` for all cells in order, those without art included.
    public func everyCell(_ body: (Cell, Resolution) -> Void) { _ = names.everyCell(body) }
}

extension Coverage {
    /// One layer of one species, undressed or wearing one item, for one combination of axis values.
    public struct Cell: Sendable {
        /// Values of those axes that names use, or that color what was found.
        public let combination: [String: String]
        /// What `<animation>` stood for.
        public let animation: String?
        /// The asset that won; nil without art.
        public let winner: Asset?
        /// The values of those axes that the winner's name has, those asked for or what stands in for
        /// them; and those for which it is colored.
        public let axes: [String: String]
        /// The values whose colorings the winner gets, by axis.
        public let colored: [String: String]
        /// Which template won, from 0.
        public let level: Int?
        private let names: CatalogNames
        private let speciesPlace: Int32
        /// -1 is the undressed pet.
        private let itemPlace: Int32
        private let partPlace: Int32

        fileprivate init(
            _ names: CatalogNames,
            species: Int,
            item: Int?,
            part: Int,
            animation: String?,
            _ split: ColorSplit,
            _ resolution: Resolution
        ) {
            self.names = names
            combination = split.combination
            self.animation = animation
            winner = resolution.winner
            axes = split.axes
            colored = split.colored
            level = resolution.level
            speciesPlace = Int32(species)
            itemPlace = item.map { Int32($0) } ?? -1
            partPlace = Int32(part)
        }

        public var species: Species { names.resolver.catalog.species[Int(speciesPlace)] }

        /// Nil is the undressed pet.
        public var item: Item? {
            itemPlace < 0 ? nil : names.resolver.catalog.items[Int(itemPlace)]
        }

        public var subject: ArtSubject { ArtSubject(item, on: species) }

        /// Which of the subject's parts, from 0; 0 without parts.
        public var part: Int { Int(partPlace) }

        /// How the art was looked for; found out anew, so that cells stay small.
        public var resolution: Resolution {
            names.resolver.resolve(subject, part: part, animation: animation, axes: combination)
        }

        /// What tells arts of one thing apart.
        fileprivate struct Art: Hashable {
            var part: Int
            var animation: String?
            var axes: [String: String]
            var level: Int?
        }

        fileprivate var art: Art {
            Art(part: part, animation: animation, axes: axes, level: level)
        }

        fileprivate func isOfTheSameThing(as other: Cell) -> Bool {
            speciesPlace == other.speciesPlace && itemPlace == other.itemPlace
        }
    }
}

extension Coverage.Cell: AxisArt {}

/// What all cells share.
private final class CatalogNames: Sendable {
    let resolver: NameResolver

    init(_ resolver: NameResolver) {
        self.resolver = resolver
    }

    /// Calls `body` for each cell; false when there are more than `Coverage.limit`.
    func everyCell(_ body: (Coverage.Cell, Resolution) -> Void) -> Bool {
        let catalog = resolver.catalog
        var left = Coverage.limit
        var colors = ColorSplits(resolver)
        // Most things are looked for by the same templates.
        var combinationsByStyle: [Manifest.EquipStyle: [[String: String]]] = [:]
        for (place, species) in catalog.species.enumerated() {
            func visit(_ item: Item?, _ itemPlace: Int?) {
                let subject = ArtSubject(item, on: species)
                for part in 0..<max(1, subject.parts.count) {
                    let combinations = combinations(subject, part, &combinationsByStyle)
                    for animation in resolver.animations(of: subject, part: part) {
                        for values in combinations where left > 0 {
                            let resolution = resolver.resolve(
                                subject,
                                part: part,
                                animation: animation,
                                axes: values
                            )
                            left -= resolution.cost
                            let splits = colors.splits(subject, values, resolution, limit: left)
                            left -= splits.count - 1
                            for split in splits {
                                let cell = Coverage.Cell(
                                    self,
                                    species: place,
                                    item: itemPlace,
                                    part: part,
                                    animation: animation,
                                    split,
                                    resolution
                                )
                                body(cell, resolution)
                            }
                        }
                    }
                }
            }
            visit(nil, nil)
            for (itemPlace, item) in catalog.items.enumerated() where item.fits(species.id) {
                visit(item, itemPlace)
            }
            if left <= 0 { return false }
        }
        return colors.isWhole
    }

    private func combinations(
        _ subject: ArtSubject,
        _ part: Int,
        _ known: inout [Manifest.EquipStyle: [[String: String]]]
    ) -> [[String: String]] {
        guard case .item(let item, let species) = subject, part == 0,
            !resolver.catalog.asset(of: item, for: species, part: part).contains("<")
        else { return resolver.axisCombinations(for: subject, part: part) }
        if let combinations = known[item.equipStyle] { return combinations }
        let combinations = resolver.axisCombinations(for: subject, part: part)
        known[item.equipStyle] = combinations
        return combinations
    }
}

extension ColorSplits {
    /// The combinations of one for which something was looked for.
    fileprivate mutating func splits(
        _ subject: ArtSubject,
        _ values: [String: String],
        _ resolution: Resolution,
        limit: Int
    ) -> [ColorSplit] {
        guard let winning = resolution.winning, let asset = winning.asset else {
            return [ColorSplit(combination: values, axes: values)]
        }
        return splits(
            of: .art(subject),
            asset: asset.name,
            named: winning.axes,
            asked: values,
            limit: max(1, limit)
        )
    }
}
