package import Raster

/// A picture as characters: the upper pixel of each pair is the foreground of `▀`, the lower one
/// its background.
///
/// Pixels of at least half alpha are drawn in their own color, others not at all. Rows end with
/// plain attributes and a line feed.
package func halfBlocks(_ picture: StraightImage, colors: TerminalColors) -> [UInt8] {
    var writer = HalfBlockWriter(colors: colors)
    let clear = StraightPixel.clear
    for y in stride(from: 0, to: picture.height, by: 2) {
        for x in 0..<picture.width {
            let lower = y + 1 < picture.height ? picture[x, y + 1] : clear
            writer.write(upper: picture[x, y], lower: lower)
        }
        writer.endRow()
    }
    return writer.bytes
}

private struct HalfBlockWriter {
    let colors: TerminalColors
    var bytes: [UInt8] = []
    // What the terminal draws with; nil is its own color.
    private var foreground: Color?
    private var background: Color?

    private enum Color: Hashable {
        case direct(UInt8, UInt8, UInt8)
        case indexed(UInt8)

        var parameters: String {
            switch self {
            case .direct(let r, let g, let b): "2;\(r);\(g);\(b)"
            case .indexed(let index): "5;\(index)"
            }
        }
    }

    init(colors: TerminalColors) { self.colors = colors }

    private func color(_ pixel: StraightPixel) -> Color? {
        guard pixel.a >= 128 else { return nil }
        switch colors {
        case .direct: return .direct(pixel.r, pixel.g, pixel.b)
        case .indexed: return .indexed(xtermColor(pixel.r, pixel.g, pixel.b))
        }
    }

    mutating func write(upper: StraightPixel, lower: StraightPixel) {
        let (upper, lower) = (color(upper), color(lower))
        if upper == lower {
            set(background: upper)
            append(" ")
        } else if let upper {
            set(foreground: upper)
            set(background: lower)
            append("▀")
        } else if let lower {
            set(foreground: lower)
            set(background: nil)
            append("▄")
        }
    }

    mutating func endRow() {
        if foreground != nil || background != nil { append(Escape.plain) }
        (foreground, background) = (nil, nil)
        append("\n")
    }

    private mutating func set(foreground color: Color) {
        if foreground != color { append(Escape.csi + "38;\(color.parameters)m") }
        foreground = color
    }

    private mutating func set(background color: Color?) {
        if background != color {
            append(Escape.csi + (color.map { "48;\($0.parameters)" } ?? "49") + "m")
        }
        background = color
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// The nearest of xterm's colors 16...255: a 6 x 6 x 6 cube and 24 grays.
///
/// The first 16 are left out, because users change them. Distance: squares of code value
/// differences; ties go to the cube.
package func xtermColor(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> UInt8 {
    let levels = [0, 95, 135, 175, 215, 255]
    func square(_ difference: Int) -> Int { difference * difference }
    // The cube is a product, so the nearest entry is the nearest level of each channel.
    func nearestLevel(_ value: UInt8) -> Int {
        // Thresholds are halfway between levels.
        let value = Int(value)
        return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }
    let (red, green, blue) = (Int(r), Int(g), Int(b))
    let cube = (nearestLevel(r), nearestLevel(g), nearestLevel(b))
    let cubeDistance =
        square(levels[cube.0] - red) + square(levels[cube.1] - green)
        + square(levels[cube.2] - blue)
    // The gray nearest to the mean is the nearest in space: 8, 18, ... 238.
    let step = max(0, min(23, ((red + green + blue) / 3 - 3) / 10))
    var best = (distance: cubeDistance, index: 16 + 36 * cube.0 + 6 * cube.1 + cube.2)
    for candidate in max(0, step - 1)...min(23, step + 1) {
        let gray = 8 + 10 * candidate
        let distance = square(gray - red) + square(gray - green) + square(gray - blue)
        if distance < best.distance { best = (distance, 232 + candidate) }
    }
    return UInt8(best.index)
}
