package import Raster

/// Encodes an animation as GIF 89a with one palette for all frames; nil if a side exceeds 65,535
/// pixels.
///
/// Up to 255 colors are kept. More are reduced to 255 chosen ones without dithering, so that static
/// areas stay static. Pixels of at least half alpha become opaque in their own color, others clear.
/// Frame times are whole hundredths of a second with the correct sum, and at least two, because
/// browsers slow down faster ones.
package func encodeGIF(_ sequence: PictureSequence) -> [UInt8]? {
    let size = sequence.size
    guard size.width <= 65_535, size.height <= 65_535 else { return nil }
    let frames = sequence.frames.map { $0.hardened() }
    let indexed = IndexedPictures(frames, limit: 255)
    var writer = GIFWriter(size: size, palette: indexed.palette, loops: sequence.loops)
    let isOpaque = frames.allSatisfy(\.isOpaque)
    var elapsed = 0
    for (index, frame) in frames.enumerated() {
        let end =
            sequence.durations == nil
            ? (Double(index + 1) * 100 / sequence.fps).rounded()
            : (sequence.start(ofFrame: index + 1) * 100).rounded()
        let delay = max(2, Int(end) - elapsed)
        elapsed = max(elapsed + delay, Int(end))
        let pixels = indexed.pictures[index]
        if isOpaque {
            // Only changes from the previous frame.
            let area =
                index == 0
                ? PixelRect(size)
                : frame.changedArea(from: frames[index - 1]) ?? PixelRect(.onePixel)
            let before = index == 0 ? nil : indexed.pictures[index - 1]
            writer.append(pixels, unlike: before, area, delay: delay, disposal: .none)
        } else {
            let area = frame.opaqueBounds() ?? PixelRect(.onePixel)
            writer.append(pixels, unlike: nil, area, delay: delay, disposal: .background)
        }
    }
    return writer.finished()
}
