/// Undoes the filter of a row of 3 or 4 bytes a pixel and writes it as RGBA, a pixel at a time.
///
/// Each pixel needs the one before it, so the four channels are all that can be done at once: as
/// bytes of one word where a carry can be kept out, as lanes for Paeth.
///
/// - `filtered` holds `stride` bytes a pixel; for 3, one byte after the row must be readable, and
///   alpha becomes 255.
/// - `above` holds the RGBA pixels of the row before, or zeros for the first; for 3 bytes a pixel
///   its alpha does not matter.
@unsafe @inline(__always)
package func unfilterPixels(
    _ filter: PNGFilter,
    _ filtered: UnsafeRawPointer,
    stride: Int,
    above: UnsafePointer<UInt32>,
    to out: UnsafeMutablePointer<UInt32>,
    width: Int
) {
    let alpha: UInt32 = stride == 3 ? 0xFF00_0000 : 0
    var from = unsafe filtered
    switch filter {
    case .none:
        for x in 0..<width {
            unsafe out[x] = word(from) | alpha
            unsafe from += stride
        }
    case .sub:
        var left: UInt32 = 0
        for x in 0..<width {
            left = unsafe addBytes(word(from), left)
            unsafe out[x] = left | alpha
            unsafe from += stride
        }
    case .up:
        for x in 0..<width {
            unsafe out[x] = addBytes(word(from), above[x]) | alpha
            unsafe from += stride
        }
    case .average:
        var left: UInt32 = 0
        for x in 0..<width {
            let up = unsafe above[x]
            // (left + up) / 2 in each byte.
            let mean = (left & up) &+ (((left ^ up) & 0xFEFE_FEFE) >> 1)
            left = unsafe addBytes(word(from), mean)
            unsafe out[x] = left | alpha
            unsafe from += stride
        }
    case .paeth:
        var left = SIMD4<Int16>(repeating: 0)
        var corner = SIMD4<Int16>(repeating: 0)
        for x in 0..<width {
            let up = unsafe lanes(above[x])
            let prediction = paeth(left, up, corner)
            let pixel = unsafe (lanes(word(from)) &+ prediction) & 0xFF
            unsafe out[x] = bytes(pixel) | alpha
            left = pixel
            corner = up
            unsafe from += stride
        }
    }
}

/// Paeth's predictor on lanes of 0...255.
@inline(__always)
private func paeth(
    _ left: SIMD4<Int16>,
    _ up: SIMD4<Int16>,
    _ corner: SIMD4<Int16>
) -> SIMD4<Int16> {
    let upOver = up &- corner
    let leftOver = left &- corner
    let fromLeft = magnitude(upOver)
    let fromUp = magnitude(leftOver)
    let fromCorner = magnitude(upOver &+ leftOver)
    let notLeft = corner.replacing(with: up, where: fromUp .<= fromCorner)
    return notLeft.replacing(with: left, where: (fromLeft .<= fromUp) .& (fromLeft .<= fromCorner))
}

@inline(__always)
private func magnitude(_ value: SIMD4<Int16>) -> SIMD4<Int16> {
    let negated = 0 &- value
    return value.replacing(with: negated, where: negated .> value)
}

/// Adds the four bytes of two words, each modulo 256.
@inline(__always)
private func addBytes(_ a: UInt32, _ b: UInt32) -> UInt32 {
    ((a & 0x7F7F_7F7F) &+ (b & 0x7F7F_7F7F)) ^ ((a ^ b) & 0x8080_8080)
}

@unsafe @inline(__always)
private func word(_ from: UnsafeRawPointer) -> UInt32 {
    unsafe from.loadUnaligned(as: UInt32.self)
}

@inline(__always)
private func lanes(_ word: UInt32) -> SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafe unsafeBitCast(word, to: SIMD4<UInt8>.self))
}

@inline(__always)
private func bytes(_ lanes: SIMD4<Int16>) -> UInt32 {
    unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: lanes), to: UInt32.self)
}
