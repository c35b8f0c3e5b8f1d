import Diagnostics

/// One color over an image.
public struct Tint: Hashable, Sendable {
    public var color = HexColor(255, 255, 255)
    public var mode = TintMode.multiply
    public var isLinear = false

    public init(
        color: HexColor = HexColor(255, 255, 255),
        mode: TintMode = .multiply,
        isLinear: Bool = false
    ) {
        self.color = color
        self.mode = mode
        self.isLinear = isLinear
    }

    static var members: Members<Tint> {
        Members("tint", "a tint") {
            Member("color", \.color, .color, need: .identity).about("The color.")
            Member("mode", \.mode, .choice, default: "multiply").about("What it does.")
            Member("linear", \.isLinear, .bool, default: false)
                .about("Whether it is multiplied in linear light, not by sRGB code values.")
        }
    }
}

/// How a tint changes colors.
public enum TintMode: String, Choice {
    case multiply
    case template

    var about: String {
        switch self {
        case .multiply: "Each channel is multiplied: white becomes the color, black stays."
        case .template: "All of it gets the color; its alpha is its shape."
        }
    }
}

extension Shape<Tint> {
    /// An object, or only the color.
    static let tint = Shape<HexColor>.color.then { color, _, _, _ in Tint(color: color) }
        .or(Tint.members.object(Tint())) { $0.kind == "an object" }
}
