import Raster

/// Writes GIFs block by block, without compression: every pixel is a code of its own.
struct GIFBuilder {
    struct Frame {
        /// Letters of the palette, row by row.
        var rows: [String]
        var x = 0
        var y = 0
        /// In hundredths of a second.
        var delay = 10
        /// 1 stays, 2 becomes clear, 3 becomes what it was.
        var disposal: UInt8 = 1
        /// The letter that is clear.
        var clear: Character? = "."
        var palette: [Character]?
        var isInterlaced = false
        /// What the block declares in place of its rows' lengths.
        var declared: (width: Int, height: Int)?
    }

    var width: Int
    var height: Int
    var palette: [Character]? = [".", "#", "r", "b"]
    var frames: [Frame]
    var isClosed = true

    static func color(_ letter: Character) -> [UInt8] {
        switch letter {
        case "#": [0, 0, 0]
        case "r": [220, 30, 40]
        case "b": [20, 60, 200]
        case "w": [255, 255, 255]
        default: [1, 2, 3]
        }
    }

    func file() -> [UInt8] {
        var out = Array("GIF89a".utf8) + Self.number(width) + Self.number(height)
        out += [palette == nil ? 0 : 0x80 | 1, 1, 0]
        for letter in palette ?? [] { out += Self.color(letter) }
        for frame in frames { out += bytes(of: frame) }
        return out + (isClosed ? [0x3B] : [])
    }

    private func bytes(of frame: Frame) -> [UInt8] {
        let letters = frame.palette ?? palette ?? [".", "#", "r", "b"]
        let clear = frame.clear.flatMap { letters.firstIndex(of: $0) }
        var out: [UInt8] = [0x21, 0xF9, 4, frame.disposal << 2 | (clear == nil ? 0 : 1)]
        out += Self.number(frame.delay) + [UInt8(clear ?? 0), 0, 0x2C]
        let size = frame.declared ?? (frame.rows[0].count, frame.rows.count)
        for value in [frame.x, frame.y, size.width, size.height] { out += Self.number(value) }
        out.append((frame.palette == nil ? 0 : 0x80 | 1) | (frame.isInterlaced ? 0x40 : 0))
        for letter in frame.palette ?? [] { out += Self.color(letter) }
        let order =
            frame.isInterlaced
            ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
                Array(stride(from: $0.0, to: frame.rows.count, by: $0.1))
            } : Array(frame.rows.indices)
        let indexes = order.flatMap { y in
            // A letter that no palette has becomes an index behind its end.
            frame.rows[y].map { letters.firstIndex(of: $0) ?? letters.count }
        }
        return out + Self.stream(indexes)
    }

    /// Codes of 4 bits for values of 3; a clear code before every fourth keeps them so.
    private static func stream(_ indexes: [Int]) -> [UInt8] {
        var codes: [Int] = []
        for (place, index) in indexes.enumerated() {
            if place.isMultiple(of: 4) { codes.append(8) }
            codes.append(index)
        }
        codes.append(9)
        if !codes.count.isMultiple(of: 2) { codes.append(0) }
        let data = stride(from: 0, to: codes.count, by: 2).map {
            UInt8(codes[$0] | codes[$0 + 1] << 4)
        }
        var out: [UInt8] = [3]
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            out += [UInt8(block.count)] + block
        }
        return out + [0]
    }

    private static func number(_ value: Int) -> [UInt8] {
        [UInt8(value & 255), UInt8(value >> 8 & 255)]
    }
}
