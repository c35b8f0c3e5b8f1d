package import Raster

/// Encodes an animation as APNG: PNG, Third Edition, section 11.3.4.
///
/// Pixels keep their full color and alpha. Later frames contain only the changed rectangle. A
/// sequence that does not loop plays once and stops at its last frame. Viewers without animation
/// show the first frame. Throws `.outOfMemory`.
package func encodeAPNG(
    _ sequence: PictureSequence,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let plays: UInt32 = sequence.loops ? 0 : 1
    var file = PNGWriter()
    file.append("IHDR", pngHeader(sequence.size, .rgba))
    file.append("acTL", UInt32(sequence.frames.count).bigEndianBytes + plays.bigEndianBytes)
    // Numbers fcTL and fdAT chunks together.
    var number: UInt32 = 0
    let delays = sequence.durations.map { $0.map { fraction($0, 1000) } }
    let delay = frameDelay(fps: sequence.fps)
    for (index, frame) in sequence.frames.enumerated() {
        // The first frame is the default image and fills the canvas; a frame cannot be empty.
        let area =
            index == 0
            ? PixelRect(sequence.size)
            : frame.changedArea(from: sequence.frames[index - 1]) ?? PixelRect(.onePixel)
        let sides = [area.width, area.height, area.x, area.y].flatMap { UInt32($0).bigEndianBytes }
        // Dispose: none. Blend: replace, including alpha.
        file.append("fcTL", number.bigEndianBytes + sides + (delays?[index] ?? delay) + [0, 0])
        number += 1
        let data = try encodePNGFrame(frame.cropped(to: area), effort: effort)
        // A chunk's length is below 2^31.
        for start in stride(from: 0, to: data.count, by: 1 << 30) {
            let part = data[start..<min(data.count, start + 1 << 30)]
            if index == 0 {
                file.append("IDAT", part)
            } else {
                file.append("fdAT", number.bigEndianBytes + part)
                number += 1
            }
        }
    }
    file.append("IEND", [])
    return file.bytes
}

/// Seconds per frame as a fraction of two 16-bit numbers, big-endian.
private func frameDelay(fps: Double) -> [UInt8] {
    let parts: (numerator: Int, denominator: Int)
    if fps < 1 {
        parts = (Int((100 / fps).rounded()), 100)
    } else if fps == fps.rounded() {
        parts = (1, Int(fps))
    } else {
        // The largest that keeps the denominator in 16 bits: see `PictureSequence.fps`.
        let numerator = fps < 65 ? 1000 : 60
        parts = (numerator, Int((fps * Double(numerator)).rounded()))
    }
    return fraction(parts.numerator, parts.denominator)
}

private func fraction(_ numerator: Int, _ denominator: Int) -> [UInt8] {
    [numerator, denominator].flatMap { UInt16(clamping: $0).bigEndianBytes }
}
