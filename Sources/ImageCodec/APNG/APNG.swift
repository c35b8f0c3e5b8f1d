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

/// The frames of an APNG as stored (PNG, Third Edition, sections 11.3.4 and 12.5).
struct APNGFrames {
    private(set) var frames: [APNGFrame] = []
    /// Shared by all frames, palette, transparency and colors: ranges of the file.
    private(set) var tables: [PNGChunk] = []

    /// Parses the chunks; nil without animation.
    ///
    /// Throws `.damaged` if frames are missing, exceed the canvas or are out of order.
    init?(
        _ bytes: Span<UInt8>,
        _ header: PNGHeader,
        limits: DecodeLimits
    ) throws(ImageDecodingError) {
        guard let declared = header.animationFrames, !header.isFromXcode else { return nil }
        var offset = PNGHeader.signature.count
        var number: UInt32 = 0
        var hasData = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            offset = chunk.end
            switch chunk.kind {
            case .iend:
                try check(declared)
                return
            case .plte, .trns: tables.append(chunk)
            case let kind where kind.isOfColor && !hasData: tables.append(chunk)
            case .fctl:
                try take(&number, from: chunk, in: bytes)
                guard frames.count < limits.maximumFrames else {
                    let count = frames.count + 1
                    throw .tooManyFrames(.png, frames: count, size: header.size, limits: limits)
                }
                frames.append(try APNGFrame(chunk, in: bytes, of: header.size))
                // The default image is the first frame if it follows an fcTL.
                if !hasData, frames.count > 1 || frames[0].area != PixelRect(header.size) {
                    throw .damaged(.png, reason: "fcTL: the default image is not the canvas")
                }
            case .idat:
                hasData = true
                if frames.count == 1 { frames[0].data.append(chunk.data) }
            case .fdat:
                try take(&number, from: chunk, in: bytes)
                guard let last = frames.indices.last, hasData else {
                    throw .damaged(.png, reason: "fdAT: no fcTL before it")
                }
                frames[last].data.append(chunk.data.lowerBound + 4..<chunk.data.upperBound)
            default: break
            }
        }
        throw .truncated(.png, reason: "unexpected end of file")
    }

    private func check(_ declared: Int) throws(ImageDecodingError) {
        guard frames.count == declared else {
            let found = "acTL: declares \(declared) frames, found \(frames.count)"
            throw .damaged(.png, reason: found)
        }
        if let empty = frames.firstIndex(where: { $0.data.isEmpty }) {
            throw .damaged(.png, reason: "fcTL: frame \(empty) has no data")
        }
    }

    /// Checks a chunk that has a sequence number, and counts on.
    private func take(
        _ number: inout UInt32,
        from chunk: PNGChunk,
        in bytes: Span<UInt8>
    ) throws(ImageDecodingError) {
        let name = chunk.kind == .fctl ? "fcTL" : "fdAT"
        guard chunk.hasRightChecksum(in: bytes) else {
            throw .damaged(.png, reason: "\(name): CRC error")
        }
        guard chunk.data.count >= 4 else {
            throw .damaged(.png, reason: "\(name): too short")
        }
        guard let found = bytes.bigEndian32(at: chunk.data.lowerBound), found == number else {
            throw .damaged(.png, reason: "\(name): out of order")
        }
        number += 1
    }
}

/// One frame of an APNG: its fcTL chunk and the location of its pixels.
struct APNGFrame {
    /// Inside the canvas.
    let area: PixelRect
    /// In milliseconds.
    let duration: Int
    let disposal: FrameCanvas.Disposal
    /// Whether it is composited over the canvas, or replaces it.
    let isBlended: Bool
    /// Its zlib stream, in pieces: ranges of the file.
    var data: [Range<Int>] = []

    init(
        _ chunk: PNGChunk,
        in bytes: Span<UInt8>,
        of canvas: PixelSize
    ) throws(ImageDecodingError) {
        let start = chunk.data.lowerBound
        guard chunk.data.count == 26 else { throw .damaged(.png, reason: "fcTL: wrong length") }
        let numbers = (1...4).map { Int(bytes.bigEndian32(at: start + 4 * $0) ?? 0) }
        guard
            numbers.allSatisfy({ $0 <= PixelSize.maximumSide }),
            let area = PixelRect(
                x: numbers[2],
                y: numbers[3],
                width: numbers[0],
                height: numbers[1]
            ),
            PixelRect(canvas).contains(area)
        else {
            throw .damaged(
                .png,
                reason: """
                    fcTL: frame of \(numbers[0])x\(numbers[1]) pixels at \(numbers[2]),\
                    \(numbers[3]) reaches over the canvas of \(canvas)
                    """
            )
        }
        guard let disposal = FrameCanvas.Disposal(rawValue: bytes[start + 24]),
            bytes[start + 25] <= 1
        else {
            throw .damaged(.png, reason: "fcTL: unknown disposal or blending")
        }
        self.area = area
        self.disposal = disposal
        isBlended = bytes[start + 25] == 1
        let numerator = Int(bytes.bigEndian16(at: start + 20) ?? 0)
        let denominator = Int(bytes.bigEndian16(at: start + 22) ?? 0)
        let hundredths = denominator == 0 ? 100 : denominator
        duration = shownDuration((numerator * 1000 + hundredths / 2) / hundredths)
    }

    /// The frame as a separate PNG: its stream after the file's header and tables.
    func file(in bytes: Span<UInt8>, _ frames: APNGFrames) -> [UInt8] {
        let ihdr = PNGHeader.signature.count + 8
        var header = bytes.array(ihdr..<ihdr + 13)
        header.replaceSubrange(0..<4, with: UInt32(area.width).bigEndianBytes)
        header.replaceSubrange(4..<8, with: UInt32(area.height).bigEndianBytes)
        var writer = PNGWriter(capacity: data.reduce(4096) { $0 + $1.count })
        writer.append("IHDR", header)
        for table in frames.tables { writer.append(table.kind, bytes.array(table.data)) }
        for range in data { writer.append("IDAT", bytes.array(range)) }
        writer.append("IEND", [])
        return writer.bytes
    }
}

extension Span<UInt8> {
    /// A copy of the bytes in `range`, which must be inside.
    func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }
}

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
