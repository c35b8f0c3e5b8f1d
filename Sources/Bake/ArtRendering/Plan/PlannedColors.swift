import Catalog
package import Raster

/// What is done to the colors of a rendition.
package struct PlannedColors: Sendable {
    /// Those that change anything, in the order in which they are made.
    package var changes: [ColorChange] = []
    /// What the names of its frames have more than those of the drawing: `~value` for each value of an
    /// axis that changes anything.
    package var suffix = ""
    /// Whether nothing but a shape is left, which a game may color itself.
    package var isTemplate = false
    /// The values that the drawing is colored for, by axis.
    package var values: [String: String] = [:]

    /// Those among the changes that replace colors.
    var recolors: [RecolorUse] = []

    package init() {}

    init(
        of subject: ArtSubject,
        asset: String,
        for values: [String: String] = [:],
        in catalog: Catalog
    ) {
        func changes(_ values: [String: String]) -> [ColorChange] {
            catalog.colorSteps(of: subject, asset: asset, values: values).compactMap {
                ColorChange($0, catalog)
            }
        }
        let steps = catalog.colorSteps(of: subject, asset: asset, values: values)
        for step in steps {
            if let use = RecolorUse(step, before: self.changes, catalog) { recolors.append(use) }
            if let change = ColorChange(step, catalog) { self.changes.append(change) }
        }
        self.values = values
        isTemplate = steps.last?.makesTemplate ?? false
        for axis in catalog.axes {
            guard let value = values[axis.name] else { continue }
            var others = values
            others[axis.name] = nil
            if changes(others) != self.changes { suffix += "~\(value)" }
        }
    }
}

extension ColorChange {
    /// Nil when nothing changes, and when there are no colors, which checks tell.
    init?(_ step: ColorStep, _ catalog: Catalog) {
        switch step.change {
        case .recolor(let recolor):
            let swaps = catalog.swaps(of: recolor) ?? []
            // One that stays keeps its neighbors from becoming another color.
            guard swaps.contains(where: { $0.from != $0.to }) else { return nil }
            let kept = recolor.tolerance > 0 ? swaps : swaps.filter { $0.from != $0.to }
            self = .replace(kept, tolerance: recolor.tolerance)
        case .gradientMap(let map):
            guard map.stops.count > 1 else { return nil }
            self = .gradient(map.stops, inLinearLight: map.isLinear)
        case .tint(let tint):
            switch tint.mode {
            case .template: self = .fill(tint.color)
            case .multiply:
                guard tint.color != HexColor(255, 255, 255) else { return nil }
                self = .multiply(tint.color, inLinearLight: tint.isLinear)
            }
        }
    }
}
