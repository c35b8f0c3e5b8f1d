import CLibraries
public import Raster

/// Encodes straight RGBA8 as a PNG.
///
/// Lossless, including colors under alpha 0. The file depends only on the image, the effort and the
/// version of libdeflate. Uses gray, palette and smaller depths if they are smaller and lossless.
/// Throws `.outOfMemory`.
public func encodePNG(
    _ image: StraightImage,
    effort: Effort = .balanced
) throws(ImageEncodingError) -> [UInt8] {
    let encoding = try PNGEncoding(image, effort: effort)
    var bands = (0..<encoding.bandCount).makeIterator()
    return try encoding.file(encoding.bands { bands.next() })
}

/// An image to be encoded as PNG, in bands that can be compressed in parallel.
public struct PNGEncoding: Sendable {
    private let image: StraightImage
    let forms: [PNGForm]
    let places: [(form: Int, band: Int)]

    public struct Band: Sendable {
        package let index: Int
        let part: ZlibPart

        /// The Adler-32 of its filtered rows.
        package var checksum: UInt32 { part.checksum }
    }

    /// Chooses how to encode an image.
    ///
    /// Throws `.outOfMemory`.
    public init(_ image: StraightImage, effort: Effort) throws(ImageEncodingError) {
        try self.init(image) { PNGForm.candidates(for: $0, effort) }
    }

    fileprivate init(
        _ image: StraightImage,
        candidates: (PixelRows) -> [PNGForm]?
    ) throws(ImageEncodingError) {
        let forms = unsafe image.withPixels { pixels in
            unsafe candidates(PixelRows(pixels, image.size))
        }
        guard let forms else { throw .outOfMemory(width: image.width, height: image.height) }
        self.image = image
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
            let rows = unsafe PixelRows(pixels, image.size)
            return forms[place.form].part(place.band, of: rows, deflater)
        }
        return part.map { Band(index: index, part: $0) }
    }

    private var outOfMemory: ImageEncodingError {
        .outOfMemory(width: image.width, height: image.height)
    }

    /// Assembles the file from all bands, in any order.
    public func file(_ bands: [Band]) -> [UInt8] {
        let (form, parts) = smallest(bands)
        let data = zlibStream(parts, level: level(ofForm: form))
        return pngFile(image.size, forms[form].layout, data)
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
    let encoding = try PNGEncoding(image) {
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

// Reuse of bands from an earlier encoding: a band depends on few rows, and stays valid if those are
// unchanged.
extension PNGEncoding {
    /// The inputs of a band's bytes.
    package struct BandOrigin: Sendable {
        /// The rows to compress, and those used for filtering and matches.
        package var rows: Range<Int>
        package var way: String
    }

    /// The inputs of a band's bytes; nil if they depend on other rows too.
    ///
    /// A palette depends on the whole image. If several forms are tried, all bands are compressed
    /// anew.
    package func origin(ofBand index: Int) -> BandOrigin? {
        guard forms.count == 1, forms[0].layout.kind != .palette else { return nil }
        let (form, band) = (forms[0], places[index].band)
        let read = form.rowsRead(by: band, width: image.width)
        let isLast = band == form.bands.count - 1
        return BandOrigin(
            // Filtering reads the row above the first.
            rows: max(0, read.lowerBound - 1)..<read.upperBound,
            way: "\(form.layout.kind) \(form.layout.bitDepth) \(form.strategy) "
                + "\(form.level(of: band)) \(form.bands[band]) \(isLast) \(deflateVersion)"
        )
    }

    /// Restores a band that was compressed earlier.
    package func band(_ index: Int, bytes: [UInt8], checksum: UInt32) -> Band {
        let rows = forms[places[index].form].bands[places[index].band]
        let rowBytes = forms[places[index].form].layout.rowShape(width: image.width).rowBytes + 1
        return Band(
            index: index,
            part: ZlibPart(bytes: bytes, count: rows.count * rowBytes, checksum: checksum)
        )
    }
}

/// The compressed bands of a file made by `PNGEncoding.file`, in order; nil for any other.
package func pngBands(of file: [UInt8]) -> [[UInt8]]? {
    guard file.starts(with: PNGHeader.signature) else { return nil }
    var bands: [[UInt8]] = []
    var at = PNGHeader.signature.count
    while let chunk = PNGChunk(in: file.span, at: at) {
        if chunk.kind == .idat { bands.append(Array(file[chunk.data])) }
        at = chunk.end
    }
    // A zlib header and checksum surround them.
    guard at == file.count, let first = bands.first, first.count > 6,
        let last = bands.last, last.count > 6
    else { return nil }
    bands[0].removeFirst(2)
    bands[bands.count - 1].removeLast(4)
    return bands
}

package struct PNGWriter {
    package private(set) var bytes: [UInt8] = PNGHeader.signature

    /// `capacity` is the expected size in bytes.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Appends a chunk: length, name (four ASCII letters), data, CRC-32.
    package mutating func append(_ name: String, _ data: some Collection<UInt8>) {
        append(Array(name.utf8), data)
    }

    mutating func append(_ kind: PNGChunk.Kind, _ data: some Collection<UInt8>) {
        append(kind.code.bigEndianBytes, data)
    }

    private mutating func append(_ name: [UInt8], _ data: some Collection<UInt8>) {
        bytes += UInt32(data.count).bigEndianBytes
        let start = bytes.count
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: data)
        let sum = unsafe bytes.withUnsafeBytes { all in
            let covered = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
            return unsafe libdeflate_crc32(0, covered.baseAddress, covered.count)
        }
        bytes += sum.bigEndianBytes
    }
}

extension FixedWidthInteger {
    package var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> $0)
        }
    }
}
