import CSystem

/// A small bitmap font for labels.
///
/// Glyphs are up to 5 pixels wide and 7 high, plus 2 below the baseline, one pixel apart.
/// Characters outside of ASCII 32...126 become a box.
package struct PixelFont {
    /// The rows of a line, descenders included.
    package static let height = 9
    package static let standard = PixelFont()

    /// Rows from top to bottom; bit n is column n.
    fileprivate struct Glyph {
        var rows: [UInt8]
        var width: Int
    }

    private let glyphs: [Glyph]
    private let box = Glyph(rows: [31, 17, 17, 17, 17, 17, 31, 0, 0], width: 5)

    /// From font.txt: ASCII 32...126 in order, twelve a block, each 5 columns by 9 rows; the baseline is
    /// under the seventh row.
    private init() {
        let file = unsafe kiln_embedded_file("font.txt")
        let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.count)
        let drawings = unsafe String(decoding: bytes, as: UTF8.self)
        glyphs = drawings.split(separator: "\n\n").flatMap { block in
            let lines = block.split(separator: "\n").map { $0.split(separator: " ") }
            return (lines.first ?? []).indices.map { place in
                Glyph(drawing: lines.map { Array($0[place].utf8) })
            }
        }
    }

    private func glyph(_ character: Character) -> Glyph {
        guard let code = character.asciiValue, (32...126).contains(code) else { return box }
        return glyphs[Int(code) - 32]
    }

    /// In columns, at scale 1.
    package func width(of text: String) -> Int {
        text.isEmpty ? 0 : text.reduce(-1) { $0 + glyph($1).width + 1 }
    }

    /// Truncates `text` to `width` columns, with two dots at the end.
    package func shortened(_ text: String, to width: Int) -> String {
        if self.width(of: text) <= width { return text }
        var kept = text
        while !kept.isEmpty {
            kept.removeLast()
            if self.width(of: kept + "..") <= width { return kept + ".." }
        }
        return ""
    }

    /// Draws a line of text with its top-left corner at `point`, cropped to the image; `scale` is
    /// in pixels per dot, at least 1.
    package func draw(
        _ text: String,
        at point: PixelPoint,
        color: StraightPixel,
        scale: Int,
        on image: inout StraightImage
    ) {
        var x = point.x
        for character in text {
            let glyph = glyph(character)
            for (row, bits) in glyph.rows.enumerated() {
                for column in 0..<glyph.width where bits >> UInt8(column) & 1 == 1 {
                    let dot = PixelRect(
                        x: x + column * scale,
                        y: point.y + row * scale,
                        width: scale,
                        height: scale
                    )
                    if let dot { image.fill(dot, with: color) }
                }
            }
            x += (glyph.width + 1) * scale
        }
    }
}

extension PixelFont.Glyph {
    /// From rows of `#` and `.`; empty columns at the sides are omitted, and a blank is three
    /// columns wide.
    fileprivate init(drawing lines: [[UInt8]]) {
        let ink = UInt8(ascii: "#")
        let columns = lines.flatMap { line in line.indices.filter { line[$0] == ink } }
        guard let first = columns.min(), let last = columns.max() else {
            self.init(rows: lines.map { _ in 0 }, width: 3)
            return
        }
        let rows = lines.map { line in
            (first...last).reduce(UInt8(0)) { bits, column in
                line[column] == ink ? bits | 1 << UInt8(column - first) : bits
            }
        }
        self.init(rows: rows, width: last - first + 1)
    }
}
