public import Raster

/// One change of an image's colors, with its origin.
public struct ColorStep: Sendable {
    public enum Change: Hashable, Sendable {
        case recolor(Recolor)
        case gradientMap(GradientMap)
        case tint(Tint)
    }

    public var change: Change
    public var origin: SettingOrigin
    public var place: CatalogPlace

    public var member: String {
        switch change {
        case .recolor: "recolor"
        case .gradientMap: "gradientMap"
        case .tint: "tint"
        }
    }

    /// Whether the result is a single-color shape.
    public var makesTemplate: Bool {
        if case .tint(let tint) = change { tint.mode == .template } else { false }
    }
}

extension Coloring {
    func steps(from origin: SettingOrigin, at place: CatalogPlace) -> [ColorStep] {
        steps { _ in (origin, place) }
    }

    /// The same, if several rules contribute.
    func steps(
        _ source: (_ member: String) -> (SettingOrigin, CatalogPlace)
    ) -> [ColorStep] {
        let changes: [ColorStep.Change?] = [
            recolor.map { .recolor($0) }, gradientMap.map { .gradientMap($0) },
            tint.map { .tint($0) },
        ]
        return changes.compactMap(\.self).map { change in
            var step = ColorStep(change: change, origin: .builtIn, place: .none)
            let (origin, place) = source(step.member)
            step.origin = origin
            step.place = place[step.member]
            return step
        }
    }
}

extension Catalog {
    /// The color changes of an image for values of axes: of the sheets' rules, its species, item or
    /// image, and the values in the order of the axes.
    ///
    /// `values` are those that have a coloring and for which it was not drawn, by axis.
    public func colorSteps(
        of subject: ArtSubject,
        asset: String,
        values: [String: String] = [:]
    ) -> [ColorStep] {
        let sheet = sheet(for: asset)
        var steps = sheet.value.coloring.steps { (sheet.origin(of: $0), sheet.place(of: $0)) }
        let own = subject.own
        steps += own.coloring.steps(from: own.origin, at: own.place)
        for axis in axes {
            guard let value = values[axis.name] else { continue }
            steps += variantSteps(of: subject, sheet, axis, value)
        }
        return steps
    }

    /// Values of axes that change the colors of an image, by axis.
    public func coloringValues(
        of subject: ArtSubject,
        asset: String
    ) -> [String: Set<String>] {
        let sheet = sheet(for: asset)
        return axes.reduce(into: [:]) { result, axis in
            let values = axis.ids.filter {
                !variantSteps(of: subject, sheet, axis, $0).isEmpty
            }
            if !values.isEmpty { result[axis.name] = Set(values) }
        }
    }

    /// Whether any value of an axis changes colors.
    public var hasColorVariants: Bool {
        axes.contains { $0.values.contains { !$0.coloring.isEmpty } } || !authoredVariants.isEmpty
    }

    /// The axes with the value of a variant, given as a value or `axis=value`; not one if missing
    /// or ambiguous.
    public func meanings(ofVariant key: String) -> [(axis: String, value: String)] {
        axes.flatMap { axis in
            axis.ids.filter { key == $0 || key == "\(axis.name)=\($0)" }.map { (axis.name, $0) }
        }
    }

    /// The most specific coloring wins: its species, item or image, then a sheet's rule, then the
    /// value itself.
    private func variantSteps(
        of subject: ArtSubject,
        _ sheet: Resolved<SheetSettings>,
        _ axis: Axis,
        _ value: String
    ) -> [ColorStep] {
        func find(_ variants: [ColorVariant], of origin: SettingOrigin) -> [ColorStep]? {
            let variant = variants.first { variant in
                let meanings = meanings(ofVariant: variant.key)
                return meanings.count == 1 && meanings[0] == (axis.name, value)
            }
            return variant.map {
                let own = SettingOrigin.variant(origin, axis: axis.name, value: value)
                return $0.coloring.steps(from: own, at: $0.place)
            }
        }
        let own = subject.own
        if let steps = find(own.variants, of: own.origin)
            ?? find(sheet.value.variants, of: sheet.origin(of: "variants"))
        {
            return steps
        }
        guard let entry = axis.values.first(where: { $0.id == value }) else { return [] }
        return entry.coloring.steps(
            from: .axisValue(axis: axis.name, value: value),
            at: entry.place
        )
    }

    /// The colors that a recolor replaces, and their replacements; nil if its palettes are missing
    /// or incompatible.
    public func swaps(of recolor: Recolor) -> [ColorPair]? {
        switch recolor.colors {
        case .pairs(let swaps): return swaps
        case .palettes(let from, let to):
            guard let from = palette(from), let to = palette(to) else { return nil }
            guard let roles = from.roles, let others = to.roles else {
                guard from.colors.count == to.colors.count, !from.colors.isEmpty else { return nil }
                return zip(from.colors, to.colors).map { ColorPair($0, $1) }.uniqued(by: \.from)
            }
            let known = Dictionary(zip(others, to.colors)) { first, _ in first }
            let swaps = zip(roles, from.colors).compactMap { role, color in
                known[role].map { ColorPair(color, $0) }
            }
            return swaps.count == roles.count ? swaps.uniqued(by: \.from) : nil
        }
    }

    public func palette(_ name: String) -> Palette? { palettes.first { $0.name == name } }

    /// All colorings, those of variants after the others of the same thing.
    public var authoredColorings: [AuthoredColoring] {
        let values = axes.flatMap { axis in
            axis.values.map { value in
                AuthoredColoring(
                    coloring: value.coloring,
                    thing: "value \"\(value.id)\" of axis \"\(axis.name)\"",
                    place: value.place
                )
            }
        }
        let variants = authoredVariants.flatMap { thing, variants in
            variants.map {
                AuthoredColoring(
                    coloring: $0.coloring,
                    thing: "variant \"\($0.key)\" of \(thing)",
                    place: $0.place
                )
            }
        }
        return (values + coloredThings.map(\.own) + variants).filter { !$0.coloring.isEmpty }
    }

    public var authoredVariants: [(thing: String, variants: [ColorVariant])] {
        coloredThings.filter { !$0.variants.isEmpty }.map { ($0.own.thing, $0.variants) }
    }

    /// What has a coloring or variants.
    private var coloredThings: [(own: AuthoredColoring, variants: [ColorVariant])] {
        func thing(
            _ name: @autoclosure () -> String,
            _ coloring: Coloring,
            _ variants: [ColorVariant],
            _ place: CatalogPlace
        ) -> (own: AuthoredColoring, variants: [ColorVariant])? {
            guard !coloring.isEmpty || !variants.isEmpty else { return nil }
            return (AuthoredColoring(coloring: coloring, thing: name(), place: place), variants)
        }
        return sheets.compactMap { rule in
            let own = rule.own
            let name = "sheet rule \"\(rule.pattern.text)\""
            return thing(name, own.coloring, own.variants, rule.settings.place)
        }
            + species.compactMap {
                thing("species \"\($0.id)\"", $0.coloring, $0.variants, $0.place)
            }
            + items.compactMap { thing("item \"\($0.id)\"", $0.coloring, $0.variants, $0.place) }
            + images.compactMap { thing("image \"\($0.id)\"", $0.coloring, $0.variants, $0.place) }
    }
}

public struct AuthoredColoring: Sendable {
    public var coloring: Coloring
    /// The owner, such as `item "hat"`.
    public var thing: String
    public var place: CatalogPlace
}
