import Diagnostics
public import SheetSlicing

/// How the frames of a sheet are brought onto one common cell.
public struct SheetRegistration: Hashable, Sendable {
    public var anchor = RegisterAnchor.feet
    public var height = EvenHeight.none
    /// Lengths in source pixels.
    public var limits = RegisterLimits()

    public init() {}

    static var members: Members<SheetRegistration> {
        Members("register", "a registration") {
            Member("by", \.anchor, .anchor, default: "feet")
                .about(
                    "What stays at one place in all frames: feet, mass, none, or the color of a mark."
                )
            Member("height", \.height, .choice, default: "none")
                .about("Over which frames figures are made equally high.")
            Member("maxDrift", \.limits.maxDrift, .number(0...16_384))
                .about("Figures that have to be moved farther are reported, in source pixels.")
            Member("maxBreathing", \.limits.maxBreathing, .number(0...1))
                .about(
                    "Figures whose height differs by more from the others' are reported, as a share of it."
                )
            Member("maxTilt", \.limits.maxTilt, .number(0...90))
                .about(
                    "Figures whose ground line leans by more than the others' are reported, in degrees."
                )
        }
    }
}

/// Over which frames the subject's height is made even.
public enum EvenHeight: String, Choice {
    case none
    case animation
    case species

    var about: String {
        switch self {
        case .none: "Figures keep the height they were drawn with; the default."
        case .animation: "Over the frames of this sheet."
        case .species: "Over all sheets of a species and of its outfits."
        }
    }
}

extension Shape<RegisterAnchor> {
    fileprivate static let anchor = Shape<String>.string.then(
        schema: .either([
            .plain([("enum", ["feet", "mass", "none"])]), Shape<HexColor>.color.schema,
        ])
    ) { text, node, name, reader in
        switch text {
        case "feet": return RegisterAnchor.feet
        case "mass": return .mass
        case "none": return RegisterAnchor.none
        default: break
        }
        return reader.color(
            text,
            node,
            name,
            expected: "\"feet\", \"mass\", \"none\" or a color as #RRGGBB",
            words: ["feet", "mass", "none"]
        )
        .map { .color($0) }
    }
}
