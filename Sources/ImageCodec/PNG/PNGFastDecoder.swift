package import Raster

/// libpng decodes files with more filtered bytes row by row, in constant memory.
private let largestInflation = 64 << 20

/// The fast form: inflates the whole stream at once with libdeflate.
///
/// Nil for unusual files: 16-bit, interlaced, very large, out of order or damaged. Pixels equal
/// libpng's.
package func decodePNGFast(_ bytes: Span<UInt8>, _ header: PNGHeader) -> StraightImage? {
    guard header.bitDepth <= 8, !header.isInterlaced else { return nil }
    let shape = header.rowShape
    let count = (shape.rowBytes + 1) * header.size.height
    guard count <= largestInflation, let scan = PNGDataScan(bytes, header),
        var filtered = inflatePNG(bytes, scan.data, count: count)
    else { return nil }
    for y in 0..<header.size.height where filtered[y * (shape.rowBytes + 1)] > 4 { return nil }
    let samples = PNGSamples(bytes, header)
    return unsafe StraightImage(size: header.size) { pixels in
        unsafe pixels.withMemoryRebound(to: UInt32.self) { words in
            unsafe filtered.withUnsafeMutableBufferPointer { rows in
                if shape.distance >= 3 {
                    unsafe unfilterTrueColor(rows.start, shape, header.size, to: words.start)
                    if let key = samples.key { unsafe clear(key, in: words) }
                } else {
                    unsafe unfilterSamples(rows.start, shape, header.size, samples, to: words.start)
                }
            }
        }
    }
}

@unsafe
private func unfilterTrueColor(
    _ rows: UnsafePointer<UInt8>,
    _ shape: PNGRowShape,
    _ size: PixelSize,
    to out: UnsafeMutablePointer<UInt32>
) {
    let zeros = [UInt32](repeating: 0, count: size.width)
    unsafe zeros.withUnsafeBufferPointer { zeros in
        for y in 0..<size.height {
            let from = unsafe rows + y * (shape.rowBytes + 1)
            let filter = unsafe PNGFilter(rawValue: from.pointee) ?? .none
            let target = unsafe out + y * size.width
            let above = unsafe y == 0 ? zeros.start : UnsafePointer(target - size.width)
            @inline(__always)
            func unfilter(stride: Int) {
                unsafe unfilterPixels(
                    filter,
                    from + 1,
                    stride: stride,
                    above: above,
                    to: target,
                    width: size.width
                )
            }
            if shape.distance == 4 { unfilter(stride: 4) } else { unfilter(stride: 3) }
        }
    }
}

@unsafe
private func unfilterSamples(
    _ rows: UnsafeMutablePointer<UInt8>,
    _ shape: PNGRowShape,
    _ size: PixelSize,
    _ samples: PNGSamples,
    to out: UnsafeMutablePointer<UInt32>
) {
    var above: UnsafePointer<UInt8>?
    for y in 0..<size.height {
        let start = unsafe rows + y * (shape.rowBytes + 1)
        let row = unsafe start + 1
        let filter = unsafe PNGFilter(rawValue: start.pointee) ?? .none
        if filter != .none { unsafe unfilterRowReference(filter, row, above: above, shape) }
        unsafe samples.expand(row, to: out + y * size.width, width: size.width)
        unsafe above = UnsafePointer(row)
    }
}

@unsafe
private func clear(_ key: UInt32, in pixels: UnsafeMutableBufferPointer<UInt32>) {
    for i in 0..<pixels.count where unsafe pixels[i] == key {
        unsafe pixels[i] = key & 0x00FF_FFFF
    }
}
