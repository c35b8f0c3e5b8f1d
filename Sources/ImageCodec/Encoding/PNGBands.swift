import Raster

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
        let read = form.rowsRead(by: band, width: rect.width)
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
        let rowBytes = forms[places[index].form].layout.rowShape(width: rect.width).rowBytes + 1
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
