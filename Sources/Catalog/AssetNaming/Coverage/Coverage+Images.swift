import KilnManifest

extension Coverage {
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

extension Coverage.ImageArt: AxisArt {}

extension NameResolver {
    /// Whether an image is found by one exact name, like most.
    func isPlain(_ image: NamedImage) -> Bool {
        isPlainForImages && !image.asset.contains("<")
    }
}

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
