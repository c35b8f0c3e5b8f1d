internal import Raster

/// The unfiltered bytes of a picture in some layout, row after row without gaps.
struct PNGRows {
    let shape: PNGRowShape
    let height: Int
    let bytes: [UInt8]

    init(_ image: StraightImage, _ layout: PNGLayout) {
        shape = layout.rowShape(width: image.width)
        height = image.height
        bytes = unsafe image.withPixels { pixels in
            switch layout.kind {
            case .rgba: unsafe [UInt8](UnsafeRawBufferPointer(pixels))
            case .rgb: unsafe Self.packed(pixels, 3) { ($0.r, $0.g, $0.b) }
            case .grayAlpha: unsafe Self.pairs(pixels)
            case .gray:
                unsafe Self.samples(
                    pixels,
                    width: image.width,
                    depth: layout.bitDepth
                ) { $0.r >> UInt8(8 - layout.bitDepth) }
            case .palette: unsafe Self.indices(pixels, width: image.width, layout)
            }
        }
    }

    private init(shape: PNGRowShape, height: Int, bytes: [UInt8]) {
        self.shape = shape
        self.height = height
        self.bytes = bytes
    }

    /// Bands of rows, evenly spread, that hold about `limit` bytes; everything when that is less.
    func sample(ofBytes limit: Int) -> PNGRows {
        let bands = 8
        let rows = limit / max(1, shape.rowBytes * bands)
        guard rows > 0, rows * bands < height else {
            return rows > 0 ? self : PNGRows(firstRows: max(1, limit / shape.rowBytes), of: self)
        }
        var taken: [UInt8] = []
        taken.reserveCapacity(rows * bands * shape.rowBytes)
        for band in 0..<bands {
            // Centered in its eighth of the picture.
            let start = (2 * band + 1) * height / (2 * bands) - rows / 2
            taken += bytes[start * shape.rowBytes..<(start + rows) * shape.rowBytes]
        }
        return PNGRows(shape: shape, height: rows * bands, bytes: taken)
    }

    private init(firstRows count: Int, of whole: PNGRows) {
        shape = whole.shape
        height = min(count, whole.height)
        bytes = Array(whole.bytes.prefix(height * whole.shape.rowBytes))
    }

    private static func packed(
        _ pixels: UnsafeBufferPointer<StraightPixel>,
        _ channels: Int,
        _ split: (StraightPixel) -> (UInt8, UInt8, UInt8)
    ) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { out, count in
            for i in 0..<pixels.count {
                let (r, g, b) = unsafe split(pixels[i])
                unsafe out[3 &* i] = r
                unsafe out[3 &* i &+ 1] = g
                unsafe out[3 &* i &+ 2] = b
            }
            count = pixels.count * 3
        }
    }

    private static func pairs(_ pixels: UnsafeBufferPointer<StraightPixel>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 2) { out, count in
            for i in 0..<pixels.count {
                unsafe out[2 &* i] = pixels[i].r
                unsafe out[2 &* i &+ 1] = pixels[i].a
            }
            count = pixels.count * 2
        }
    }

    /// One sample a pixel, several to a byte below 8 bits, the leftmost in the high bits.
    private static func samples(
        _ pixels: UnsafeBufferPointer<StraightPixel>,
        width: Int,
        depth: Int,
        _ sample: (StraightPixel) -> UInt8
    ) -> [UInt8] {
        if depth == 8 { return unsafe pixels.map(sample) }
        let rowBytes = (width * depth + 7) / 8
        let height = pixels.count / width
        var out = [UInt8](repeating: 0, count: rowBytes * height)
        for y in 0..<height {
            for x in 0..<width {
                let bit = x * depth
                let value = unsafe sample(pixels[y * width + x])
                out[y * rowBytes + bit >> 3] |= value << UInt8(8 - depth - bit & 7)
            }
        }
        return out
    }

    private static func indices(
        _ pixels: UnsafeBufferPointer<StraightPixel>,
        width: Int,
        _ layout: PNGLayout
    ) -> [UInt8] {
        var lookup = PaletteLookup(layout.palette)
        return unsafe samples(pixels, width: width, depth: layout.bitDepth) { lookup[$0] }
    }
}

/// From a color to its index in a palette that holds it.
private struct PaletteLookup {
    private static let slots = 1024
    private var keys: [StraightPixel]
    private var values: [Int16]
    private var last: (color: StraightPixel, index: UInt8)

    init(_ palette: [StraightPixel]) {
        keys = [StraightPixel](repeating: .clear, count: Self.slots)
        values = [Int16](repeating: -1, count: Self.slots)
        last = (palette.first ?? .clear, 0)
        for (index, color) in palette.enumerated() {
            let slot = place(of: color)
            keys[slot] = color
            values[slot] = Int16(index)
        }
    }

    subscript(color: StraightPixel) -> UInt8 {
        mutating get {
            if color == last.color { return last.index }
            last = (color, UInt8(truncatingIfNeeded: values[place(of: color)]))
            return last.index
        }
    }

    /// The slot of a color, or the free one where it would go.
    private func place(of color: StraightPixel) -> Int {
        var slot = Int((color.bits &* 0x9E37_79B1) >> 22)
        while values[slot] >= 0, keys[slot] != color { slot = (slot + 1) & (Self.slots - 1) }
        return slot
    }
}
