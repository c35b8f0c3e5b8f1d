import Raster

/// A PNG with all its frames.
///
/// libpng does not support animation: each frame's stream becomes a separate PNG for the same
/// decoder.
func decodePNGSheet(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> DecodedSheet {
    let header = try PNGHeader(bytes, limits: limits)
    guard let animation = try APNGFrames(bytes, header, limits: limits) else {
        return DecodedSheet(still: try decodePNG(bytes, limits: limits))
    }
    let layout = try limits.layout(frames: animation.frames.count, of: header.size, in: .png)
    var sheet = FrameSheet(layout)
    var canvas = StraightImage(size: header.size)
    for (index, frame) in animation.frames.enumerated() {
        let picture = try decodePNG(frame.file(in: bytes, animation).span, limits: limits).image
        // Before the first frame there is nothing to restore.
        let disposal: APNGFrame.Disposal =
            index == 0 && frame.disposal == .previous ? .background : frame.disposal
        let before = disposal == .previous ? canvas.cropped(to: frame.area) : nil
        if frame.isBlended {
            canvas.lay(picture, at: frame.area.origin)
        } else {
            canvas.copy(from: picture, at: frame.area.origin)
        }
        sheet.append(canvas, duration: frame.duration)
        if disposal == .background { canvas.fill(frame.area, with: .clear) }
        if let before { canvas.copy(from: before, at: frame.area.origin) }
    }
    return sheet.finished(header.info(header.colors(in: bytes)))
}

func readPNGSheetFacts(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits
) throws(ImageDecodingError) -> SheetFacts {
    let header = try PNGHeader(bytes, limits: limits)
    guard let animation = try APNGFrames(bytes, header, limits: limits) else {
        return SheetFacts(frames: 1, size: header.size, durations: [])
    }
    let layout = try limits.layout(frames: animation.frames.count, of: header.size, in: .png)
    return SheetFacts(layout, durations: animation.frames.map(\.duration))
}
