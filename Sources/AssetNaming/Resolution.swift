public import Catalog

/// How a name was looked for, and what was found.
public struct Resolution: Sendable {
    /// One name that was looked up.
    public struct Attempt: Sendable {
        public enum Outcome: Hashable, Sendable {
            case found(Asset)
            /// There is no such asset, but one whose name differs only in case.
            case differsInCase(Asset)
            case missing
        }

        public let template: NamingTemplate
        public let name: String
        public let outcome: Outcome

        public var asset: Asset? { if case .found(let asset) = outcome { asset } else { nil } }
    }

    /// In the order of the templates, those after the winner included.
    public let attempts: [Attempt]
    /// The first attempt that found something; 0 is the most specific template.
    public let level: Int?

    /// The asset that won.
    public var winner: Asset? { level.flatMap { attempts[$0].asset } }

    /// Assets that later templates would have found, each once.
    public var shadowed: [Asset] {
        var result: [Asset] = []
        for attempt in attempts[(level.map { $0 + 1 } ?? attempts.count)...] {
            if let asset = attempt.asset, asset != winner, !result.contains(asset) {
                result.append(asset)
            }
        }
        return result
    }

    init(attempts: [Attempt]) {
        self.attempts = attempts
        level = attempts.firstIndex { $0.asset != nil }
    }
}

/// Finds the asset of a species or an item.
public struct NameResolver: Sendable {
    public let catalog: Catalog
    public let index: AssetIndex

    public init(catalog: Catalog, index: AssetIndex) {
        self.catalog = catalog
        self.index = index
    }

    /// The asset of the undressed pet.
    ///
    /// Axes without a value in `axes` have their first.
    public func resolve(_ species: Species, axes: [String: String] = [:]) -> Resolution {
        let templates =
            species.asset.flatMap { NamingTemplate($0) }.map { [$0] } ?? catalog.naming.species
        return resolve(templates, asset: nil, species: species.id, axes: axes)
    }

    /// The asset of an item worn by a species.
    ///
    /// Axes without a value in `axes` have their first.
    public func resolve(
        _ item: Item,
        wornBy species: Species,
        axes: [String: String] = [:]
    ) -> Resolution {
        resolve(
            templates(for: item),
            asset: catalog.asset(of: item, for: species),
            species: species.id,
            axes: axes
        )
    }

    /// The templates by which an item is looked for.
    public func templates(for item: Item) -> [NamingTemplate] {
        switch item.equipStyle {
        case .replaceSprite: catalog.naming.base
        case .overlay: catalog.naming.overlay
        }
    }

    /// All combinations of the values of those axes that the templates use, in catalog order, the
    /// last axis changing fastest; one empty combination when they use none.
    ///
    /// Of more than `limit` combinations only the first are given.
    public func axisCombinations(
        for templates: [NamingTemplate],
        limit: Int = 4096
    ) -> [[String: String]] {
        let used = Set(templates.flatMap(\.placeholders))
        var result: [[String: String]] = [[:]]
        for axis in catalog.axes where used.contains(axis.name) {
            var next: [[String: String]] = []
            for combination in result where next.count < limit {
                for value in axis.values {
                    next.append(combination.merging([axis.name: value]) { _, new in new })
                }
            }
            result = next
        }
        return Array(result.prefix(limit))
    }

    private func resolve(
        _ templates: [NamingTemplate],
        asset: String?,
        species: String,
        axes: [String: String]
    ) -> Resolution {
        Resolution(
            attempts: templates.compactMap { template in
                let name = fill(template, asset: asset, species: species, axes: axes)
                guard let name else { return nil }
                let outcome: Resolution.Attempt.Outcome =
                    index[name].map { .found($0) }
                    ?? index.differingInCase(from: name).map { .differsInCase($0) } ?? .missing
                return Resolution.Attempt(template: template, name: name, outcome: outcome)
            }
        )
    }

    /// The template's text with its placeholders replaced; nil when one of them means nothing.
    private func fill(
        _ template: NamingTemplate,
        asset: String?,
        species: String,
        axes: [String: String]
    ) -> String? {
        var name = ""
        for part in template.parts {
            switch part {
            case .text(let text): name += text
            case .placeholder("species"): name += species
            case .placeholder("asset"):
                guard let asset else { return nil }
                name += asset
            case .placeholder(let axis):
                let first = catalog.axes.first { $0.name == axis }?.values.first
                guard let value = axes[axis] ?? first else { return nil }
                name += value
            }
        }
        return name
    }
}
