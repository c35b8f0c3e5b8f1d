import Raster

// Bands that an earlier encoding compressed: a band's bytes follow from few rows, so that they hold
// again where those rows are the same.
extension PNGEncoding {
    /// What a band's bytes follow from.
    package struct BandOrigin: Sendable {
        /// The rows that are compressed, filtered by, or referred back to.
        package var rows: Range<Int>
        /// How they are compressed.
        package var way: String
    }

    /// What a band's bytes follow from; nil where they follow from other rows as well.
    ///
    /// A palette is one of the whole picture. Where several ways are tried, all of them are anew.
    package func origin(ofBand index: Int) -> BandOrigin? {
        guard forms.count == 1, forms[0].layout.kind != .palette else { return nil }
        let (form, band) = (forms[0], places[index].band)
        let read = form.rowsRead(by: band, width: rect.width)
        let isLast = band == form.bands.count - 1
        return BandOrigin(
            // Filtering looks at the row above the first.
            rows: max(0, read.lowerBound - 1)..<read.upperBound,
            way: "\(form.layout.kind) \(form.layout.bitDepth) \(form.strategy) "
                + "\(form.level(of: band)) \(form.bands[band]) \(isLast) \(deflateVersion)"
        )
    }

    /// A band that was compressed before.
    ///
    /// - Returns: the band, as if it had been compressed.
    package func band(_ index: Int, bytes: [UInt8], checksum: UInt32) -> Band {
        let rows = forms[places[index].form].bands[places[index].band]
        let rowBytes = forms[places[index].form].layout.rowShape(width: rect.width).rowBytes + 1
        return Band(
            index: index,
            part: ZlibPart(bytes: bytes, count: rows.count * rowBytes, checksum: checksum)
        )
    }
}

/// The compressed bands of a file that `PNGEncoding.file` made, in their order; nil for any other.
package func pngBands(of file: [UInt8]) -> [[UInt8]]? {
    guard file.starts(with: PNGHeader.signature) else { return nil }
    var bands: [[UInt8]] = []
    var at = PNGHeader.signature.count
    while file.count - at >= 12 {
        let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        let start = at + 8
        guard length <= file.count - start - 4 else { return nil }
        if file[at + 4..<start].elementsEqual("IDAT".utf8) {
            bands.append(Array(file[start..<start + length]))
        }
        at = start + length + 4
    }
    // Around them are the header of the zlib stream and its checksum.
    guard at == file.count, let first = bands.first, first.count > 6,
        let last = bands.last, last.count > 6
    else { return nil }
    bands[0].removeFirst(2)
    bands[bands.count - 1].removeLast(4)
    return bands
}
