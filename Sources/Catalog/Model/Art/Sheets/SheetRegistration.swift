import Diagnostics

/// How the frames of a sheet are brought onto one common cell.
public struct SheetRegistration: Hashable, Sendable {
    /// What stays at one place in all frames.
    public var anchor = RegistrationAnchor.feet
    /// Over which frames the figures are made equally high.
    public var height = EvenHeight.none
    /// How far figures may have to be moved, in source pixels; nil allows all.
    public var maxDrift: Double?
    /// How much a figure's height may differ from the others', as a share of it; nil allows all.
    public var maxBreathing: Double?
    /// How far the ground line of a figure may lean against the others', in degrees; nil allows
    /// all.
    public var maxTilt: Double?

    public init() {}
}

/// What a figure is held by.
public enum RegistrationAnchor: Hashable, Sendable {
    /// The lowest row of the figure, and the middle of what stands on it.
    case feet
    /// The center of its visible pixels.
    case mass
    /// Nothing: figures keep their places.
    case none
    /// The center of the pixels of one color.
    case color(HexColor)
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

/// Read apart from its model, which shall not carry a place.
private struct RegistrationObject: CatalogObject {
    var registration = SheetRegistration()
    var place = CatalogPlace.none

    static var members: Members<RegistrationObject> {
        Members(
            "register",
            "a registration",
            [
                Member(
                    "by",
                    \.registration.anchor,
                    .anchor,
                    default: "feet",
                    "What stays at one place in all frames: feet, mass, none, or the color of a mark."
                ),
                Member(
                    "height",
                    \.registration.height,
                    .choice,
                    default: "none",
                    "Over which frames figures are made equally high."
                ),
                Member(
                    "maxDrift",
                    \.registration.maxDrift,
                    .number(0...16_384),
                    "Figures that have to be moved farther are told, in source pixels."
                ),
                Member(
                    "maxBreathing",
                    \.registration.maxBreathing,
                    .number(0...1),
                    "Figures whose height differs by more from the others' are told, as a share of it."
                ),
                Member(
                    "maxTilt",
                    \.registration.maxTilt,
                    .number(0...90),
                    "Figures whose ground line leans by more than the others' are told, in degrees."
                ),
            ]
        )
    }
}

extension Shape<SheetRegistration> {
    static let registration = Shape<RegistrationObject>.object.then { object, _, _, _ in
        object.registration
    }
}

extension Shape<RegistrationAnchor> {
    fileprivate static let anchor = Shape<String>.string.then(
        schema: .either([
            .plain([("enum", ["feet", "mass", "none"])]), Shape<HexColor>.color.schema,
        ])
    ) { text, node, name, reader in
        switch text {
        case "feet": return RegistrationAnchor.feet
        case "mass": return .mass
        case "none": return RegistrationAnchor.none
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
