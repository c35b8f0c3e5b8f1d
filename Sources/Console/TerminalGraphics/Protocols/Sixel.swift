package import Raster

/// A picture as sixel graphics: VT330/VT340 Programmer Reference Manual, chapter 14.
///
/// Up to 255 colors are kept (as closely as sixel's 0...100 a channel allows), more are reduced to
/// 255. Pixels of less than half alpha are left out, others drawn opaque.
package func sixel(_ picture: StraightImage) -> [UInt8] {
    let indexed = IndexedPictures([picture.hardened()], limit: 255)
    let pixels = indexed.pictures[0]
    // P2 = 1: what is not drawn keeps its color. Raster attributes: square pixels, then the size.
    var bytes = Array("\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)".utf8)
    func percent(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }
    for (index, color) in indexed.palette.enumerated() {
        let channels = "\(percent(color.r));\(percent(color.g));\(percent(color.b))"
        bytes += Array("#\(index);2;\(channels)".utf8)
    }
    var band = SixelBand(width: picture.width, colors: indexed.palette.count)
    for top in stride(from: 0, to: picture.height, by: 6) {
        let rows = min(6, picture.height - top)
        let start = top * picture.width
        band.fill(with: pixels[start..<(start + rows * picture.width)])
        band.write(to: &bytes)
        if top + rows < picture.height { bytes.append(UInt8(ascii: "-")) }
    }
    return bytes + [0x1B, UInt8(ascii: "\\")]
}

/// Six rows of a picture: for each color in it, which of the six pixels of each column have it.
private struct SixelBand {
    private let width: Int
    /// `width` columns a color, bit 0 is the top row; clear outside of the color's span.
    private var columns: [UInt8]
    /// For each color the first and the last column that has it.
    private var spans: [(first: Int, last: Int)]
    /// The colors in the band, in order of appearance.
    private var used: [Int] = []

    init(width: Int, colors: Int) {
        self.width = width
        columns = [UInt8](repeating: 0, count: width * colors)
        spans = Array(repeating: (width, -1), count: colors)
    }

    mutating func fill(with pixels: ArraySlice<UInt8?>) {
        for color in used {
            for x in spans[color].first...spans[color].last { columns[color * width + x] = 0 }
            spans[color] = (width, -1)
        }
        used.removeAll(keepingCapacity: true)
        var (x, bit) = (0, UInt8(1))
        for index in pixels {
            if let index {
                let color = Int(index)
                let span = spans[color]
                if span.last < 0 { used.append(color) }
                spans[color] = (min(span.first, x), max(span.last, x))
                columns[color * width + x] |= bit
            }
            x += 1
            if x == width { (x, bit) = (0, bit << 1) }
        }
    }

    func write(to bytes: inout [UInt8]) {
        for (place, color) in used.enumerated() {
            // Back to the left border, over what is drawn already.
            if place > 0 { bytes.append(UInt8(ascii: "$")) }
            bytes += Array("#\(color)".utf8)
            let (first, last) = spans[color]
            append(0, count: first, to: &bytes)
            var x = first
            // Nothing has to be drawn behind the last pixel.
            while x <= last {
                let value = columns[color * width + x]
                var end = x + 1
                while end <= last, columns[color * width + end] == value { end += 1 }
                append(value, count: end - x, to: &bytes)
                x = end
            }
        }
    }

    private func append(_ value: UInt8, count: Int, to bytes: inout [UInt8]) {
        let letter = UInt8(ascii: "?") + value
        if count > 3 { bytes += Array("!\(count)".utf8) + [letter] }
        if count <= 3 { for _ in 0..<count { bytes.append(letter) } }
    }
}
