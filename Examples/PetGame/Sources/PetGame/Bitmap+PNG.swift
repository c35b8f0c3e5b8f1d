// An app on Apple's systems asks ImageIO instead. This is what a PNG takes where nothing else is
// there: 8 bits a channel or a palette, not interlaced, which is how Kiln writes pages.

/// Why a PNG cannot be read.
public struct PNGTrouble: Error {
    public var reason: String
}

extension Bitmap {
    /// Reads a PNG.
    public init(png: [UInt8]) throws {
        var header: [UInt8] = []
        var palette: [UInt8] = []
        var alphas: [UInt8] = []
        var packed: [UInt8] = []
        var at = 8
        while at + 12 <= png.count {
            let count = Self.word(png, at)
            let name = String(decoding: png[at + 4..<at + 8], as: UTF8.self)
            guard at + 12 + count <= png.count else { throw PNGTrouble(reason: "it is cut off") }
            let body = png[at + 8..<at + 8 + count]
            switch name {
            case "IHDR": header = Array(body)
            case "PLTE": palette = Array(body)
            case "tRNS": alphas = Array(body)
            case "IDAT": packed += body
            default: break
            }
            at += 12 + count
        }
        guard header.count == 13, header[12] == 0 else {
            throw PNGTrouble(reason: "it is interlaced, or no PNG")
        }
        let (depth, kind) = (Int(header[8]), header[9])
        guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind], depth == 8 || kind == 3 else {
            throw PNGTrouble(reason: "its color type is \(kind) with \(depth) bits")
        }
        self.init(width: Self.word(header, 0), height: Self.word(header, 4))
        var inflater = Inflater(packed.dropFirst(2))
        let rows = try Self.unfiltered(
            inflater.inflate(),
            rowBytes: (width * channels * depth + 7) / 8,
            pixelBytes: max(1, channels * depth / 8),
            rows: height
        )
        for index in 0..<width * height {
            let (y, x) = index.quotientAndRemainder(dividingBy: width)
            let row = rows[y]
            let color: [UInt8]
            switch kind {
            case 0: color = [row[x], row[x], row[x], 255]
            case 2: color = [row[x * 3], row[x * 3 + 1], row[x * 3 + 2], 255]
            case 4: color = [row[x * 2], row[x * 2], row[x * 2], row[x * 2 + 1]]
            case 6: color = Array(row[x * 4..<x * 4 + 4])
            default:
                let shift = 8 - depth - x * depth % 8
                let entry = Int(row[x * depth / 8]) >> shift & (1 << depth - 1)
                color =
                    palette[entry * 3..<entry * 3 + 3]
                    + [entry < alphas.count ? alphas[entry] : 255]
            }
            pixels.replaceSubrange(index * 4..<index * 4 + 4, with: color)
        }
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Undoes what PNG does to rows before it packs them.
    private static func unfiltered(
        _ bytes: [UInt8],
        rowBytes: Int,
        pixelBytes: Int,
        rows: Int
    ) throws -> [[UInt8]] {
        guard bytes.count == (rowBytes + 1) * rows else {
            throw PNGTrouble(reason: "it has \(bytes.count) bytes of pixels")
        }
        var above = Array(repeating: UInt8(0), count: rowBytes)
        return (0..<rows).map { y in
            let start = y * (rowBytes + 1)
            var row = Array(bytes[start + 1..<start + 1 + rowBytes])
            for x in row.indices {
                let left = x < pixelBytes ? 0 : Int(row[x - pixelBytes])
                let corner = x < pixelBytes ? 0 : Int(above[x - pixelBytes])
                let up = Int(above[x])
                let guess: Int
                switch bytes[start] {
                case 1: guess = left
                case 2: guess = up
                case 3: guess = (left + up) / 2
                case 4:
                    let sum = left + up - corner
                    let (a, b, c) = (abs(sum - left), abs(sum - up), abs(sum - corner))
                    guess = a <= b && a <= c ? left : b <= c ? up : corner
                default: guess = 0
                }
                row[x] &+= UInt8(guess)
            }
            above = row
            return row
        }
    }

    /// The picture as a PNG that is not compressed.
    public var png: [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height { rows += [0] + pixels[y * width * 4..<(y + 1) * width * 4] }
        var packed: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 65535) {
            let block = rows[start..<min(rows.count, start + 65535)]
            let isLast: UInt8 = block.endIndex == rows.count ? 1 : 0
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            packed += [isLast, low, high, ~low, ~high] + block
        }
        var (a, b) = (1, 0)
        for byte in rows {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        packed += Self.bytes(b << 16 | a)
        let size = Self.bytes(width) + Self.bytes(height)
        return [137, 80, 78, 71, 13, 10, 26, 10] + Self.chunk("IHDR", size + [8, 6, 0, 0, 0])
            + Self.chunk("IDAT", packed) + Self.chunk("IEND", [])
    }

    private static func bytes(_ word: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + body
        var check: UInt32 = .max
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return bytes(body.count) + content + bytes(Int(~check))
    }
}
