import Raster

/// What the colors of an image allow a file to omit.
struct ColorCensus {
    var isOpaque = true
    /// Red, green and blue are equal in every pixel, transparent ones too.
    var isGray = true
    var isBinary = true
    /// The colors and their frequencies, in order of first appearance; nil beyond 256 colors.
    var palette: [Entry]?
    /// The only color of transparent pixels, if no visible pixel has it.
    var transparentKey: StraightPixel?

    struct Entry {
        let color: StraightPixel
        var count: Int
    }

    init(_ pixels: PixelRows) {
        palette = Self.palette(of: pixels)
        if let palette {
            for entry in palette { note(entry.color) }
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

    /// Counts colors in an open hash table; nil beyond 256.
    private static func palette(of pixels: PixelRows) -> [Entry]? {
        let slots = 1024
        var table = [Int16](repeating: -1, count: slots)
        var entries: [Entry] = []
        var last = 0
        let isWhole = pixels.visit { pixel in
            if !entries.isEmpty, entries[last].color == pixel {
                entries[last].count += 1
                return true
            }
            var slot = Int((pixel.bits &* 0x9E37_79B1) >> 22)
            while table[slot] >= 0, entries[Int(table[slot])].color != pixel {
                slot = (slot + 1) & (slots - 1)
            }
            if table[slot] < 0 {
                guard entries.count < 256 else { return false }
                table[slot] = Int16(entries.count)
                entries.append(Entry(color: pixel, count: 0))
            }
            last = Int(table[slot])
            entries[last].count += 1
            return true
        }
        return isWhole ? entries : nil
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
    var bits: UInt32 { UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 | UInt32(a) << 24 }
}
