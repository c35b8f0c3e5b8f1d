import CCodec
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

struct GIFWriter {
    private let width: Int
    /// The transparent index: the first after the colors.
    private let clear: UInt8
    /// 1...8, for a table of 2^bits colors.
    private let bits: Int
    private var bytes: [UInt8]

    /// Sides are at most 65,535 pixels, and the palette has at most 255 colors; without `loops` it
    /// plays once.
    init(size: PixelSize, palette: [StraightPixel], loops: Bool) {
        precondition(palette.count <= 255, "\(palette.count) colors and a clear one in a GIF")
        width = size.width
        clear = UInt8(palette.count)
        bits = (1...8).first { 1 << $0 > palette.count } ?? 8
        bytes = Array("GIF89a".utf8)
        appendNumber(size.width)
        appendNumber(size.height)
        // A global table of 2^bits colors of 8 bits; background: the clear one; square pixels.
        bytes += [0xF0 | UInt8(bits - 1), clear, 0]
        for color in palette { bytes += [color.r, color.g, color.b] }
        bytes.append(contentsOf: repeatElement(0, count: 3 * ((1 << bits) - palette.count)))
        if loops {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        }
    }

    /// Appends the pixels of `area`; those equal to `before` become transparent.
    ///
    /// `pixels` and `before` are indexes of the whole canvas, row-major; nil is clear. `delay` is
    /// in hundredths of a second.
    mutating func append(
        _ pixels: [UInt8?],
        unlike before: [UInt8?]?,
        _ area: PixelRect,
        delay: Int,
        disposal: FrameCanvas.Disposal
    ) {
        // Graphic control: disposal from 1 on, clear color in use; then the image descriptor.
        bytes += [0x21, 0xF9, 4, (disposal.rawValue + 1) << 2 | 1]
        appendNumber(delay)
        bytes += [clear, 0, 0x2C]
        for number in [area.x, area.y, area.width, area.height] { appendNumber(number) }
        bytes.append(0)
        var indexes: [UInt8] = []
        indexes.reserveCapacity(area.size.area)
        for y in area.y..<area.maxY {
            for place in (y * width + area.x)..<(y * width + area.maxX) {
                let index = pixels[place]
                indexes.append(before?[place] == index ? clear : index ?? clear)
            }
        }
        let minimum = max(2, bits)
        bytes.append(UInt8(minimum))
        let data = lzwCompressed(indexes, minimumCodeSize: minimum)
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(data.count, start + 255)]
            bytes.append(UInt8(block.count))
            bytes += block
        }
        bytes.append(0)
    }

    func finished() -> [UInt8] { bytes + [0x3B] }

    private mutating func appendNumber(_ number: Int) {
        let number = UInt16(clamping: number)
        bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
}

/// GIF's variable-length-code LZW (GIF 89a, appendix F).
///
/// Indexes are below 2^`minimumCodeSize`, which is 2...8. The codes are not split into GIF's
/// blocks.
func lzwCompressed(_ indexes: [UInt8], minimumCodeSize: Int) -> [UInt8] {
    let clear = 1 << minimumCodeSize
    // Of a known string and one more index.
    var table = IndexTable(bits: 13)
    var next = clear + 2
    var out = BitWriter()
    var codeSize = minimumCodeSize + 1
    out.append(clear, bits: codeSize)
    var prefix: Int?
    for index in indexes {
        guard let known = prefix else {
            prefix = Int(index)
            continue
        }
        let code = table.index(of: UInt32(known << 8) | UInt32(index), orAdding: next)
        if code < next {
            prefix = code
            continue
        }
        out.append(known, bits: codeSize)
        prefix = Int(index)
        if next < 4096 {
            // The decoder adds this entry one code later, and widens its codes then.
            if next == 1 << codeSize { codeSize += 1 }
            next += 1
        } else {
            out.append(clear, bits: codeSize)
            table.removeAll()
            next = clear + 2
            codeSize = minimumCodeSize + 1
        }
    }
    if let prefix { out.append(prefix, bits: codeSize) }
    // The decoder may have added an entry for the last code.
    if next == 1 << codeSize, codeSize < 12 { codeSize += 1 }
    out.append(clear + 1, bits: codeSize)
    return out.finished()
}

/// Packs bits into bytes, lowest first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var count = 0

    mutating func append(_ code: Int, bits: Int) {
        pending |= UInt32(code) << UInt32(count)
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    func finished() -> [UInt8] {
        count > 0 ? bytes + [UInt8(truncatingIfNeeded: pending)] : bytes
    }
}

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
