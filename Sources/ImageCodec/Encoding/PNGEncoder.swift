public import Raster

/// Encodes straight RGBA8, or a part of it, as a PNG.
///
/// Lossless, including colors under alpha 0. The file depends only on the image, the effort and the
/// version of libdeflate. Uses gray, palette and smaller depths if they are smaller and lossless.
/// Throws `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    only part: PixelRect? = nil,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let encoding = try PNGEncoding(image, only: part ?? PixelRect(image.size), effort: effort)
    var bands = (0..<encoding.bandCount).makeIterator()
    return try encoding.file(encoding.bands { bands.next() })
}

/// An image to be encoded as PNG, in bands that can be compressed in parallel.
public struct PNGEncoding: Sendable {
    private let image: StraightImage
    let rect: PixelRect
    let forms: [PNGForm]
    let places: [(form: Int, band: Int)]

    public struct Band: Sendable {
        package let index: Int
        let part: ZlibPart

        /// The Adler-32 of its filtered rows.
        package var checksum: UInt32 { part.checksum }
    }

    /// Chooses how to encode a part of an image.
    ///
    /// Throws `.outOfMemory`.
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

    /// The number of bands in all forms that are tried.
    public var bandCount: Int { places.count }

    /// Compresses the bands whose indexes `next` returns, until nil.
    ///
    /// Throws `.outOfMemory`.
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

    /// Assembles the file from all bands, in any order.
    public func file(_ bands: [Band]) -> [UInt8] {
        let (form, parts) = smallest(bands)
        let data = zlibStream(parts, level: level(ofForm: form))
        return pngFile(rect.size, forms[form].layout, data)
    }

    /// The form with the smallest file, first of ties, and its parts.
    fileprivate func smallest(_ bands: [Band]) -> (form: Int, parts: [ZlibPart]) {
        precondition(bands.count == bandCount, "\(bands.count) of \(bandCount) bands")
        let bands = bands.sorted { $0.index < $1.index }
        var counts = forms.map(\.layout.tableBytes)
        for band in bands { counts[places[band.index].form] += band.part.bytes.count }
        let best = counts.indices.min { counts[$0] < counts[$1] } ?? 0
        let parts = bands.filter { places[$0.index].form == best }.map(\.part)
        return (best, parts)
    }
}

/// The pixels of one animation frame, as the zlib stream of IDAT and fdAT.
///
/// All frames share one header, so the layout is always RGBA at 8 bits.
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

/// The data of an IHDR chunk without interlacing.
func pngHeader(_ size: PixelSize, _ layout: PNGLayout) -> [UInt8] {
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
        // Releases pieces that were copied to the file.
        data[piece] = []
    }
    file.append("IEND", [])
    return file.bytes
}
