import Raster

/// The pixel layout of a file: the IHDR's color type and depth, with PLTE and tRNS.
struct PNGLayout {
    enum Kind: UInt8 {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        /// Samples per pixel.
        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    var kind: Kind
    var bitDepth = 8
    /// For `.palette`: the colors by index, translucent ones first.
    var palette: [StraightPixel] = []
    /// For `.gray` and `.rgb`: the color that represents transparent pixels, alpha 0.
    var transparentKey: StraightPixel?

    static let rgba = PNGLayout(kind: .rgba)

    func rowShape(width: Int) -> PNGRowShape {
        PNGRowShape(width: width, bitsPerPixel: kind.channels * bitDepth)
    }

    /// The size of PLTE and tRNS.
    var tableBytes: Int {
        var count = 0
        if let palette = paletteChunk { count += 12 + palette.count }
        if let transparency = transparencyChunk { count += 12 + transparency.count }
        return count
    }

    var paletteChunk: [UInt8]? {
        kind == .palette ? palette.flatMap { [$0.r, $0.g, $0.b] } : nil
    }

    var transparencyChunk: [UInt8]? {
        switch kind {
        case .palette:
            let alphas = palette.prefix { $0.a != 255 }.map(\.a)
            return alphas.isEmpty ? nil : alphas
        case .gray:
            return transparentKey.map { [0, $0.r >> UInt8(8 - bitDepth)] }
        case .rgb:
            return transparentKey.map { [0, $0.r, 0, $0.g, 0, $0.b] }
        case .grayAlpha, .rgba:
            return nil
        }
    }

    /// The lossless layouts for an image, most promising first, ending with the one with all needed
    /// channels.
    static func candidates(for census: ColorCensus, _ size: PixelSize) -> [PNGLayout] {
        var found: [PNGLayout] = []
        let full = PNGLayout(whole: census)
        if let colors = census.palette {
            let indexed = PNGLayout(paletteOf: colors)
            if census.isGray, let gray = PNGLayout(grayOf: colors, key: census.transparentKey) {
                found.append(gray)
                if indexed.bitDepth < gray.bitDepth { found.append(indexed) }
                return found
            }
            found.append(indexed)
            // In small images the tables outweigh the saved channels.
            if size.area < 4096 { found.append(full) }
            return found
        }
        return [full]
    }
}

extension PNGLayout {
    /// All channels that the image needs, at 8 bits.
    init(whole census: ColorCensus) {
        if census.isOpaque || census.transparentKey != nil {
            self.init(kind: census.isGray ? .gray : .rgb, transparentKey: census.transparentKey)
        } else {
            self.init(kind: census.isGray ? .grayAlpha : .rgba)
        }
    }

    /// A palette with translucent colors first, so that tRNS is short; otherwise in order of
    /// appearance.
    init(paletteOf colors: [StraightPixel]) {
        let ordered = colors.filter { $0.a != 255 } + colors.filter { $0.a == 255 }
        self.init(kind: .palette, bitDepth: Self.depth(forValues: ordered.count), palette: ordered)
    }

    /// Gray at the smallest sufficient depth; nil with partial alpha, or transparent pixels without
    /// a separate color.
    init?(grayOf colors: [StraightPixel], key: StraightPixel?) {
        if key == nil, colors.contains(where: { $0.a != 255 }) { return nil }
        let values = colors.map(\.r)
        let depth =
            [1, 2, 4].first { depth in
                let step = UInt8(255 / ((1 << depth) - 1))
                return values.allSatisfy { $0.isMultiple(of: step) }
            } ?? 8
        self.init(kind: .gray, bitDepth: depth, transparentKey: key)
    }

    private static func depth(forValues count: Int) -> Int {
        if count <= 2 { return 1 }
        if count <= 4 { return 2 }
        return count <= 16 ? 4 : 8
    }
}

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

/// An open hash table from numbers to indexes, with more slots than it ever holds.
struct IndexTable {
    private var keys: [UInt32]
    private var indexes: [Int16]
    private let shift: UInt32

    /// With 2^`bits` slots.
    init(bits: Int) {
        keys = [UInt32](repeating: 0, count: 1 << bits)
        indexes = [Int16](repeating: -1, count: 1 << bits)
        shift = UInt32(32 - bits)
    }

    /// The index of a key, which is `new` if the table lacked it.
    mutating func index(of key: UInt32, orAdding new: Int) -> Int {
        var slot = Int((key &* 0x9E37_79B1) >> shift)
        while indexes[slot] >= 0, keys[slot] != key { slot = (slot + 1) & (indexes.count - 1) }
        if indexes[slot] < 0 { (keys[slot], indexes[slot]) = (key, Int16(new)) }
        return Int(indexes[slot])
    }

    mutating func removeAll() {
        for slot in indexes.indices { indexes[slot] = -1 }
    }
}
