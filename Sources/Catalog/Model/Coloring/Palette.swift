import Diagnostics

/// Named colors that replace others or are replaced.
public struct Palette: Sendable, PlacedValue {
    public enum Source: Hashable, Sendable {
        case colors
        /// The visible pixels of an asset, row by row.
        case image(String)
    }

    public var name = ""
    public var source = Source.colors
    /// The role of each color; nil if they are identified by order.
    public var roles: [String]?
    /// For an image, empty until it is read.
    public var colors: [HexColor] = []
    public var place = CatalogPlace.none

    public var asset: String? {
        if case .image(let asset) = source { asset } else { nil }
    }

    /// Those of a palette that is an image.
    fileprivate static var members: Members<Palette> {
        Members("imagePalette", "a palette of an image") {
            Member("image", Shape<String>.text, need: .identity) { $0.source = .image($1) }
                .about("The asset whose visible pixels, row by row, are the colors.")
        }
    }
}

extension Shape<Palette> {
    /// Colors by role, a list of colors, or the name of an asset that has them.
    static let palette = byRole.or(inOrder) { $0.kind == "an array" }
        .or(ofImage) { node in
            // A role may have this name; its value is then a color, which no asset is named after.
            guard case .object(let members) = node.value, members.count == 1,
                let text = node.text("image")
            else { return false }
            return HexColor(text) == nil
        }

    private static let byRole = map(.text, to: Shape<HexColor>.color)
        .then { entries, node, name, reader -> Palette? in
            guard !entries.isEmpty, entries.count <= Recolor.limit else {
                reader.report(
                    .valueOutOfRange,
                    at: node.range,
                    "\"\(name)\" has \(counted(entries.count, "color")), expected 1 to \(Recolor.limit)"
                )
                return nil
            }
            return Palette(roles: entries.map(\.name), colors: entries.map(\.value))
        }

    private static let inOrder = list(of: .color, atLeast: 1, atMost: Recolor.limit)
        .then { colors, _, _, _ in Palette(colors: colors) }

    private static let ofImage = Palette.members.object(Palette())
}
