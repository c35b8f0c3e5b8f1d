import KernelTypes
import Raster

/// A sheet with numbered boxes around its frames, and red ones around what was dropped.
///
/// Clear pixels become grey.
func drawnCut(
    _ sheet: StraightImage,
    boxes: [PixelRect],
    dropped: [PixelRect]
) -> StraightImage {
    var picture = sheet.laid(over: .color(RGB(96, 96, 96)))
    // Two colors in turn, so that neighbors are distinguished.
    let colors = [StraightPixel(r: 255, g: 0, b: 200), StraightPixel(r: 0, g: 220, b: 255)]
    let stroke = max(1, min(sheet.width, sheet.height) / 400)
    for (index, box) in boxes.enumerated() {
        picture.outline(box, stroke, colors[index % colors.count])
    }
    for (index, box) in boxes.enumerated() {
        let scale = max(1, min(box.width, box.height) / 60) + stroke
        picture.write(index, at: box.origin, scale: scale, on: colors[index % colors.count])
    }
    let red = StraightPixel(r: 255, g: 40, b: 40)
    for box in dropped { picture.outline(box, largerBy: 3 * stroke, stroke, red) }
    return picture
}

extension StraightImage {
    /// Draws a frame inside of a box that is larger than `box` by some pixels at each side.
    mutating func outline(
        _ box: PixelRect,
        largerBy margin: Int = 0,
        _ stroke: Int,
        _ color: StraightPixel
    ) {
        let (x, y) = (box.x - margin, box.y - margin)
        let (width, height) = (box.width + 2 * margin, box.height + 2 * margin)
        let sides = [
            PixelRect(x: x, y: y, width: width, height: stroke),
            PixelRect(x: x, y: y + height - stroke, width: width, height: stroke),
            PixelRect(x: x, y: y, width: stroke, height: height),
            PixelRect(x: x + width - stroke, y: y, width: stroke, height: height),
        ]
        for side in sides { if let side { fill(side, with: color) } }
    }

    /// Writes a number on a plate, at its top-left corner.
    fileprivate mutating func write(
        _ number: Int,
        at corner: PixelPoint,
        scale: Int,
        on plate: StraightPixel
    ) {
        let digits = "\(number)".compactMap(\.wholeNumberValue)
        let black = StraightPixel(r: 0, g: 0, b: 0)
        func square(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect? {
            PixelRect(
                x: corner.x + x * scale,
                y: corner.y + y * scale,
                width: width * scale,
                height: height * scale
            )
        }
        if let back = square(0, 0, 4 * digits.count + 1, 7) { fill(back, with: plate) }
        for (place, digit) in digits.enumerated() {
            for (row, bits) in digitRows[digit].enumerated() {
                for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
                    if let dot = square(1 + 4 * place + column, 1 + row, 1, 1) {
                        fill(dot, with: black)
                    }
                }
            }
        }
    }
}

/// The digits in 3x5 pixels, a row a number, the left pixel in the highest of three bits.
private let digitRows: [[Int]] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
]
