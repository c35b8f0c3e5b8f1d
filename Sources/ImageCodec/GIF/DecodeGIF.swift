import CCodec
import Raster

/// Reads a GIF frame by frame with giflib.
///
/// As in browsers: the background color is ignored, and uncovered pixels are clear.
@safe
private struct GIFReader: ~Copyable {
    private let gif: OpaquePointer
    let size: PixelSize
    private let limits: DecodeLimits
    /// The total declared pixels and the frames so far: each may cost time.
    private var declared = (pixels: 0, frames: 0)

    /// Reads up to the first frame; the file's bytes must outlive the reader.
    @unsafe
    init(_ file: UnsafeBufferPointer<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        var opened: OpaquePointer?
        var (width, height) = (UInt32(0), UInt32(0))
        unsafe try callDecoder(of: .gif) { message in
            unsafe kiln_gif_open(file.baseAddress, file.count, &opened, &width, &height, message)
        }
        guard let opened = unsafe opened else { throw .outOfMemory(.gif) }
        do throws(ImageDecodingError) {
            size = try limits.check(width: width, height: height, in: .gif)
        } catch {
            unsafe kiln_gif_close(opened)
            throw error
        }
        unsafe gif = opened
        self.limits = limits
    }

    deinit { unsafe kiln_gif_close(gif) }

    /// Reads up to the next frame's pixels; nil after the last.
    ///
    /// Throws if the number of frames or their total pixels exceed a limit.
    mutating func next() throws(ImageDecodingError) -> kiln_gif_frame? {
        var frame = kiln_gif_frame()
        unsafe try callDecoder(of: .gif) { message in unsafe kiln_gif_next(gif, &frame, message) }
        guard frame.exists != 0 else { return nil }
        declared.pixels += try limits.check(width: frame.width, height: frame.height, in: .gif).area
        declared.frames += 1
        guard declared.pixels <= limits.maximumPixels, declared.frames <= limits.maximumFrames
        else {
            throw .tooManyFrames(.gif, frames: declared.frames, size: size, limits: limits)
        }
        return frame
    }

    func skip() throws(ImageDecodingError) {
        unsafe try callDecoder(of: .gif) { message in unsafe kiln_gif_skip(gif, message) }
    }

    func decode(_ frame: kiln_gif_frame) throws(ImageDecodingError) -> StraightImage {
        let size = try limits.check(width: frame.width, height: frame.height, in: .gif)
        return unsafe try StraightImage(size: size) { (pixels) throws(ImageDecodingError) in
            unsafe try callDecoder(of: .gif) { message in
                unsafe kiln_gif_decode(gif, pixels.baseAddress, message)
            }
        }
    }
}

struct GIFSummary {
    let size: PixelSize
    var durations: [Int] = []
    var hasAlpha = false

    init(_ bytes: Span<UInt8>, limits: DecodeLimits) throws(ImageDecodingError) {
        self = unsafe try bytes.withUnsafeBufferPointer { (file) throws(ImageDecodingError) in
            var reader = unsafe try GIFReader(file, limits: limits)
            var summary = GIFSummary(size: reader.size)
            while let frame = try reader.next() {
                summary.take(frame)
                try reader.skip()
            }
            return summary
        }
        if durations.isEmpty { throw .damaged(.gif, reason: "no picture in it") }
    }

    private init(size: PixelSize) { self.size = size }

    private mutating func take(_ frame: kiln_gif_frame) {
        let covers =
            frame.left == 0 && frame.top == 0 && frame.width >= size.width
            && frame.height >= size.height
        if frame.has_clear != 0 || durations.isEmpty && !covers || frame.disposal == 2 && !covers {
            hasAlpha = true
        }
        durations.append(shownDuration(Int(frame.duration)))
    }

    var info: ImageInfo {
        ImageInfo(format: .gif, hasAlpha: hasAlpha, bitDepth: 8, frames: durations.count)
    }
}

/// All frames, or the first.
func decodeGIF(
    _ bytes: Span<UInt8>,
    limits: DecodeLimits,
    isStill: Bool
) throws(ImageDecodingError) -> DecodedSheet {
    let summary = try GIFSummary(bytes, limits: limits)
    let frames = isStill ? 1 : summary.durations.count
    var sheet = FrameSheet(try limits.layout(frames: frames, of: summary.size, in: .gif))
    unsafe try bytes.withUnsafeBufferPointer { (file) throws(ImageDecodingError) in
        var reader = unsafe try GIFReader(file, limits: limits)
        var canvas = FrameCanvas(reader.size)
        while !sheet.isFull, let frame = try reader.next() {
            canvas.show(
                try reader.decode(frame),
                at: PixelPoint(x: Int(frame.left), y: Int(frame.top)),
                FrameCanvas.Disposal(rawValue: UInt8(clamping: frame.disposal - 1)) ?? .none,
                on: &sheet,
                duration: shownDuration(Int(frame.duration))
            )
        }
    }
    return sheet.finished(summary.info)
}
