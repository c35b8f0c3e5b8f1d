import Raster

/// Generates the unfiltered rows of an image in some layout.
///
/// The pixels must outlive it.
@safe
struct PNGRows {
    let shape: PNGRowShape
    let size: PixelSize
    private let pixels: PixelRows
    private let layout: PNGLayout

    init(_ pixels: PixelRows, _ layout: PNGLayout) {
        self.pixels = pixels
        self.layout = layout
        size = pixels.size
        shape = layout.rowShape(width: size.width)
    }

    /// Calls `body` with each row and the previous one.
    ///
    /// `before` is the row that filters the first; nil for zeros. Pointers are valid only during
    /// the call.
    func visit(
        _ rows: some Sequence<Int>,
        after before: Int?,
        _ body: (_ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>) -> Void
    ) {
        let zeros = [UInt8](repeating: 0, count: shape.rowBytes)
        unsafe zeros.withUnsafeBufferPointer { zeros in
            if layout.kind == .rgba {
                // The pixels are the bytes.
                var above = unsafe before.map { unsafe pixels.bytes(of: $0) } ?? zeros.start
                for y in rows {
                    let row = unsafe pixels.bytes(of: y)
                    unsafe body(row, above)
                    unsafe above = row
                }
                return
            }
            var lookup = PaletteLookup(layout.palette)
            var buffers = [UInt8](repeating: 0, count: 2 * shape.rowBytes)
            unsafe buffers.withUnsafeMutableBufferPointer { buffers in
                let pair = unsafe (buffers.start, buffers.start + shape.rowBytes)
                var above = unsafe zeros.start
                var isFirst = true
                func make(_ y: Int) -> UnsafePointer<UInt8> {
                    let to = unsafe isFirst ? pair.0 : pair.1
                    isFirst.toggle()
                    unsafe write(pixels.row(y), to: to, &lookup)
                    return unsafe UnsafePointer(to)
                }
                if let before { unsafe above = make(before) }
                for y in rows {
                    let row = unsafe make(y)
                    unsafe body(row, above)
                    unsafe above = row
                }
            }
        }
    }

    /// Rows of some evenly spread bands with about `limit` bytes, or all rows if they have fewer.
    func sample(ofBytes limit: Int) -> [Int] {
        let bands = 8
        let height = size.height
        let rows = limit / max(1, shape.rowBytes * bands)
        guard rows > 0, rows * bands < height else {
            return Array(0..<(rows > 0 ? height : min(height, max(1, limit / shape.rowBytes))))
        }
        return (0..<bands).flatMap { band in
            // Centered in its eighth of the image.
            let start = (2 * band + 1) * height / (2 * bands) - rows / 2
            return start..<start + rows
        }
    }

    private func write(
        _ row: UnsafePointer<StraightPixel>,
        to out: UnsafeMutablePointer<UInt8>,
        _ lookup: inout PaletteLookup
    ) {
        let width = size.width
        switch layout.kind {
        case .rgba:
            unsafe UnsafeMutableRawPointer(out).copyMemory(from: row, byteCount: 4 &* width)
        case .rgb:
            for x in 0..<width {
                unsafe out[3 &* x] = row[x].r
                unsafe out[3 &* x &+ 1] = row[x].g
                unsafe out[3 &* x &+ 2] = row[x].b
            }
        case .grayAlpha:
            for x in 0..<width {
                unsafe out[2 &* x] = row[x].r
                unsafe out[2 &* x &+ 1] = row[x].a
            }
        case .gray:
            let shift = UInt8(8 - layout.bitDepth)
            unsafe writeSamples(row, to: out) { $0.r >> shift }
        case .palette:
            unsafe writeSamples(row, to: out) { lookup[$0] }
        }
    }

    /// One sample per pixel; below 8 bits several per byte, the leftmost in the high bits.
    @inline(__always)
    private func writeSamples(
        _ row: UnsafePointer<StraightPixel>,
        to out: UnsafeMutablePointer<UInt8>,
        _ sample: (StraightPixel) -> UInt8
    ) {
        let (width, depth) = (size.width, layout.bitDepth)
        if depth == 8 {
            for x in 0..<width { unsafe out[x] = sample(row[x]) }
            return
        }
        unsafe out.update(repeating: 0, count: shape.rowBytes)
        for x in 0..<width {
            let bit = x &* depth
            let value = unsafe sample(row[x])
            unsafe out[bit &>> 3] |= value << UInt8(8 &- depth &- bit & 7)
        }
    }

    /// Filtered rows, each preceded by its filter's number, ready for compression.
    ///
    /// `before` is the row above the first; nil for none.
    func filtered(
        _ strategy: FilterStrategy,
        _ rows: some Collection<Int>,
        after before: Int? = nil
    ) -> [UInt8] {
        let rowBytes = shape.rowBytes
        let total = (rowBytes + 1) * rows.count
        return unsafe [UInt8](unsafeUninitializedCapacity: total) { out, count in
            var target = unsafe out.start
            unsafe visit(rows, after: before) { row, above in
                let filter = unsafe choose(strategy, row, above: above, to: target + 1)
                unsafe target.pointee = filter.rawValue
                unsafe target += rowBytes + 1
            }
            count = total
        }
    }

    private func choose(
        _ strategy: FilterStrategy,
        _ row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>
    ) -> PNGFilter {
        switch strategy {
        case .all(let filter):
            unsafe filterRow(filter, row, above: above, to: target, shape)
            return filter
        case .smallestSum:
            return unsafe chooseLeast(row, above: above, to: target, sumOfMagnitudes)
        case .smallestEntropy:
            return unsafe chooseLeast(row, above: above, to: target, entropy)
        }
    }

    /// Writes the filtered row with the smallest measure; ties go to the simpler filter.
    private func chooseLeast(
        _ row: UnsafePointer<UInt8>,
        above: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        _ measure: (_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int
    ) -> PNGFilter {
        var best = (filter: PNGFilter.none, measure: Int.max)
        for filter in PNGFilter.allCases {
            unsafe filterRow(filter, row, above: above, to: target, shape)
            let value = unsafe measure(target, shape.rowBytes)
            if value < best.measure { best = (filter, value) }
        }
        if best.filter != .paeth {
            unsafe filterRow(best.filter, row, above: above, to: target, shape)
        }
        return best.filter
    }
}

/// Maps colors to indexes of a palette that contains them.
private struct PaletteLookup {
    private var table = IndexTable(bits: 10)
    private var last: (color: StraightPixel, index: UInt8)

    init(_ palette: [StraightPixel]) {
        last = (palette.first ?? .clear, 0)
        for (index, color) in palette.enumerated() {
            _ = table.index(of: color.word, orAdding: index)
        }
    }

    subscript(color: StraightPixel) -> UInt8 {
        mutating get {
            if color == last.color { return last.index }
            last = (color, UInt8(truncatingIfNeeded: table.index(of: color.word, orAdding: 0)))
            return last.index
        }
    }
}

/// The rows of an image.
///
/// The pixels must outlive it.
@safe
struct PixelRows {
    let size: PixelSize
    private let start: UnsafePointer<StraightPixel>

    init(_ pixels: UnsafeBufferPointer<StraightPixel>, _ size: PixelSize) {
        precondition(pixels.count == size.area, "\(pixels.count) pixels of \(size)")
        self.size = size
        unsafe start = pixels.start
    }

    @inline(__always)
    func row(_ y: Int) -> UnsafePointer<StraightPixel> { unsafe start + y &* size.width }

    /// Red first.
    func bytes(of y: Int) -> UnsafePointer<UInt8> {
        unsafe UnsafeRawPointer(row(y)).assumingMemoryBound(to: UInt8.self)
    }

    /// Calls `body` with every pixel, row by row, until it returns false; returns false then.
    @inline(__always)
    @discardableResult
    func visit(_ body: (StraightPixel) -> Bool) -> Bool {
        for y in 0..<size.height {
            let row = unsafe row(y)
            for x in 0..<size.width {
                guard unsafe body(row[x]) else { return false }
            }
        }
        return true
    }
}

enum FilterStrategy: Hashable {
    case all(PNGFilter)
    /// The filter with the smallest sum of absolute values for each row (the heuristic of the PNG
    /// specification, section 12.8).
    case smallestSum
    case smallestEntropy
}
