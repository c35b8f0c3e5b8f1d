package import Diagnostics
import KilnManifest

/// A combination of axis values that gives an asset distinct colors.
package struct ColorSplit: Hashable, Sendable {
    /// The requested values by axis, and those of axes in no name.
    package var combination: [String: String]
    /// The values that the image represents: its name's, and those that color it.
    package var axes: [String: String]
    /// The values whose colorings it gets, by axis.
    package var colored: [String: String] = [:]
}

/// Finds the values of axes that color images.
package struct ColorSplits {
    private let catalog: Catalog
    private let axes: [Manifest.Axis]
    private let isIdle: Bool
    /// False if an image exceeds the maximum number of combinations.
    private(set) var isWhole = true
    /// The maximum number of combinations of one image.
    package static let limit = 4096
    private var known: [String: [String: Set<String>]] = [:]

    package init(_ resolver: NameResolver) {
        catalog = resolver.catalog
        axes = resolver.axes
        isIdle = !resolver.catalog.hasColorVariants
    }

    /// The combinations into which colorings split one for which something was looked for.
    package mutating func splits(
        of subject: ArtSubject,
        _ resolution: Resolution,
        _ values: [String: String],
        chosen: [String: String] = [:],
        limit: Int = Self.limit
    ) -> [ColorSplit] {
        guard let winning = resolution.winning, let asset = winning.asset else {
            return [ColorSplit(combination: values, axes: values)]
        }
        return splits(
            of: subject,
            asset: asset.name,
            named: winning.axes,
            asked: values,
            chosen: chosen,
            limit: limit
        )
    }

    /// Splits a combination by colorings; a single one without any.
    ///
    /// Art drawn for a value (`named`) keeps its colors. A value without a coloring uses that of
    /// its fallbacks, unless a drawing precedes them. `asked` are the requested values, `chosen`
    /// restricts other axes; the default is all of those not in the name.
    mutating func splits(
        of subject: ArtSubject,
        asset: String,
        named: [String: String] = [:],
        asked: [String: String] = [:],
        chosen: [String: String] = [:],
        limit: Int
    ) -> [ColorSplit] {
        let plain = ColorSplit(combination: asked, axes: named)
        guard !isIdle else { return [plain] }
        let coloring = coloringValues(of: subject, asset)
        guard !coloring.isEmpty else { return [plain] }
        // Counted first: art with too many is not split at all.
        var count = 1
        for axis in axes {
            guard let values = coloring[axis.name], asked[axis.name] ?? chosen[axis.name] == nil
            else { continue }
            count *= min(axis.values.count, values.count + 1)
            guard count <= Self.limit else {
                isWhole = false
                return [plain]
            }
        }
        var splits = [plain]
        for axis in axes {
            guard let values = coloring[axis.name] else { continue }
            var next: [ColorSplit] = []
            let choice = asked[axis.name] ?? chosen[axis.name]
            let choices = choice.map { [$0] } ?? axis.values
            for split in splits {
                if next.count >= min(limit, Self.limit) {
                    isWhole = false
                    break
                }
                // Values that change nothing look alike; the first represents all.
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
        if splits.count > min(limit, Self.limit) { isWhole = false }
        return Array(splits.prefix(min(limit, Self.limit)))
    }

    private mutating func coloringValues(
        of subject: ArtSubject,
        _ asset: String
    ) -> [String: Set<String>] {
        let key = "\(subject.own.origin) \(asset)"
        if let values = known[key] { return values }
        let values = catalog.coloringValues(of: subject, asset: asset)
        known[key] = values
        return values
    }
}

extension Check {
    package static let idleVariant = Check("idle-variant", .warning)
}

/// Finds variants that color nothing, while cells with art are processed.
struct IdleVariants {
    private let catalog: Catalog
    /// Things with art, and the values for which they are colored, by axis.
    private var colored: [String: Set<[String]>] = [:]

    init(_ catalog: Catalog) {
        self.catalog = catalog
    }

    mutating func note(_ cell: Coverage.Cell) {
        guard !cell.species.variants.isEmpty || cell.item?.variants.isEmpty == false else {
            return
        }
        let thing = cell.item.map { "item \"\($0.id)\"" } ?? "species \"\(cell.species.id)\""
        note(thing, cell.colored)
    }

    mutating func note(_ image: NamedImage, colored values: [String: String]) {
        guard !image.variants.isEmpty else { return }
        note("image \"\(image.id)\"", values)
    }

    private mutating func note(_ thing: String, _ values: [String: String]) {
        colored[thing, default: []].formUnion(values.map { [$0.key, $0.value] })
    }

    var diagnostics: [Diagnostic] {
        var found = DiagnosticList()
        for (thing, variants) in catalog.authoredVariants {
            // Rules of sheets apply to many things; missing art is reported separately.
            guard let colored = colored[thing] else { continue }
            for variant in variants where !variant.coloring.isEmpty {
                let meanings = catalog.meanings(ofVariant: variant.key)
                guard meanings.count == 1, !colored.contains([meanings[0].axis, meanings[0].value])
                else { continue }
                found.append(
                    Diagnostic(
                        .idleVariant,
                        at: variant.place.nameLocation,
                        message: "the variant \"\(variant.key)\" of \(thing) colors nothing: "
                            + "what is drawn for the value is not recolored",
                        help: "remove the variant, or the files whose names have "
                            + "\"\(meanings[0].value)\""
                    )
                )
            }
        }
        return found.diagnostics
    }
}
