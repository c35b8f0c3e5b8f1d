/// Where a well-formed PNG stores its pixels.
///
/// Exists only for ordinary files: chunks in order, relevant checksums correct, tables of the right
/// length. libpng handles all others.
struct PNGDataScan {
    /// The data of each IDAT chunk, as ranges of the file.
    private(set) var data: [Range<Int>] = []

    init?(_ bytes: Span<UInt8>, _ header: PNGHeader) {
        guard var offset = header.firstData, Self.hasUsualTables(bytes, header) else { return nil }
        var chunksBefore = PNGHeader.signature.count
        while chunksBefore < offset {
            guard let chunk = PNGChunk(in: bytes, at: chunksBefore),
                Self.isUsual(chunk, in: bytes, header)
            else { return nil }
            chunksBefore = chunk.end
        }
        var isPastData = false
        while let chunk = PNGChunk(in: bytes, at: offset) {
            offset = chunk.end
            switch chunk.kind {
            case .idat:
                guard !isPastData, chunk.hasRightChecksum(in: bytes) else { return nil }
                data.append(chunk.data)
            case .iend:
                guard chunk.data.isEmpty, chunk.hasRightChecksum(in: bytes) else { return nil }
                return
            default:
                isPastData = true
                guard chunk.kind != .trns, Self.isSkippable(chunk) else { return nil }
            }
        }
        return nil
    }

    /// Whether a chunk before the pixels is the header, a known table, or irrelevant.
    private static func isUsual(
        _ chunk: PNGChunk,
        in bytes: Span<UInt8>,
        _ header: PNGHeader
    ) -> Bool {
        switch chunk.kind {
        case .ihdr:
            // Its checksum was checked; libpng handles a second one.
            chunk.data.lowerBound == PNGHeader.signature.count + 8
        case .plte:
            chunk.data == header.palette && chunk.hasRightChecksum(in: bytes)
        case .trns:
            // A palette's tRNS follows it; the checksum was checked.
            chunk.data == header.transparency
                && (header.colorType != 3
                    || header.palette.map { $0.upperBound < chunk.data.lowerBound } == true)
        default:
            isSkippable(chunk)
        }
    }

    private static func isSkippable(_ chunk: PNGChunk) -> Bool {
        chunk.kind.isAncillary && chunk.kind.isOfLetters && chunk.data.count < 1 << 20
    }

    private static func hasUsualTables(_ bytes: Span<UInt8>, _ header: PNGHeader) -> Bool {
        let entries = (header.palette?.count ?? 0) / 3
        switch header.colorType {
        case 0:
            return header.palette == nil && [nil, 2].contains(header.transparency?.count)
        case 2:
            return [nil, 6].contains(header.transparency?.count) && header.palette == nil
        case 3:
            guard let palette = header.palette, palette.count.isMultiple(of: 3) else {
                return false
            }
            return (1...1 << Int(header.bitDepth)).contains(entries)
                && (header.transparency?.count ?? 0) <= entries
        default:
            return header.palette == nil && header.transparency == nil
        }
    }
}
