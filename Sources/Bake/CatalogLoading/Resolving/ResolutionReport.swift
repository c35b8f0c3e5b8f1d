import Catalog
import Diagnostics
import Raster

/// How an item on a species, an undressed species or an image finds its art, and the settings in force.
package struct ResolutionReport: Hashable, Sendable, Encodable {
    /// A name that was looked up.
    package struct Attempt: Hashable, Sendable, Encodable {
        package enum Outcome: String, Hashable, Sendable, Encodable {
            /// The first name that was found.
            case won
            /// Found too, but an earlier name won.
            case shadowed
            case missing
            /// There is a file whose name differs only in case.
            case differsInCase
        }

        package var template: String
        package var name: String
        package var outcome: Outcome
        /// Of the asset found, by density.
        package var files: [String]
    }

    /// A setting in force and who decided it.
    package struct Setting: Hashable, Sendable, Encodable {
        package var name: String
        package var value: String
        package var origin: String

        init(_ name: String, _ value: String, _ origin: SettingOrigin) {
            self.name = name
            self.value = value
            self.origin = origin.description
        }
    }

    /// Nil for an image.
    package var species: String?
    /// Nil for the undressed pet and for an image.
    package var item: String?
    /// The id of an image; nil for a pet or an item.
    package var image: String?
    /// Which of several layers, from 0; nil when there is one.
    package var part: Int?
    /// What `<animation>` stood for.
    package var animation: String?
    /// The axis values that the names were made for.
    package var axes: [String: String]
    /// Other axis values for which the same is found, with the same settings.
    package var alike: [[String: String]] = []
    /// The species that the catalog says can wear the item, where this one is not among them.
    package var excludedBy: [String]?
    /// In the order in which they are tried.
    package var attempts: [Attempt]
    /// The asset that won; nil when none exists, of an image the one that is looked for first.
    package var asset: String?
    /// Of the asset of an image, by density; none when it is not there, nil for a pet or an item.
    package var files: [String]?
    /// Whether an outfit has no art, and shows the undressed pet; nil for an image.
    package var isUndressed: Bool?
    package var keying: [Setting]
    /// Empty for a full canvas at the origin; nil for an image.
    package var placement: [Setting]?
    /// Of an image, empty for the picture's own size; nil for a pet or an item.
    package var size: [Setting]?
    /// What is done to the colors, in this order; nil when nothing is.
    package var colors: [Setting]?
    /// The slot that the item takes, and how many of its items are worn at once.
    package var slot: Setting?
    /// What the catalog says of it for the game alone, as JSON.
    package var extras: [Setting] = []
}

/// A cell of the coverage matrix.
package struct CoverageCell: Hashable, Sendable, Encodable {
    package var species: String
    /// Nil for the undressed pet.
    package var item: String?
    /// Which of several layers, from 0; nil when there is one.
    package var part: Int?
    /// What `<animation>` stood for.
    package var animation: String?
    package var axes: [String: String] = [:]
    /// Nil when nothing was found.
    package var asset: String?
    /// Which template won, from 0; nil when nothing was found.
    package var level: Int?
    package var template: String?
    /// Every name in the order in which it is tried; nil when they were not asked for.
    package var attempts: [ResolutionReport.Attempt]?

    package init(species: String) { self.species = species }
}

extension CommandFailure {
    static func unknown(_ kind: String, _ name: String, among known: [String]) -> CommandFailure {
        CommandFailure(
            noSuchThing(kind, name),
            help: whatIsMeant(by: name, among: known) ?? "the catalog has none"
        )
    }
}

extension Catalog {
    /// What is done to the colors of a picture, in this order, and who says so.
    func colorSettings(
        of subject: ArtSubject,
        asset: String,
        values: [String: String]
    ) -> [ResolutionReport.Setting]? {
        let steps = colorSteps(of: subject, asset: asset, values: values)
        guard !steps.isEmpty else { return nil }
        return steps.map { .init($0.member, $0.change.text, $0.origin) }
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
                let shown = swaps.prefix(8).map { "\($0.from) to \($0.to)" }
                let more = swaps.count - shown.count
                return shown.joined(separator: ", ")
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
