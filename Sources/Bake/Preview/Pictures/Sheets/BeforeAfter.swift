package import ChromaKey
import Diagnostics
import KernelTypes
package import Raster

/// A picture from the sources, and what keying or the repair of its matte made of it.
package struct BeforeAfter: Hashable, Sendable {
    /// Under the original, such as its asset.
    package var name: String
    /// As the catalog's sources name it.
    package var file: String
    /// How it was keyed, in words.
    package var facts: String
    /// As it was decoded, the screen in it; straight alpha.
    package var original: StraightImage
    /// The result; straight alpha, the same size.
    package var keyed: StraightImage
    /// What areas of the screen's hue were taken for.
    package var areas: [KeyReport.Area]
    /// The color of the screen, or the one that the art was cut from.
    private let background: RGB
    /// Whether it was cut out already, and repaired.
    private let isRepaired: Bool

    package init(
        name: String,
        file: String = "",
        facts: String = "",
        original: StraightImage,
        keyed: StraightImage,
        areas: [KeyReport.Area] = [],
        background: RGB = RGB(0, 255, 0),
        isRepaired: Bool = false
    ) {
        self.name = name
        self.file = file
        self.facts = facts
        self.original = original
        self.keyed = keyed
        self.areas = areas
        self.background = background
        self.isRepaired = isRepaired
    }

    /// The original next to the result over a backdrop, the result with its fringe or its changes
    /// marked, and, where there are any, with areas of the screen's hue framed; pictures larger than
    /// `side` are shrunk to it, after that was marked.
    func row(_ side: Int) -> ContactSheet.Row {
        let room = PixelRoom(width: side, height: side)
        var row = ContactSheet.Row(cells: [])
        func add(_ picture: StraightImage, _ label: String, _ note: String = "") {
            let fitted = picture.fitted(into: room)
            row.cells.append(ContactSheet.Cell(picture: fitted, label: label, note: note))
        }
        add(original, name, "\(original.size)")
        add(keyed, isRepaired ? "repaired" : "keyed")
        if isRepaired {
            add(markingChanges(), "changed", "cut from \(background)")
        } else {
            let (marked, fringe) = markingFringe()
            add(marked, "fringe", "\(fringe.percent) of \(fringe.outlinePixels) px")
        }
        if !areas.isEmpty {
            // A frame is a pixel or more after shrinking, too.
            let thickness = (max(keyed.width, keyed.height) + side - 1) / side
            add(markingAreas(thickness), "areas", areaWords)
        }
        return row
    }
}

/// Originals next to their keyed results, one below the other, the fringe marked.
///
/// Pictures keep their size when there are few of them; where they would make the sheet larger than
/// a picture may be, the larger ones are shrunk.
///
/// - Returns: nil when there are too many even so.
package func beforeAfter(
    _ pictures: [BeforeAfter],
    style: SheetStyle = SheetStyle()
) -> StraightImage? {
    let largest = pictures.map { max($0.keyed.width, $0.keyed.height) }.max() ?? 1
    // Three or four pictures next to each other, and as many below as a picture can be high.
    let columns = pictures.contains { !$0.areas.isEmpty } ? 4 : 3
    let sides = [largest, 2048, 1024, 512, 256, 128].filter { $0 <= largest }
    let side = sides.first { side in
        let width = columns * pictures.reduce(0) { max($0, min($1.keyed.width, side)) }
        let height = pictures.reduce(0) { $0 + min($1.keyed.height, side) + 60 }
        return width * height <= 24 << 20
    }
    guard let side else { return nil }
    return ContactSheet(rows: pictures.map { $0.row(side) })
        .drawn(style.suited(toWidth: min(largest, side)))
}

extension BeforeAfter {
    /// The result in dark gray, what was repaired in magenta.
    func markingChanges() -> StraightImage {
        var result = darkened()
        for y in 0..<keyed.height {
            for x in 0..<keyed.width where keyed[x, y] != original[x, y] {
                result[x, y] = StraightPixel(r: 255, g: 0, b: 255)
            }
        }
        return result
    }

    /// The result in dark gray.
    private func darkened() -> StraightImage {
        keyed.mapPixels { pixel in
            let sum = 299 * Int(pixel.r) + 587 * Int(pixel.g) + 114 * Int(pixel.b)
            let gray = UInt8(20 + sum / 1000 * 90 / 255)
            return StraightPixel(r: gray, g: gray, b: gray, a: pixel.a)
        }
    }

    /// The same, its fringe in magenta, brighter the more it leans to the screen.
    func markingFringe() -> (picture: StraightImage, fringe: Fringe) {
        var result = darkened()
        let fringe = Fringe(of: keyed, key: background) { x, y, lean in
            guard lean > 0 else { return }
            let strength = UInt8(min(255, 160 + lean))
            result[x, y] = StraightPixel(r: strength, g: 0, b: strength)
        }
        return (result, fringe)
    }

    /// What areas were taken for, such as `1 glass (cyan), 2 solid (green)`.
    private var areaWords: String {
        KeyReport.Area.Kind.allCases.compactMap { kind in
            let count = areas.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue) (\(kind.ink.name))"
        }.joined(separator: ", ")
    }

    /// The result dimmed, a frame around each area; `thickness` is in pixels.
    private func markingAreas(_ thickness: Int) -> StraightImage {
        func dim(_ channel: UInt8) -> UInt8 { UInt8(20 + Int(channel) * 2 / 5) }
        var result = keyed.mapPixels {
            StraightPixel(r: dim($0.r), g: dim($0.g), b: dim($0.b), a: $0.a)
        }
        // Small areas are in front of those around them.
        for area in areas {
            result.outline(area.box, largerBy: thickness, thickness, area.kind.ink.color)
        }
        return result
    }
}

extension KeyReport.Area.Kind {
    /// Easily distinguished for most eyes, on dark and on light paper.
    fileprivate var ink: (name: String, color: StraightPixel) {
        switch self {
        case .solid: ("green", StraightPixel(r: 0, g: 170, b: 60))
        case .glass: ("cyan", StraightPixel(r: 0, g: 170, b: 230))
        case .glow: ("yellow", StraightPixel(r: 235, g: 180, b: 0))
        case .shadow: ("violet", StraightPixel(r: 170, g: 70, b: 220))
        }
    }
}
