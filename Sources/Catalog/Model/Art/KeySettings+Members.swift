// A catalog is made of colors, too: who reads one sees them.
import ChromaKey
import Diagnostics
@_exported public import KernelTypes
import Raster

/// A color as catalogs write it, `#RRGGBB`.
public typealias HexColor = RGB

extension KeyMode: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .best: "Edges from the whole neighborhood; the default.",
        .fast: "Edges from the nearest solid pixel; several times faster.",
        .distance:
            "The formula many games carry, on the distance of colors; for games that must look as before.",
        .gpuimage: "GPUImage's chroma key filter; for games that used it and must look as before.",
    ]
}

extension KeyPreset: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .solid: "For green things: plants, frogs, green hats. Threshold \(Self.solid.threshold).",
        .glass:
            "For see-through things: lenses, bubbles, flasks. Threshold \(Self.glass.threshold).",
    ]
}

extension KeyShadow: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .unmix: "See-through, in their own color; the default.",
        .keep: "Judged as any other green: even ones stay solid.",
        .remove: "Clear, for games that draw their own.",
    ]
}

extension KeySettings {
    static var members: Members<KeySettings> {
        Members("chroma", "a chroma") {
            Member("key", \.key, .keyColor, default: "#00FF00")
                .about("The color to remove, or auto to find it.")
            Member("mode", \.mode, .choice, default: "best").about("Which keyer removes it.")
            // Before the threshold, which an object with both decides by itself.
            Member("preset", \.preset, .choice, implies: ["threshold"])
                .about("A threshold with a name.")
            Member("threshold", \.threshold, .ofRamp, default: 0.4)
                .about(
                    "Greens more solid than this stay solid, others become see-through. Up to 1; in mode distance up to 2, and 0.5 unless said."
                )
            Member("smoothing", \.smoothing, .ofRamp, default: 0.1)
                .about(
                    "The width of the passage from see-through to solid. Up to 1; in mode distance up to 2, and 0.08 unless said."
                )
            Member("spill", \.spill, .number(0...1), default: 0)
                .about("How much of the key's tint is taken out of solid pixels.")
            Member("keep", \.kept, list(of: .keyMark, atMost: 64), default: [])
                .about("Colors that are always solid, and boxes in which everything is.")
            Member("clear", \.cleared, list(of: .keyMark, atMost: 64), default: [])
                .about("Colors that are always background, and boxes in which everything is.")
            Member("shadow", \.shadow, .choice, default: "unmix")
                .about("What becomes of cast shadows; mode best alone tells them.")
            Member("edge", \.edge, .integer(0...16), default: 4)
                .about("How far color is spread under alpha 0, in source pixels.")
            Member("erode", \.erode, .integer(0...16), default: 0)
                .about("How much is taken off the outline, in source pixels.")
            Member("feather", \.feather, .integer(0...16), default: 0)
                .about("How far the outline is softened, in source pixels.")
            Member("matte", \.matte, .matte, default: "none")
                .about(
                    "Repairs art that was cut out badly: the color that it was cut from, or auto to find it. Haze is cleared, leaks are made solid, and rims lose that color."
                )
            Member("linear", \.isLinear, .bool, default: false)
                .about("Whether mode distance measures colors in linear light, as Core Image does.")
        }
    }

    /// Its members' values for people, by their names in catalogs.
    package var rows: [(name: String, text: String)] { Self.members.rows(self) }
}

extension Shape<Double> {
    /// A threshold or smoothing, as far as any mode lets it reach; the mode in force may reach less.
    fileprivate static let ofRamp = number(
        0...KeyMode.distance.greatest,
        expected: "0 to 1, in mode distance to 2"
    )
}

extension Shape<KeyMark> {
    fileprivate static let keyMark = Shape<HexColor>.color
        .then { KeyMark.color($0) }
        .or(Shape<PixelRect>.rect.then { .box($0) }) { $0.kind == "an object" }
}

extension Shape<Overrides<KeySettings>> {
    static let chroma = Overrides.shape(KeySettings.members)
}

extension Shape<KeyColor> {
    fileprivate static let keyColor = color(or: [("auto", .auto)]) { .color($0) }
}

extension Shape<Matte> {
    fileprivate static let matte = color(or: [("auto", .auto), ("none", .none)]) { .color($0) }
}

extension Shape {
    /// A color, or one of some words.
    private static func color(
        or words: [(word: String, value: Value)],
        _ value: @escaping @Sendable (HexColor) -> Value
    ) -> Shape {
        let names = words.map { "\"\($0.word)\"" }
        let expected = (["a color as #RRGGBB"] + names).joined(separator: ", or ")
        return Shape<String>.string.then(
            schema: .either(
                words.map { .plain([("const", .string($0.word))]) } + [Shape<HexColor>.color.schema]
            )
        ) { text, node, name, reader in
            if let known = words.first(where: { $0.word == text }) { return known.value }
            return try reader.color(text, node, name, expected: expected).map(value)
        }
    }
}

extension Member {
    /// The member `key` of whatever has art.
    static func key(_ path: WritableKeyPath<Model, KeyWish?> & Sendable) -> Member {
        Member("key", path, .keyWish)
            .about("Whether the background is removed; auto removes it where there is a screen.")
    }
}

extension Shape<KeyWish> {
    /// `true`, `false` or `"auto"`.
    static let keyWish = Shape<Bool>.bool
        .then { $0 ? KeyWish.always : .never }
        .or(
            Shape(schema: .plain([("const", "auto")])) { node, _, reader in
                if node.text == "auto" { return .auto }
                let text = node.text ?? ""
                let isColor = text.hasPrefix("#") || reader.colors[text] != nil
                throw Refusal.wrongType(
                    expected: "true, false or \"auto\"",
                    help: isColor
                        ? "the color goes into \"chroma\": {\"key\": \(reader.shown(node))}" : nil
                )
            }
        ) { $0.kind == "a string" }
}
