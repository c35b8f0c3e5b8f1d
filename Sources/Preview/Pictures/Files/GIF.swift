internal import Raster

/// What becomes of partly see-through pixels in a GIF, which has none.
package enum GIFTransparency: Hashable, Sendable {
    /// Pixels of at least half alpha are opaque in their own color, others clear.
    case hard
    /// Every visible pixel is mixed with a color, that of the page where the picture will stand;
    /// clear pixels stay clear.
    case matte(r: UInt8, g: UInt8, b: UInt8)
    /// The whole picture lies over a backdrop; nothing is clear.
    case filled(Backdrop)

    func apply(to picture: StraightImage) -> StraightImage {
        switch self {
        case .hard: return picture.hardened()
        case .filled(let backdrop): return picture.laid(over: backdrop)
        case .matte(let r, let g, let b):
            var result = picture.laid(over: .color(r: r, g: g, b: b))
            for y in 0..<picture.height {
                for x in 0..<picture.width where picture[x, y].a == 0 { result[x, y] = .clear }
            }
            return result
        }
    }
}

/// Encodes an animation as GIF 89a with one palette for all frames.
///
/// Up to 255 colors are kept, more are reduced to 255 well-chosen ones, without dithering, so that
/// still areas stay still. Frame times are whole hundredths of a second that add up to the right
/// length, and at least two, because browsers slow down what is faster.
///
/// - Parameters:
///   - sequence: sides of at most 65,535 pixels.
///   - transparency: what becomes of partly see-through pixels.
/// - Returns: nil when the picture is larger than a GIF can be.
package func encodeGIF(
    _ sequence: PictureSequence,
    transparency: GIFTransparency = .hard
) -> [UInt8]? {
    let size = sequence.size
    guard size.width <= 65_535, size.height <= 65_535 else { return nil }
    let frames = sequence.frames.map(transparency.apply)
    let indexed = IndexedPictures(frames, limit: 255)
    var writer = GIFWriter(size: size, palette: indexed.palette, loops: sequence.loops)
    let isOpaque = frames.allSatisfy(\.isOpaque)
    var elapsed = 0
    for (index, frame) in frames.enumerated() {
        let end = (Double(index + 1) * 100 / sequence.fps).rounded()
        let delay = max(2, Int(end) - elapsed)
        elapsed = max(elapsed + delay, Int(end))
        let pixels = indexed.pictures[index]
        if isOpaque {
            // Only what changed, over the frame before.
            let area =
                index == 0
                ? PixelRect(size)
                : frame.changedArea(from: frames[index - 1]) ?? PixelRect(.onePixel)
            let before = index == 0 ? nil : indexed.pictures[index - 1]
            writer.append(pixels, unlike: before, area, delay: delay, disposal: .keep)
        } else {
            let area = frame.opaqueBounds() ?? PixelRect(.onePixel)
            writer.append(pixels, unlike: nil, area, delay: delay, disposal: .clear)
        }
    }
    return writer.finished()
}
