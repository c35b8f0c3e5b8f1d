public import Raster

/// The original beside the keyed result over a backdrop, and the result with its fringe marked.
///
/// - Parameters:
///   - original: as it was decoded, the screen in it.
///   - keyed: the result; straight alpha, the same size.
///   - key: the screen's color.
///   - title: a line above; may be empty.
///   - style: how it looks.
/// - Returns: nil when the sheet would pass the largest raster side.
public func beforeAfter(
    original: StraightImage,
    keyed: StraightImage,
    key: (r: UInt8, g: UInt8, b: UInt8) = (0, 255, 0),
    title: String = "",
    style: SheetStyle = .light
) -> StraightImage? {
    let fringe = Fringe(of: keyed, key: key)
    let percent = decimal(fringe.share * 100, 1)
    return ContactSheet(
        title: title,
        rows: [
            ContactSheet.Row(cells: [
                ContactSheet.Cell(picture: original, label: "original", note: "\(original.size)"),
                ContactSheet.Cell(picture: keyed, label: "keyed", note: "\(keyed.size)"),
                ContactSheet.Cell(
                    picture: fringe.marked(on: keyed),
                    label: "fringe",
                    note: "\(percent)% of \(fringe.silhouettePixels) rim px"
                ),
            ])
        ]
    ).drawn(style)
}

extension Fringe {
    /// The picture in dark gray, each pixel of the fringe in magenta, brighter the more it leans.
    public func marked(on keyed: StraightImage) -> StraightImage {
        var result = keyed
        for y in 0..<keyed.height {
            for x in 0..<keyed.width {
                let pixel = keyed[x, y]
                let lean = map[x, y]
                if lean >= Self.markedLean {
                    let strength = UInt8(min(255, 160 + Int(lean)))
                    result[x, y] = StraightPixel(r: strength, g: 0, b: strength)
                } else {
                    let sum = 299 * Int(pixel.r) + 587 * Int(pixel.g) + 114 * Int(pixel.b)
                    let gray = UInt8(20 + sum / 1000 * 90 / 255)
                    result[x, y] = StraightPixel(r: gray, g: gray, b: gray, a: pixel.a)
                }
            }
        }
        return result
    }
}
