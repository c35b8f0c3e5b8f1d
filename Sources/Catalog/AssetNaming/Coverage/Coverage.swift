public import Diagnostics
package import KilnManifest

/// The coverage matrix: the art of every species and item.
///
/// It may have very many cells, most of them without art; only those with art are kept.
public struct Coverage: Sendable {
    /// The maximum number of resolved cells; a larger catalog is an error.
    public static let limit = 1 << 21

    /// The cells with an asset: species in catalog order; for each the undressed pet, then items in
    /// catalog order.
    ///
    /// Only the first of several combinations of axis values that show the same.
    public let cells: [Cell]
    /// The art of images, in catalog order; for each image in the order of its combinations,
    /// without repetitions.
    public let images: [ImageArt]
    /// Assets that no cell or image uses.
    public let unused: [Asset]
    /// Missing, misspelled or superfluous art.
    public let diagnostics: [Diagnostic]

    /// The placeholders for missing art; empty unless the catalog's profile requests them.
    package let missing: [MissingCell]
    package let missingImages: [MissingImage]

    private let names: CatalogNames

    /// Resolves everything in `catalog`.
    ///
    /// `foreignPictures` are files of unsupported kinds and ignored ones, for hints. `isSound`: a previous run found
    /// no problems.
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
            if let last = cells.last,
                (last.speciesPlace, last.itemPlace) != (cell.speciesPlace, cell.itemPlace)
            {
                kept = []
            }
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

    /// In the manifest's form.
    package var axes: [Manifest.Axis] { names.resolver.axes }

    /// Calls `body` for all cells in order, including those without art.
    public func everyCell(_ body: (Cell, Resolution) -> Void) { _ = names.everyCell(body) }
}

extension Coverage {
    /// One layer of one species, undressed or wearing one item, for one combination of axis values.
    public struct Cell: Sendable {
        /// The values of axes in names, and of those that color the art.
        public let combination: [String: String]
        /// The value of `<animation>`.
        public let animation: String?
        public let winner: Asset?
        /// The values in the winner's name, requested ones or fallbacks; and those that color it.
        public let axes: [String: String]
        /// The values whose colorings the winner gets, by axis.
        public let colored: [String: String]
        /// The template that won, from 0.
        public let level: Int?
        fileprivate let names: CatalogNames
        fileprivate let speciesPlace: Int32
        /// -1 is the undressed pet.
        fileprivate let itemPlace: Int32
        fileprivate let partPlace: Int32

        public var species: Species { names.resolver.catalog.species[Int(speciesPlace)] }

        /// Nil is the undressed pet.
        public var item: Item? {
            itemPlace < 0 ? nil : names.resolver.catalog.items[Int(itemPlace)]
        }

        public var subject: ArtSubject { ArtSubject(item, on: species) }

        /// The subject's part, from 0; 0 without parts.
        public var part: Int { Int(partPlace) }

        /// The attempts to find the art, recomputed so that cells stay small.
        public var resolution: Resolution {
            names.resolver.resolve(subject, part: part, animation: animation, axes: combination)
        }

        /// What distinguishes the art of one thing.
        struct Art: Hashable {
            var part = 0
            var animation: String?
            var axes: [String: String]
            var level: Int?
        }

        fileprivate var art: Art {
            Art(part: part, animation: animation, axes: axes, level: level)
        }
    }
}

extension Coverage.Cell: AxisArt {}

/// Data shared by all cells.
private final class CatalogNames: Sendable {
    let resolver: NameResolver

    init(_ resolver: NameResolver) {
        self.resolver = resolver
    }

    /// Calls `body` for each cell; false if there are more than `Coverage.limit`.
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
                            let splits = colors.splits(
                                of: subject,
                                resolution,
                                values,
                                limit: max(1, left)
                            )
                            left -= splits.count - 1
                            for split in splits {
                                let cell = Coverage.Cell(
                                    combination: split.combination,
                                    animation: animation,
                                    winner: resolution.winner,
                                    axes: split.axes,
                                    colored: split.colored,
                                    level: resolution.level,
                                    names: self,
                                    speciesPlace: Int32(place),
                                    itemPlace: itemPlace.map { Int32($0) } ?? -1,
                                    partPlace: Int32(part)
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
