public import Raster

/// Encodes straight RGBA8 as a PNG.
///
/// Decoding gives back every pixel bit for bit, colors under alpha 0 included. The file is a
/// function of the picture and the effort alone: the same on every machine with the same libdeflate.
/// Gray, palette and smaller depths are used where they are smaller and lose nothing.
///
/// - Throws: `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    try encodePNG(image, only: PixelRect(image.size), effort: effort)
}

/// Encodes a part of a picture, where it is, as a PNG of its own.
///
/// - Throws: `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    only part: PixelRect,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let encoding = try PNGEncoding(image, only: part, effort: effort)
    var bands = (0..<encoding.bandCount).makeIterator()
    return try encoding.file(encoding.bands { bands.next() })
}

/// A picture on its way to a PNG file: in bands, which may be compressed side by side.
public struct PNGEncoding: Sendable {
    private let image: StraightImage
    let rect: PixelRect
    /// The file takes the smallest.
    let forms: [PNGForm]
    let places: [(form: Int, band: Int)]

    /// A band, compressed.
    public struct Band: Sendable {
        package let index: Int
        let part: ZlibPart

        /// The Adler-32 of its filtered rows.
        package var checksum: UInt32 { part.checksum }
    }

    /// Chooses how to encode a part of a picture.
    ///
    /// - Throws: `.outOfMemory`.
    public init(
        _ image: StraightImage,
        only part: PixelRect,
        effort: Effort
    ) throws(ImageEncodingError) {
        try self.init(image, part) { PNGForm.candidates(for: $0, effort) }
    }

    fileprivate init(
        _ image: StraightImage,
        _ part: PixelRect,
        candidates: (PixelRows) -> [PNGForm]?
    ) throws(ImageEncodingError) {
        let forms = unsafe image.withPixels { pixels in
            unsafe candidates(PixelRows(pixels, width: image.width, in: part))
        }
        guard let forms else { throw .outOfMemory(width: part.width, height: part.height) }
        self.image = image
        rect = part
        self.forms = forms
        places = forms.indices.flatMap { form in
            forms[form].bands.indices.map { (form, $0) }
        }
    }

    /// How many bands there are, in all the ways that are tried.
    public var bandCount: Int { places.count }

    /// Compresses bands, one after the other.
    ///
    /// - Parameter next: the index of the next; nil for no more.
    /// - Returns: those that `next` named.
    /// - Throws: `.outOfMemory`.
    public func bands(_ next: () -> Int?) throws(ImageEncodingError) -> [Band] {
        var result: [Band] = []
        guard let first = next() else { return result }
        var waiting: Int? = first
        while let start = waiting {
            let level = level(of: start)
            guard let deflater = Deflater(level: level) else { throw outOfMemory }
            while let index = waiting, self.level(of: index) == level {
                guard let band = band(index, deflater) else { throw outOfMemory }
                result.append(band)
                waiting = next()
            }
        }
        return result
    }

    fileprivate func level(ofForm form: Int) -> Int { forms[form].level(of: 0) }

    private func level(of index: Int) -> Int {
        forms[places[index].form].level(of: places[index].band)
    }

    private func band(_ index: Int, _ deflater: borrowing Deflater) -> Band? {
        let place = places[index]
        let part = unsafe image.withPixels { pixels in
            let rows = unsafe PixelRows(pixels, width: image.width, in: rect)
            return forms[place.form].part(place.band, of: rows, deflater)
        }
        return part.map { Band(index: index, part: $0) }
    }

    private var outOfMemory: ImageEncodingError {
        .outOfMemory(width: rect.width, height: rect.height)
    }

    /// The file.
    ///
    /// - Parameter bands: all of them, each once, in any order.
    /// - Returns: its bytes.
    public func file(_ bands: [Band]) -> [UInt8] {
        let (form, parts) = smallest(bands)
        let data = zlibStream(parts, level: level(ofForm: form))
        return pngFile(rect.size, forms[form].layout, data)
    }

    /// The form whose file is smallest, the first of equals, and its parts.
    fileprivate func smallest(_ bands: [Band]) -> (form: Int, parts: [ZlibPart]) {
        precondition(bands.count == bandCount, "\(bands.count) of \(bandCount) bands")
        let bands = bands.sorted { $0.index < $1.index }
        var counts = forms.map(\.layout.tableBytes)
        for band in bands { counts[places[band.index].form] += band.part.bytes.count }
        var best = 0
        for form in counts.indices where counts[form] < counts[best] { best = form }
        let parts = bands.filter { places[$0.index].form == best }.map(\.part)
        return (best, parts)
    }
}

/// The pixels of one animation frame, as the zlib stream that IDAT and fdAT carry.
///
/// All frames of a file share one header, so the layout is always RGBA at 8 bits.
package func encodePNGFrame(
    _ image: StraightImage,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let encoding = try PNGEncoding(image, PixelRect(image.size)) {
        PNGForm.candidates(for: $0, .rgba, effort)
    }
    var bands = (0..<encoding.bandCount).makeIterator()
    let (form, parts) = encoding.smallest(try encoding.bands { bands.next() })
    return Array(zlibStream(parts, level: encoding.level(ofForm: form)).joined())
}

/// The data of an IHDR chunk for 8-bit RGBA without interlacing.
package func pngHeaderForRGBA(_ size: PixelSize) -> [UInt8] { pngHeader(size, .rgba) }

private func pngHeader(_ size: PixelSize, _ layout: PNGLayout) -> [UInt8] {
    UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes
        + [UInt8(layout.bitDepth), layout.kind.rawValue, 0, 0, 0]
}

private func pngFile(
    _ size: PixelSize,
    _ layout: PNGLayout,
    _ data: consuming [[UInt8]]
) -> [UInt8] {
    // A chunk's length is below 2^31.
    let most = 1 << 30
    let tables = 100 + layout.tableBytes
    var file = PNGWriter(capacity: tables + data.reduce(0) { $0 + $1.count + 24 })
    file.append("IHDR", pngHeader(size, layout))
    if let palette = layout.paletteChunk { file.append("PLTE", palette) }
    if let transparency = layout.transparencyChunk { file.append("tRNS", transparency) }
    for piece in data.indices {
        for start in stride(from: 0, to: data[piece].count, by: most) {
            file.append("IDAT", data[piece][start..<min(data[piece].count, start + most)])
        }
        // What the file holds is not needed twice.
        data[piece] = []
    }
    file.append("IEND", [])
    return file.bytes
}
