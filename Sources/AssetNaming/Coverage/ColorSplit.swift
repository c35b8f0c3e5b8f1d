internal import Catalog
internal import KilnManifest

/// A combination of axis values for which a picture that was found has colors of its own.
struct ColorSplit: Hashable {
    /// Values by axis: those that were asked for, and those of axes that no name uses.
    var combination: [String: String]
    /// The values that the picture stands for: its name's, and those that it is colored for.
    var axes: [String: String]
    /// The values whose colorings it gets, by axis.
    var colored: [String: String] = [:]
}

/// Finds which values of axes color pictures.
struct ColorSplits {
    private let catalog: Catalog
    private let axes: [Manifest.Axis]
    private let isIdle: Bool
    /// By subject and asset.
    private var known: [String: [String: Set<String>]] = [:]

    init(_ resolver: NameResolver) {
        catalog = resolver.catalog
        axes = resolver.axes
        isIdle = !resolver.catalog.hasColorVariants
    }

    /// The combinations into which colorings split one.
    ///
    /// What a name says is drawn for stays as it was drawn. A value that has no coloring takes that
    /// of its fallbacks, unless a drawing comes before them.
    ///
    /// - Parameters:
    ///   - subject: whose picture it is.
    ///   - asset: what was found.
    ///   - named: the values that its name has.
    ///   - asked: the values for which it was looked for.
    ///   - limit: of more combinations only the first are given.
    /// - Returns: one alone where nothing is colored.
    mutating func splits(
        of subject: ColorSubject,
        asset: String,
        named: [String: String],
        asked: [String: String],
        limit: Int
    ) -> [ColorSplit] {
        let plain = ColorSplit(combination: asked, axes: named)
        guard !isIdle else { return [plain] }
        let coloring = coloringValues(of: subject, asset)
        guard !coloring.isEmpty else { return [plain] }
        var splits = [plain]
        for axis in axes {
            guard let values = coloring[axis.name] else { continue }
            var next: [ColorSplit] = []
            let choices = asked[axis.name].map { [$0] } ?? axis.values
            for split in splits where next.count < limit {
                // The values that change nothing look alike; the first stands for all.
                var hasPlain = false
                for value in choices {
                    var own = split
                    own.combination[axis.name] = value
                    let before = axis.chain(of: value).prefix { $0 != named[axis.name] }
                    if let found = before.first(where: values.contains) {
                        own.axes[axis.name] = value
                        own.colored[axis.name] = found
                    } else {
                        guard !hasPlain else { continue }
                        hasPlain = true
                    }
                    next.append(own)
                }
            }
            splits = next
        }
        return Array(splits.prefix(limit))
    }

    private mutating func coloringValues(
        of subject: ColorSubject,
        _ asset: String
    ) -> [String: Set<String>] {
        let key = "\(subject.name) \(asset)"
        if let values = known[key] { return values }
        let values = catalog.coloringValues(of: subject, asset: asset)
        known[key] = values
        return values
    }
}

extension ColorSubject {
    /// Tells it from others.
    fileprivate var name: String {
        switch self {
        case .art(.species(let species)): "species \(species.id)"
        case .art(.item(let item, _)): "item \(item.id)"
        case .image(let image): "image \(image.id)"
        }
    }
}
