import Diagnostics
import Raster

extension Inks.Ink {
    fileprivate static var members: Members<Inks.Ink> {
        Members("ink", "an ink") {
            Member("name", \.name, .text, need: .identity).about("For people, such as orange.")
            Member("code", Shape<Int>.integer(0...255), need: .identity) { $0.code = UInt8($1) }
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

    var inks: [Inks.Ink]? {
        switch self {
        case .mono: Inks.mono.inks
        case .gray4: Inks.gray4.inks
        case .spectra6: Inks.spectra6.inks
        case .bgra: nil
        }
    }
}

extension Shape<[Inks.Ink]?> {
    static var panelInks: Shape {
        let known = Shape<KnownInks>.choice.then { inks, _, _, _ in .some(inks.inks) }
        return known.or(custom) { $0.kind == "an array" }
    }

    /// No two inks of a list have one code.
    private static var custom: Shape {
        let ink = Inks.Ink.members.object(Inks.Ink("", code: 0, RGB(0, 0, 0)))
        return list(of: ink, atLeast: 2, atMost: 256).then { inks, node, name, reader in
            var seen: [UInt8: Inks.Ink] = [:]
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
            var colors: [RGB: Inks.Ink] = [:]
            for ink in inks {
                guard let other = colors.updateValue(ink, forKey: ink.color) else { continue }
                reader.report(
                    .noEffect,
                    at: node.range,
                    "the inks \"\(other.name)\" and \"\(ink.name)\" have one color, so one of "
                        + "them is never drawn",
                    help: "correct the color of one, or remove it"
                )
            }
            return .some(inks)
        }
    }
}
