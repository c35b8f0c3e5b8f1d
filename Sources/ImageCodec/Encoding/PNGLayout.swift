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
