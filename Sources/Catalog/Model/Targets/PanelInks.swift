import Diagnostics

/// What a panel can show.
public enum PanelInks: Hashable, Sendable {
    case mono
    case gray4
    case spectra6
    /// Raw pixels of four bytes: blue, green, red and alpha, not multiplied by it.
    case bgra
    case custom([PanelInk])
}

/// One of a panel's colors.
public struct PanelInk: Hashable, Sendable, CatalogObject {
    public var name = ""
    public var code = 0
    public var color = HexColor(r: 0, g: 0, b: 0)
    public var place = CatalogPlace.none

    public static func == (left: PanelInk, right: PanelInk) -> Bool {
        (left.name, left.code, left.color) == (right.name, right.code, right.color)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(code)
        hasher.combine(color)
    }

    static var members: Members<PanelInk> {
        Members("ink", "an ink") {
            Member("name", \.name, .text, need: .identity).about("For people, such as orange.")
            Member("code", \.code, .integer(0...255), need: .identity)
                .about("What stands for it in the panel's memory.")
            Member("color", \.color, .color, need: .identity)
                .about("As it is seen on the panel: measured, where that is known.")
        }
    }
}

/// Inks that need no list.
private enum KnownInks: String, Choice {
    case mono
    case gray4
    case spectra6
    case bgra

    var about: String {
        switch self {
        case .mono: "Black and white: 1 bit a pixel, 1 is white."
        case .gray4: "Four grays: 2 bits a pixel, 0 is black, 3 is white."
        case .spectra6:
            "E Ink Spectra 6: 4 bits a pixel, black 0, white 1, yellow 2, red 3, blue 5, green 6."
        case .bgra: "Raw pixels: bytes of blue, green, red and straight alpha."
        }
    }

    var inks: PanelInks {
        switch self {
        case .mono: .mono
        case .gray4: .gray4
        case .spectra6: .spectra6
        case .bgra: .bgra
        }
    }
}

extension Shape<PanelInks> {
    static var panelInks: Shape {
        let known = Shape<KnownInks>.choice.then { inks, _, _, _ in inks.inks }
        return known.or(custom) { $0.kind == "an array" }
    }

    /// No two inks of a list have one code.
    private static var custom: Shape {
        list(of: Shape<PanelInk>.object, atLeast: 2, atMost: 256).then { inks, node, name, reader in
            var seen: [Int: PanelInk] = [:]
            for ink in inks {
                guard let other = seen.updateValue(ink, forKey: ink.code) else { continue }
                reader.report(
                    .badValue,
                    at: node.range,
                    "the inks \"\(other.name)\" and \"\(ink.name)\" have one code, "
                        + "found \(ink.code)",
                    help: "give each the code that the panel's driver knows it by"
                )
                return nil
            }
            return PanelInks.custom(inks)
        }
    }
}
