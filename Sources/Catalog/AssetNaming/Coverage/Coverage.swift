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
    package let missing: [Missing<Cell>]
    package let missingImages: [Missing<NamedImage>]

    private let resolver: NameResolver

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
        self.resolver = resolver
        var cells: [Cell] = []
        var used: Set<String> = []
        var kept: Set<Cell.Art> = []
        var checks = CoverageChecks(
            catalog: catalog,
            index: index,
            foreignPictures: foreignPictures,
            isSound: isSound
        )
        let isWhole = resolver.everyCell { cell, resolution in
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
    package var axes: [Manifest.Axis] { resolver.axes }

    /// Calls `body` for all cells in order, including those without art.
    public func everyCell(_ body: (Cell, Resolution) -> Void) { _ = resolver.everyCell(body) }

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
        fileprivate let resolver: NameResolver
        fileprivate let speciesPlace: Int32
        /// -1 is the undressed pet.
        fileprivate let itemPlace: Int32
        fileprivate let partPlace: Int32

        public var species: Species { resolver.catalog.species[Int(speciesPlace)] }

        /// Nil is the undressed pet.
        public var item: Item? {
            itemPlace < 0 ? nil : resolver.catalog.items[Int(itemPlace)]
        }

        public var subject: ArtSubject { ArtSubject(item, on: species) }

        /// The subject's part, from 0; 0 without parts.
        public var part: Int { Int(partPlace) }

        /// The attempts to find the art, recomputed so that cells stay small.
        public var resolution: Resolution {
            resolver.resolve(subject, part: part, animation: animation, axes: combination)
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

    /// The art of an image, for some of the axes' values; an image without axes has one.
    public struct ImageArt: Sendable {
        public let image: NamedImage
        public let asset: Asset
        /// The first values that show it, of axes that affect the image's art.
        public let combination: [String: String]
        /// The values in the asset's name, requested ones or fallbacks; and those that color it.
        public let axes: [String: String]
        /// The values whose colorings the asset gets, by axis.
        public let colored: [String: String]
        /// The template that won, from 0.
        public let level: Int?
    }

    /// The distinct art that an image shows for any of several choices of axis values, in the order
    /// of `images`; axes without a value have their default.
    package func art(ofImage id: String, forAny chosen: [[String: String]]) -> [ImageArt] {
        let arts = images.filter { $0.image.id == id }
        guard arts.count > 1 else { return arts }
        let shown = chosen.compactMap { arts.best(for: $0, axes) }
        return arts.filter { art in
            shown.contains { $0.axes == art.axes && $0.level == art.level }
        }
    }
}

extension Coverage.Cell: AxisArt {}

extension NameResolver {
    /// Calls `body` for each cell; false if there are more than `Coverage.limit`.
    fileprivate func everyCell(_ body: (Coverage.Cell, Resolution) -> Void) -> Bool {
        var walk = ArtWalk(self, limit: Coverage.limit)
        for (place, species) in catalog.species.enumerated() {
            func visit(_ item: Item?, _ itemPlace: Int) {
                walk.visit(ArtSubject(item, on: species)) { step in
                    let cell = Coverage.Cell(
                        combination: step.split.combination,
                        animation: step.animation,
                        winner: step.resolution.winner,
                        axes: step.split.axes,
                        colored: step.split.colored,
                        level: step.resolution.level,
                        resolver: self,
                        speciesPlace: Int32(place),
                        itemPlace: Int32(itemPlace),
                        partPlace: Int32(step.part)
                    )
                    body(cell, step.resolution)
                }
            }
            visit(nil, -1)
            for (itemPlace, item) in catalog.items.enumerated() where item.fits(species.id) {
                visit(item, itemPlace)
            }
            if walk.left <= 0 { return false }
        }
        return walk.isWhole
    }

    /// Whether an image is found by one exact name, like most.
    func isPlain(_ image: NamedImage) -> Bool {
        isPlainForImages && !image.asset.contains("<")
    }
}

extension Coverage.ImageArt: AxisArt {}

/// The art of images during collection.
struct ImageCoverage {
    private(set) var images: [Coverage.ImageArt] = []
    private(set) var used: Set<String> = []
    /// False beyond the maximum number of combinations.
    private(set) var isWhole = true

    /// Resolves all images for all combinations of values, at most `Coverage.limit`.
    init(_ resolver: NameResolver, _ checks: inout CoverageChecks) {
        var walk = ArtWalk(resolver, limit: Coverage.limit)
        for (place, image) in resolver.catalog.images.enumerated() {
            let subject = ArtSubject.image(image)
            if resolver.isPlain(image) {
                guard let asset = resolver.index[image.asset] else {
                    checks.gaps.note(image)
                    continue
                }
                for split in walk.splits(of: subject, asset: asset.name) {
                    checks.idleVariants.note(image, colored: split.colored)
                    add(image, asset, split, level: 0)
                }
                isWhole = walk.left > 0
                guard isWhole else { return }
                continue
            }
            var kept: Set<Coverage.Cell.Art> = []
            var missing: [[String: String]] = []
            isWhole = walk.visit(subject) { step in
                let split = step.split
                checks.note(image, step)
                guard let winning = step.resolution.winning, let asset = winning.asset else {
                    missing.append(split.combination)
                    return
                }
                // Several combinations may show the same.
                let own = Coverage.Cell.Art(axes: split.axes, level: winning.level)
                if kept.insert(own).inserted { add(image, asset, split, level: winning.level) }
            }
            guard isWhole else { return }
            if !missing.isEmpty { checks.gaps.note(image) }
            let total = walk.combinations(of: subject).count
            checks.note(missing: missing, of: total, ofImageAt: place)
        }
        isWhole = walk.isWhole
    }

    private mutating func add(
        _ image: NamedImage,
        _ asset: Asset,
        _ split: ColorSplit,
        level: Int
    ) {
        used.formUnion([asset.name, asset.document].compactMap(\.self))
        images.append(
            Coverage.ImageArt(
                image: image,
                asset: asset,
                combination: split.combination,
                axes: split.axes,
                colored: split.colored,
                level: level
            )
        )
    }
}
