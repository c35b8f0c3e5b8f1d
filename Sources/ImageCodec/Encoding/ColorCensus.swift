import Raster

/// What the colors of an image allow a file to omit.
struct ColorCensus {
    var isOpaque = true
    /// Red, green and blue are equal in every pixel, transparent ones too.
    var isGray = true
    var isBinary = true
    /// In order of first appearance; nil beyond 256 colors.
    var palette: [StraightPixel]?
    /// The only color of transparent pixels, if no visible pixel has it.
    var transparentKey: StraightPixel?

    init(_ pixels: PixelRows) {
        palette = Self.palette(of: pixels)
        if let palette {
            for color in palette { note(color) }
        } else {
            noteAll(pixels)
        }
        if isBinary, !isOpaque { transparentKey = key(of: pixels) }
    }

    private mutating func note(_ color: StraightPixel) {
        if color.a != 255 { isOpaque = false }
        if color.a != 255, color.a != 0 { isBinary = false }
        if color.r != color.g || color.g != color.b { isGray = false }
    }

    private mutating func noteAll(_ pixels: PixelRows) {
        var (allAlpha, tint, partial): (UInt8, UInt8, UInt8) = (255, 0, 0)
        for y in 0..<pixels.size.height {
            let row = unsafe pixels.row(y)
            for x in 0..<pixels.size.width {
                let pixel = unsafe row[x]
                allAlpha &= pixel.a
                tint |= (pixel.r ^ pixel.g) | (pixel.g ^ pixel.b)
                // 0 and 255 are the only values that become 0 or 1 when incremented.
                partial |= (pixel.a &+ 1) & 0xFE
            }
        }
        isOpaque = allAlpha == 255
        isGray = tint == 0
        isBinary = partial == 0
    }

    private static func palette(of pixels: PixelRows) -> [StraightPixel]? {
        var table = IndexTable(bits: 10)
        var colors: [StraightPixel] = []
        var last: StraightPixel?
        let isWhole = pixels.visit { pixel in
            if pixel == last { return true }
            last = pixel
            if table.index(of: pixel.word, orAdding: colors.count) == colors.count {
                guard colors.count < 256 else { return false }
                colors.append(pixel)
            }
            return true
        }
        return isWhole ? colors : nil
    }

    private func key(of pixels: PixelRows) -> StraightPixel? {
        var first: StraightPixel?
        pixels.visit { pixel in
            if pixel.a == 0 { first = pixel }
            return first == nil
        }
        guard let first else { return nil }
        let visible = StraightPixel(r: first.r, g: first.g, b: first.b, a: 255)
        let isItsOwn = pixels.visit { pixel in
            pixel.a == 0 ? pixel == first : pixel != visible
        }
        return isItsOwn ? first : nil
    }
}

extension StraightPixel {
    /// The four bytes as one number, red lowest.
    var word: UInt32 { colorWord | UInt32(a) << 24 }
}
