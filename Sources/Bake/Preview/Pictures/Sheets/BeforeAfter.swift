package import ChromaKey
import Diagnostics
import KernelTypes
package import Raster

/// An original and what keying or the repair of its matte made of it.
package struct BeforeAfter: Hashable, Sendable {
    /// Under the original, such as its file.
    package var name: String
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
        original: StraightImage,
        keyed: StraightImage,
        areas: [KeyReport.Area] = [],
        background: RGB = RGB(0, 255, 0),
        isRepaired: Bool = false
    ) {
        self.name = name
        self.original = original
        self.keyed = keyed
        self.areas = areas
        self.background = background
        self.isRepaired = isRepaired
    }

    /// The original beside the result over a backdrop, the result with its fringe or its changes
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
            let marks = AreaMarks(areas: areas)
            // A frame is a pixel or more after shrinking, too.
            let thickness = (max(keyed.width, keyed.height) + side - 1) / side
            add(marks.marked(on: keyed, thickness: thickness), "told apart", marks.words)
        }
        return row
    }
}

/// Originals beside their keyed results, one below the other, the fringe marked.
///
/// Pictures keep their size when there are few of them; where they would make the sheet larger than
/// a picture may be, the larger ones are shrunk.
///
/// - Returns: nil when there are too many even so.
package func beforeAfter(
    _ pictures: [BeforeAfter],
    style: SheetStyle = .light
) -> StraightImage? {
    let largest = pictures.map { max($0.keyed.width, $0.keyed.height) }.max() ?? 1
    // Three or four pictures beside each other, and as many below as a picture can be high.
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
}
