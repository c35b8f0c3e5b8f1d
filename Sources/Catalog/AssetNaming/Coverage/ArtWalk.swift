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

/// Resolves subjects for all values of axes, and splits what is found by the values that color it.
package struct ArtWalk {
    /// What a part of a subject shows for one animation and one combination of values.
    package struct Step {
        package let part: Int
        package let animation: String?
        package let split: ColorSplit
        package let resolution: Resolution
    }

    private let resolver: NameResolver
    private let isIdle: Bool
    /// How much may still be resolved.
    private(set) var left: Int
    /// False if an image exceeds the maximum number of combinations.
    private(set) var isWhole = true
    /// The maximum number of combinations of one image.
    package static let limit = 4096
    private var colorings: [String: [String: Set<String>]] = [:]
    /// By the names of axes: most subjects use the same.
    private var combinations: [[String]: [[String: String]]] = [:]

    package init(_ resolver: NameResolver, limit: Int = .max) {
        self.resolver = resolver
        isIdle = !resolver.catalog.hasColorVariants
        left = limit
    }

    /// Calls `body` for all parts, animations and combinations of a subject that agree with `chosen`;
    /// false if they are too many.
    @discardableResult
    package mutating func visit(
        _ subject: ArtSubject,
        chosen: [String: String] = [:],
        _ body: (Step) -> Void
    ) -> Bool {
        for part in 0..<max(1, subject.parts.count) {
            let combinations = combinations(of: subject, part: part)
            for animation in resolver.animations(of: subject, part: part) {
                for values in combinations where values.agrees(with: chosen) {
                    guard left > 0 else { return false }
                    let resolution = resolver.resolve(
                        subject,
                        part: part,
                        animation: animation,
                        axes: values
                    )
                    left -= resolution.cost
                    let splits =
                        if let winning = resolution.winning, let asset = winning.asset {
                            self.splits(
                                of: subject,
                                asset: asset.name,
                                named: winning.axes,
                                asked: values,
                                chosen: chosen
                            )
                        } else {
                            [ColorSplit(combination: values, axes: values)]
                        }
                    for split in splits where split.combination.agrees(with: chosen) {
                        body(
                            Step(
                                part: part,
                                animation: animation,
                                split: split,
                                resolution: resolution
                            )
                        )
                    }
                }
            }
        }
        return true
    }

    /// The combinations of values for which a part of a subject is looked for.
    mutating func combinations(of subject: ArtSubject, part: Int = 0) -> [[String: String]] {
        let axes = resolver.axesOfArt(of: subject, part: part).map(\.name)
        let found = combinations[axes] ?? resolver.axisCombinations(for: subject, part: part)
        combinations[axes] = found
        return found
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
        chosen: [String: String] = [:]
    ) -> [ColorSplit] {
        let plain = ColorSplit(combination: asked, axes: named)
        guard !isIdle else { return [plain] }
        let coloring = coloringValues(of: subject, asset)
        guard !coloring.isEmpty else { return [plain] }
        // Counted first: art with too many is not split at all.
        var count = 1
        for axis in resolver.axes {
            guard let values = coloring[axis.name], asked[axis.name] ?? chosen[axis.name] == nil
            else { continue }
            count *= min(axis.values.count, values.count + 1)
            guard count <= Self.limit else {
                isWhole = false
                return [plain]
            }
        }
        let limit = min(max(1, left), Self.limit)
        var splits = [plain]
        for axis in resolver.axes {
            guard let values = coloring[axis.name] else { continue }
            var next: [ColorSplit] = []
            let choice = asked[axis.name] ?? chosen[axis.name]
            let choices = choice.map { [$0] } ?? axis.values
            for split in splits {
                if next.count >= limit {
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
        if splits.count > limit { isWhole = false }
        let kept = Array(splits.prefix(limit))
        left -= kept.count - 1
        return kept
    }

    private mutating func coloringValues(
        of subject: ArtSubject,
        _ asset: String
    ) -> [String: Set<String>] {
        let key = "\(subject.own.origin) \(asset)"
        if let values = colorings[key] { return values }
        let values = resolver.catalog.coloringValues(of: subject, asset: asset)
        colorings[key] = values
        return values
    }
}

extension [String: String] {
    /// Whether no value differs from those chosen for the same axes.
    fileprivate func agrees(with chosen: [String: String]) -> Bool {
        chosen.isEmpty || allSatisfy { chosen[$0.key] ?? $0.value == $0.value }
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
                    .idleVariant,
                    at: variant.place.nameLocation,
                    message: "the variant \"\(variant.key)\" of \(thing) colors nothing: "
                        + "what is drawn for the value is not recolored",
                    help: "remove the variant, or the files whose names have "
                        + "\"\(meanings[0].value)\""
                )
            }
        }
        return found.diagnostics
    }
}
