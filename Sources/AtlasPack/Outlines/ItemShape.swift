public import Raster

/// The pixels of a sprite's rectangle that belong to it, for packing by outlines.
public struct ItemShape: Hashable, Sendable {
    public let size: PixelSize
    /// One bit per pixel, row by row, lowest bit first; each row begins a new word.
    let words: [UInt64]

    /// Nil unless the number of words matches the rows.
    public init?(size: PixelSize, words: [UInt64]) {
        guard words.count == (size.width + 63) / 64 * size.height else { return nil }
        self.size = size
        self.words = words
    }

    public init(_ size: PixelSize) {
        self.size = size
        let stride = (size.width + 63) / 64
        var row = [UInt64](repeating: ~0, count: stride)
        if size.width % 64 != 0 { row[stride - 1] = (1 << UInt64(size.width % 64)) - 1 }
        words = (0..<size.height).flatMap { _ in row }
    }

    public subscript(x: Int, y: Int) -> Bool {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return false }
        return words[y * ((size.width + 63) / 64) + x / 64] >> UInt64(x % 64) & 1 != 0
    }

    public var area: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    public var turnedClockwise: ItemShape {
        drawn(size.transposed) { x, y in self[y, size.height - 1 - x] }
    }

    public var turnedCounterclockwise: ItemShape {
        drawn(size.transposed) { x, y in self[size.width - 1 - y, x] }
    }

    /// With its edges repeated outward, like the sprite's pixels.
    public func extruded(by distance: Int) -> ItemShape {
        let grown = PixelSize(
            width: size.width + 2 * distance,
            height: size.height + 2 * distance
        )
        guard distance > 0, let grown else { return self }
        return drawn(grown) { x, y in
            self[
                min(max(x - distance, 0), size.width - 1),
                min(max(y - distance, 0), size.height - 1)
            ]
        }
    }

    private func drawn(_ size: PixelSize, _ isSet: (Int, Int) -> Bool) -> ItemShape {
        let stride = (size.width + 63) / 64
        var words = [UInt64](repeating: 0, count: stride * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width where isSet(x, y) {
                words[y * stride + x / 64] |= 1 << UInt64(x % 64)
            }
        }
        return ItemShape(unchecked: size, words)
    }

    private init(unchecked size: PixelSize, _ words: [UInt64]) {
        self.size = size
        self.words = words
    }

    /// The set pixels as horizontal runs.
    public var runs: [Run] {
        var runs: [Run] = []
        for y in 0..<size.height {
            var start: Int?
            for x in 0...size.width {
                if self[x, y] {
                    start = start ?? x
                } else if let first = start {
                    runs.append(Run(row: y, start: first, length: x - first))
                    start = nil
                }
            }
        }
        return runs
    }

    public struct Run: Hashable, Sendable {
        public let row: Int
        public let start: Int
        public let length: Int
    }
}
