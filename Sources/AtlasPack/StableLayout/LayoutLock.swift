public import Raster

/// The places of an atlas' sprites, to be committed and kept from bake to bake.
///
/// The text has one line a page and one line a sprite, sorted by name, so that adding a sprite adds
/// one line to a diff. Equal sprites share a place, and each has its line: when one of them goes or
/// changes, the others stay.
///
///     kiln-layout 1
///     page 0 512x256
///     page 1 128x128 group "fox"
///     sprite "fox/tail" page 1 at 0,0 size 40x20
///     sprite "hat" page 0 at 42,0 size 10x32 turned
public struct LayoutLock: Hashable, Sendable {
    public var pages: [Page] = []
    public var sprites: [String: Sprite] = [:]

    public struct Page: Hashable, Sendable {
        public var size: PixelSize
        public var group: String?
    }

    public struct Sprite: Hashable, Sendable {
        public var page: Int
        /// The sprite's pixels as drawn, without padding and extruded edge.
        public var rect: PixelRect
        public var isRotated: Bool
    }

    init() {}

    public init(_ plan: AtlasPlan, of items: [PackItem]) {
        pages = plan.pages.map { Page(size: $0.size, group: $0.group) }
        for (number, page) in plan.pages.enumerated() {
            for placement in page.placements {
                let sprite = Sprite(
                    page: number,
                    rect: placement.rect,
                    isRotated: placement.isRotated
                )
                for name in items[placement.item].allNames { sprites[name] = sprite }
            }
        }
    }

    /// The earlier place of an item, by the first of its names that is known.
    func sprite(of item: PackItem) -> Sprite? {
        if item.aliases.isEmpty { return sprites[item.name] }
        return item.allNames.sorted().lazy.compactMap { sprites[$0] }.first
    }

    /// The file's text, ending in a line feed.
    public var text: String {
        var lines = ["kiln-layout 1"]
        for (number, page) in pages.enumerated() {
            let group = page.group.map { " group \(LayoutLock.quoted($0))" } ?? ""
            lines.append("page \(number) \(page.size)\(group)")
        }
        for (name, sprite) in sprites.sorted(by: { $0.key < $1.key }) {
            let turned = sprite.isRotated ? " turned" : ""
            lines.append(
                "sprite \(LayoutLock.quoted(name)) page \(sprite.page) at \(sprite.rect.origin) "
                    + "size \(sprite.rect.size)\(turned)"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// In quotes, with backslash escapes for backslashes, quotes and line breaks.
    private static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
