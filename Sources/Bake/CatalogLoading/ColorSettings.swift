import Catalog
import Raster

extension Catalog {
    /// What is done to the colors of a picture, in this order, and who says so.
    func colorSettings(
        of subject: ColorSubject,
        asset: String,
        values: [String: String]
    ) -> [ResolutionReport.Setting]? {
        let steps = colorSteps(of: subject, asset: asset, values: values)
        guard !steps.isEmpty else { return nil }
        return steps.map { step in
            ResolutionReport.Setting(
                name: step.member,
                value: step.change.text,
                origin: step.origin.description
            )
        }
    }
}

extension ColorStep.Change {
    fileprivate var text: String {
        switch self {
        case .recolor(let recolor):
            let within = recolor.tolerance > 0 ? " within \(recolor.tolerance)" : ""
            switch recolor.colors {
            case .palettes(let from, let to): return "\(from) to \(to)\(within)"
            case .pairs(let swaps):
                let told = swaps.prefix(8).map { "\($0.from) to \($0.to)" }
                let more = swaps.count - told.count
                return told.joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : "") + within
            }
        case .gradientMap(let map):
            let stops = map.stops.map { "\($0.position) \($0.color)" }.joined(separator: ", ")
            return stops + (map.isLinear ? " in linear light" : "")
        case .tint(let tint):
            return "\(tint.color) \(tint.mode.rawValue)"
                + (tint.isLinear && tint.mode == .multiply ? " in linear light" : "")
        }
    }
}
