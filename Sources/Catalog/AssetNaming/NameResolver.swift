package import KilnManifest

/// Finds the asset of a species, an item or an image; cells of a matrix share one.
public final class NameResolver: Sendable {
    public let catalog: Catalog
    public let index: AssetIndex
    /// The catalog's axes in the manifest's form.
    package let axes: [Manifest.Axis]
    /// Whether images are found by their exact asset name.
    let isPlainForImages: Bool

    /// The placeholder for art with a file per animation.
    static let animationPlaceholder = "animation"

    /// The maximum number of names per template, which checks enforce for catalogs.
    package static let mostNames = 512

    public init(catalog: Catalog, index: AssetIndex) {
        self.catalog = catalog
        self.index = index
        axes = catalog.axes.map { Manifest.Axis($0) }
        isPlainForImages = catalog.naming.image == ["<asset>"]
    }

    /// The asset of an undressed pet, of an item that it wears or of an image, with every attempted
    /// name.
    ///
    /// Tries templates in order, each with the requested values and their fallbacks. `animation` is
    /// the value of `<animation>`; axes without a value have their default.
    public func resolve(
        _ subject: ArtSubject,
        part: Int = 0,
        animation: String? = nil,
        axes: [String: String] = [:]
    ) -> Resolution {
        let species: String? =
            switch subject {
            case .species(let own), .item(_, let own): own.id
            case .image: nil
            }
        let asset = asset(of: subject, part)
        var attempts: [Resolution.Attempt] = []
        for (level, template) in templates(for: subject, part: part).enumerated() {
            let used = axesUsed(by: [template], asset)
            for values in combinations(of: used, for: axes) {
                func value(_ placeholder: String) -> String? {
                    switch placeholder {
                    case "species": species
                    case Self.animationPlaceholder: animation ?? values[placeholder]
                    case "asset": asset?.filled { $0 == "asset" ? nil : value($0) }
                    default: values[placeholder]
                    }
                }
                guard let name = template.filled(value) else { continue }
                let outcome: Resolution.Attempt.Outcome =
                    index[name].map { .found($0) }
                    ?? index.differingInCase(from: name).map { .differsInCase($0) } ?? .missing
                attempts.append(
                    Resolution.Attempt(
                        template: template,
                        level: level,
                        axes: values,
                        name: name,
                        outcome: outcome
                    )
                )
            }
        }
        return Resolution(attempts: attempts)
    }

    /// The templates for art, most specific first.
    ///
    /// A template without `<asset>` shows the undressed pet in place of an outfit, but only for the
    /// outfit's first part.
    public func templates(for subject: ArtSubject, part: Int = 0) -> [NamingTemplate] {
        switch subject {
        case .species(let species):
            let own = species.parts.layer(part)?.asset ?? species.asset
            return own.flatMap { NamingTemplate($0) }.map { [$0] } ?? catalog.naming.species
        case .item(let item, _):
            switch item.equipStyle {
            case .replaceSprite:
                let base = catalog.naming.base
                return part == 0 ? base : base.filter { $0.placeholders.contains("asset") }
            case .overlay: return catalog.naming.overlay
            }
        case .image: return catalog.naming.image
        }
    }

    /// What `<asset>` stands for; nil for an undressed pet.
    private func asset(of subject: ArtSubject, _ part: Int) -> NamingTemplate? {
        switch subject {
        case .species: nil
        case .item(let item, let wearer):
            NamingTemplate(catalog.asset(of: item, for: wearer, part: part))
        case .image(let image): NamingTemplate(image.asset)
        }
    }

    /// The values of `<animation>`, in the order of the catalog; only nil if no name uses it, and
    /// for images.
    public func animations(of subject: ArtSubject, part: Int = 0) -> [String?] {
        if case .image = subject { return [nil] }
        // Without animations it may be an axis.
        return !catalog.animations.isEmpty
            && placeholders(in: templates(for: subject, part: part), asset(of: subject, part))
                .contains(Self.animationPlaceholder)
            ? catalog.animations : [nil]
    }

    /// The combinations of values of all axes in names, in catalog order, the last axis changing
    /// fastest, up to `limit`; one empty combination without axes.
    public func axisCombinations(
        for subject: ArtSubject,
        part: Int = 0,
        limit: Int = 4096
    ) -> [[String: String]] {
        let used = axesOfArt(of: subject, part: part)
        return Array(products(of: used.map { ($0.name, $0.values) }, limit: limit).prefix(limit))
    }

    /// The axes that a subject's names use, in the order of the catalog; others may color its art.
    func axesOfArt(of subject: ArtSubject, part: Int = 0) -> [Manifest.Axis] {
        axes.isEmpty
            ? [] : axesUsed(by: templates(for: subject, part: part), asset(of: subject, part))
    }

    private func axesUsed(
        by templates: [NamingTemplate],
        _ asset: NamingTemplate?
    ) -> [Manifest.Axis] {
        guard !axes.isEmpty else { return [] }
        let used = placeholders(in: templates, asset)
        return axes.filter { used.contains($0.name) }
    }

    private func placeholders(
        in templates: [NamingTemplate],
        _ asset: NamingTemplate?
    ) -> Set<String> {
        var used = Set(templates.flatMap(\.placeholders))
        if used.contains("asset") { used.formUnion(asset?.placeholders ?? []) }
        return used
    }

    /// The requested values, then their fallbacks: of several axes the last falls back first.
    private func combinations(
        of used: [Manifest.Axis],
        for wanted: [String: String]
    ) -> [[String: String]] {
        var chains: [(name: String, values: [String])] = []
        for axis in used {
            guard let value = wanted[axis.name] ?? axis.standard else { return [] }
            chains.append((axis.name, axis.chain(of: value)))
        }
        return products(of: chains, limit: Self.mostNames)
    }
}

/// Every combination of one value per axis, the last axis changing fastest; no more are begun once
/// there are `limit`.
package func products(
    of axes: [(name: String, values: [String])],
    limit: Int
) -> [[String: String]] {
    var result: [[String: String]] = [[:]]
    for (axis, values) in axes {
        if values.count == 1 {
            for index in result.indices { result[index][axis] = values[0] }
            continue
        }
        var next: [[String: String]] = []
        for combination in result where next.count < limit {
            for value in values {
                next.append(combination.merging([axis: value]) { _, new in new })
            }
        }
        result = next
    }
    return result
}

extension Manifest.Axis {
    package init(_ axis: Axis) {
        var details: [String: Manifest.AxisValue] = [:]
        for value in axis.values {
            let own = Manifest.AxisValue(
                name: value.name,
                raw: value.raw,
                fallback: value.fallback.isEmpty ? nil : value.fallback,
                extras: value.extras,
                range: value.range.map { [$0.lower, $0.upper] }
            )
            if own != Manifest.AxisValue() { details[value.id] = own }
        }
        self.init(
            name: axis.name,
            values: axis.ids,
            default: axis.standard,
            unknown: axis.unknown,
            kind: axis.kind == .locale ? Self.localeKind : nil,
            details: details.isEmpty ? nil : details,
            extras: axis.extras
        )
    }
}

/// The attempts to find a name, and the result.
public struct Resolution: Sendable {
    public struct Attempt: Sendable {
        public enum Outcome: Hashable, Sendable {
            case found(Asset)
            /// Only an asset whose name differs in case exists.
            case differsInCase(Asset)
            case missing
        }

        public let template: NamingTemplate
        /// The index of the template; 0 is the most specific.
        public let level: Int
        /// The axis values in the name: requested ones or fallbacks.
        public let axes: [String: String]
        public let name: String
        public let outcome: Outcome

        public var asset: Asset? { if case .found(let asset) = outcome { asset } else { nil } }
    }

    /// In the order of the templates, each first with the requested values and then with fallbacks;
    /// including those after the winner.
    public let attempts: [Attempt]
    /// The index of the first successful attempt.
    public let won: Int?

    /// The cost relative to a plain resolution: higher for very many names, or names of very many
    /// axes.
    var cost: Int {
        1 + attempts.reduce(0) { $0 + 1 + $1.axes.count * $1.axes.count / 4 } / 32
    }

    /// All names that were looked for.
    var names: [String] { attempts.map(\.name) }

    /// The name of new art: the first that has the fewest of some axes.
    func nameToAdd(without axes: Set<String>) -> String? {
        attempts.min {
            axes.intersection($0.axes.keys).count < axes.intersection($1.axes.keys).count
        }?
        .name
    }

    public var winning: Attempt? { won.map { attempts[$0] } }

    /// The template that won; 0 is the most specific.
    public var level: Int? { winning?.level }

    public var winner: Asset? { winning?.asset }

    /// The distinct assets that later names would have found.
    public var shadowed: [Asset] {
        var result: [Asset] = []
        for attempt in attempts[(won.map { $0 + 1 } ?? attempts.count)...] {
            if let asset = attempt.asset, asset != winner, !result.contains(asset) {
                result.append(asset)
            }
        }
        return result
    }

    init(attempts: [Attempt]) {
        self.attempts = attempts
        won = attempts.firstIndex { $0.asset != nil }
    }
}
