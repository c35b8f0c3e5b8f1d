import CCodec
import Raster

/// The EXIF orientation is ignored.
struct WebPHeader {
    let size: PixelSize
    let frames: Int
    let colors: FoundColors
    let info: ImageInfo

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var header = kiln_webp_header()
        unsafe try callDecoder(of: .webp, reading: bytes) { file, message in
            unsafe kiln_webp_read_header(file.baseAddress, file.count, &header, message)
        }
        size = try limits.check(width: header.width, height: header.height, in: .webp)
        frames = Int(header.frames)
        guard frames <= limits.maximumFrames else {
            throw .tooManyFrames(.webp, frames: frames, size: size, limits: limits)
        }
        let profile = header.profile_offset..<header.profile_offset + header.profile_count
        colors = FoundColors(profile: profile.isEmpty ? nil : bytes.array(profile))
        info = colors.describing(
            ImageInfo(
                format: .webp,
                hasAlpha: header.has_alpha != 0,
                bitDepth: 8,
                frames: frames
            )
        )
    }

    /// In milliseconds, one per frame.
    func durations(_ bytes: Span<UInt8>) throws(ImageDecodingError) -> [Int] {
        var found = [UInt32](repeating: 0, count: frames)
        unsafe try callDecoder(of: .webp, reading: bytes) { file, message in
            unsafe found.withUnsafeMutableBufferPointer { found in
                unsafe kiln_webp_read_durations(
                    file.baseAddress,
                    file.count,
                    found.baseAddress,
                    found.count,
                    message
                )
            }
        }
        return found.map { shownDuration(Int($0)) }
    }
}

/// Receives frames from the C decoder, up to a number.
private struct WebPFrames {
    var sheet: FrameSheet
    let durations: [Int]

    /// Returns whether more frames are wanted.
    @unsafe
    mutating func take(_ rgba: UnsafePointer<UInt8>) -> Bool {
        guard !sheet.isFull else { return false }
        let size = sheet.layout.frameSize
        let frame = unsafe StraightImage(size: size) { pixels in
            unsafe UnsafeMutableRawBufferPointer(pixels).copyMemory(
                from: UnsafeRawBufferPointer(start: rgba, count: size.area * 4)
            )
        }
        sheet.append(frame, duration: durations[sheet.durations.count])
        return !sheet.isFull
    }
}

/// All frames, or the first.
func decodeWebP(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits,
    isStill: Bool
) throws(ImageDecodingError) -> DecodedSheet {
    let header = try WebPHeader(bytes, limits: limits)
    let layout = try limits.layout(
        frames: isStill ? 1 : header.frames,
        of: header.size,
        in: .webp
    )
    let durations = isStill ? [0] : try header.durations(bytes)
    var frames = WebPFrames(sheet: FrameSheet(layout), durations: durations)
    unsafe try withUnsafeMutablePointer(to: &frames) { (frames) throws(ImageDecodingError) in
        unsafe try callDecoder(of: .webp, reading: bytes) { file, message in
            unsafe kiln_webp_decode(
                file.baseAddress,
                file.count,
                UInt32(header.size.width),
                UInt32(header.size.height),
                { context, rgba in
                    guard let context = unsafe context, let rgba = unsafe rgba else { return 0 }
                    let frames = unsafe context.assumingMemoryBound(to: WebPFrames.self)
                    return unsafe frames.pointee.take(rgba) ? 1 : 0
                },
                frames,
                message
            )
        }
    }
    guard frames.sheet.isFull else { throw .damaged(.webp, reason: "frames are missing") }
    var decoded = frames.sheet.finished(header.info)
    decoded.image.convert(from: header.colors, limits, &decoded.info)
    return decoded
}
