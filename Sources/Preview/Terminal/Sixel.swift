internal import Raster

/// A picture as sixel graphics: VT330/VT340 Programmer Reference Manual, chapter 14.
///
/// Up to 255 colors are kept (as closely as sixel's 0...100 a channel allows), more are reduced to
/// 255. Pixels of less than half alpha are left out, others drawn opaque.
func sixel(_ picture: StraightImage) -> [UInt8] {
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
    /// `width` columns a color, bit 0 is the top row.
    private var columns: [UInt8]
    /// The colors in the band, in order of appearance.
    private var used: [Int] = []
    private var isUsed: [Bool]

    init(width: Int, colors: Int) {
        self.width = width
        columns = [UInt8](repeating: 0, count: width * colors)
        isUsed = [Bool](repeating: false, count: colors)
    }

    mutating func fill(with pixels: ArraySlice<UInt8?>) {
        for color in used {
            for x in 0..<width { columns[color * width + x] = 0 }
            isUsed[color] = false
        }
        used = []
        for (place, index) in pixels.enumerated() {
            guard let color = index.map(Int.init) else { continue }
            if !isUsed[color] {
                isUsed[color] = true
                used.append(color)
            }
            columns[color * width + place % width] |= 1 << UInt8(place / width)
        }
    }

    func write(to bytes: inout [UInt8]) {
        for (place, color) in used.enumerated() {
            // Back to the left border, over what is drawn already.
            if place > 0 { bytes.append(UInt8(ascii: "$")) }
            bytes += Array("#\(color)".utf8)
            var rest = columns[(color * width)..<((color + 1) * width)]
            // Nothing has to be drawn behind the last pixel.
            while rest.last == 0 { rest.removeLast() }
            while let value = rest.first {
                let run = rest.prefix { $0 == value }.count
                let letter = UInt8(ascii: "?") + value
                if run > 3 {
                    bytes += Array("!\(run)".utf8) + [letter]
                } else {
                    bytes.append(contentsOf: repeatElement(letter, count: run))
                }
                rest = rest.dropFirst(run)
            }
        }
    }
}
