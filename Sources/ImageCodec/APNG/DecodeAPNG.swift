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
    var canvas = FrameCanvas(header.size)
    for (index, frame) in animation.frames.enumerated() {
        // Before the first frame there is nothing to restore.
        let isEarly = index == 0 && frame.disposal == .previous
        canvas.show(
            try decodePNG(frame.file(in: bytes, animation).span, limits: limits).image,
            at: frame.area.origin,
            isBlended: frame.isBlended,
            isEarly ? .background : frame.disposal,
            on: &sheet,
            duration: frame.duration
        )
    }
    return sheet.finished(header.info(header.colors(in: bytes)))
}
