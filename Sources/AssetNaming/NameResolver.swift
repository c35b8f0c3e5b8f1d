public import Catalog
package import KilnManifest

/// Finds the asset of a species or an item.
public struct NameResolver: Sendable {
    public let catalog: Catalog
    public let index: AssetIndex
    /// Those of the catalog, as a manifest has them.
    package let axes: [Manifest.Axis]

    /// The placeholder of what has a file for each animation.
    static let animationPlaceholder = "animation"

    /// No more names are tried with one template; checks see to it that no catalog asks for more.
    package static let mostNames = 512

    public init(catalog: Catalog, index: AssetIndex) {
        self.catalog = catalog
        self.index = index
        axes = catalog.axes.map { Manifest.Axis($0) }
    }

    /// The asset of an undressed pet, or of an item that it wears.
    ///
    /// - Parameters:
    ///   - subject: whose art is looked for.
    ///   - part: which of its parts; 0 without parts.
    ///   - animation: what `<animation>` stands for.
    ///   - axes: values by axis; an axis that is not named has its default.
    /// - Returns: every name that was tried.
    public func resolve(
        _ subject: ArtSubject,
        part: Int = 0,
        animation: String? = nil,
        axes: [String: String] = [:]
    ) -> Resolution {
        var (species, asset): (Species, NamingTemplate?)
        switch subject {
        case .species(let own): (species, asset) = (own, nil)
        case .item(let item, let wearer):
            species = wearer
            asset = NamingTemplate(catalog.asset(of: item, for: wearer, part: part))
        }
        var attempts: [Resolution.Attempt] = []
        for (level, template) in templates(for: subject, part: part).enumerated() {
            let used = axesUsed(by: template, asset)
            for values in combinations(of: used, for: axes) {
                let filling = Filling(
                    species: species.id,
                    asset: asset,
                    animation: animation,
                    axes: values
                )
                guard let name = filling.name(template) else { continue }
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

    /// The templates by which art is looked for.
    ///
    /// - Parameters: as of `resolve`.
    /// - Returns: the most specific first.
    public func templates(for subject: ArtSubject, part: Int = 0) -> [NamingTemplate] {
        switch subject {
        case .species(let species):
            let own =
                species.parts.indices.contains(part) ? species.parts[part].asset : species.asset
            return own.flatMap { NamingTemplate($0) }.map { [$0] } ?? catalog.naming.species
        case .item(let item, _):
            switch item.equipStyle {
            case .replaceSprite: return catalog.naming.base
            case .overlay: return catalog.naming.overlay
            }
        }
    }

    /// What `<animation>` stands for, one after the other; nil alone when no name has it.
    ///
    /// - Parameters: as of `resolve`.
    /// - Returns: in the order of the catalog.
    public func animations(of subject: ArtSubject, part: Int = 0) -> [String?] {
        // Without animations it may be an axis.
        !catalog.animations.isEmpty
            && placeholders(of: subject, part).contains(Self.animationPlaceholder)
            ? catalog.animations : [nil]
    }

    /// All combinations of the values of those axes that names use, in catalog order, the last axis
    /// changing fastest; one empty combination when they use none.
    ///
    /// - Parameters:
    ///   - subject: whose names.
    ///   - part: which of its parts.
    ///   - limit: of more combinations only the first are given.
    /// - Returns: values by axis.
    public func axisCombinations(
        for subject: ArtSubject,
        part: Int = 0,
        limit: Int = 4096
    ) -> [[String: String]] {
        let used = placeholders(of: subject, part)
        var result: [[String: String]] = [[:]]
        for axis in catalog.axes where used.contains(axis.name) {
            var next: [[String: String]] = []
            for combination in result where next.count < limit {
                for value in axis.ids {
                    next.append(combination.merging([axis.name: value]) { _, new in new })
                }
            }
            result = next
        }
        return Array(result.prefix(limit))
    }

    private func placeholders(of subject: ArtSubject, _ part: Int) -> Set<String> {
        var used = Set(templates(for: subject, part: part).flatMap(\.placeholders))
        if case .item(let item, let species) = subject, used.contains("asset") {
            let asset = catalog.asset(of: item, for: species, part: part)
            used.formUnion(NamingTemplate(asset)?.placeholders ?? [])
        }
        return used
    }

    /// In the order of the catalog.
    private func axesUsed(
        by template: NamingTemplate,
        _ asset: NamingTemplate?
    ) -> [Manifest.Axis] {
        guard !axes.isEmpty else { return [] }
        var used = Set(template.placeholders)
        if used.contains("asset") { used.formUnion(asset?.placeholders ?? []) }
        return axes.filter { used.contains($0.name) }
    }

    /// The values asked for, then what stands in for them: of several axes the last gives way first.
    private func combinations(
        of used: [Manifest.Axis],
        for wanted: [String: String]
    ) -> [[String: String]] {
        var result: [[String: String]] = [[:]]
        for axis in used {
            guard let value = wanted[axis.name] ?? axis.standard else { return [] }
            let chain = axis.chain(of: value)
            var next: [[String: String]] = []
            for combination in result where next.count < Self.mostNames {
                for value in chain {
                    next.append(combination.merging([axis.name: value]) { _, new in new })
                }
            }
            result = next
        }
        return result
    }
}

/// What placeholders stand for.
private struct Filling {
    var species: String
    var asset: NamingTemplate?
    var animation: String?
    var axes: [String: String]

    /// The template's text with its placeholders replaced; nil when one of them means nothing.
    func name(_ template: NamingTemplate) -> String? {
        var name = ""
        for part in template.parts {
            switch part {
            case .text(let text): name += text
            case .placeholder(let placeholder):
                guard let text = text(placeholder) else { return nil }
                name += text
            }
        }
        return name
    }

    private func text(_ placeholder: String) -> String? {
        switch placeholder {
        case "species": return species
        case NameResolver.animationPlaceholder: return animation ?? axes[placeholder]
        case "asset":
            guard let asset else { return nil }
            var inner = self
            inner.asset = nil
            return inner.name(asset)
        default: return axes[placeholder]
        }
    }
}

extension Manifest.Axis {
    /// An axis as a manifest has it.
    package init(_ axis: Axis) {
        var details: [String: Manifest.AxisValue] = [:]
        for value in axis.values {
            let raw: Manifest.RawValue? =
                switch value.raw {
                case .integer(let number): .integer(number)
                case .text(let text): .text(text)
                case nil: nil
                }
            let own = Manifest.AxisValue(
                name: value.name,
                raw: raw,
                fallback: value.fallback.isEmpty ? nil : value.fallback,
                extras: value.extras
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
