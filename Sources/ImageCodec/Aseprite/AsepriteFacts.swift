import Raster

// What a document declares about its frames besides pixels.

extension SheetFacts.Tag {
    /// The tags of a chunk, without those of missing frames.
    static func read(
        _ cursor: inout AsepriteCursor,
        frames: Int
    ) throws(ImageDecodingError) -> [SheetFacts.Tag] {
        let count = try cursor.uint16()
        try cursor.skip(8)
        var tags: [SheetFacts.Tag] = []
        for _ in 0..<count {
            let (from, to) = (try cursor.uint16(), try cursor.uint16())
            let directions = SheetFacts.Direction.allCases
            let direction = try cursor.uint8()
            let repeats = try cursor.uint16()
            try cursor.skip(10)
            let name = try cursor.text()
            let last = min(max(from, to), frames - 1)
            guard min(from, to) <= last else { continue }
            tags.append(
                SheetFacts.Tag(
                    name: name,
                    frames: min(from, to)...last,
                    direction: direction < directions.count ? directions[direction] : .forward,
                    repeats: repeats
                )
            )
        }
        return tags
    }
}

extension SheetFacts.Slice {
    /// The slice of a chunk in its first visible state; nil if it never shows.
    static func read(
        _ cursor: inout AsepriteCursor
    ) throws(ImageDecodingError) -> SheetFacts.Slice? {
        let (keys, flags) = (try cursor.uint32(), try cursor.uint32())
        try cursor.skip(4)
        let name = try cursor.text()
        var slice: SheetFacts.Slice?
        for _ in 0..<keys {
            try cursor.skip(4)
            let bounds = try rect(&cursor)
            let center = flags & 1 != 0 ? try rect(&cursor) : nil
            let pivot =
                flags & 2 != 0 ? PixelPoint(x: try cursor.int32(), y: try cursor.int32()) : nil
            guard slice == nil, let bounds else { continue }
            slice = SheetFacts.Slice(name: name, bounds: bounds, center: center, pivot: pivot)
        }
        return slice
    }

    /// Nil for an empty rectangle, which hides a slice.
    private static func rect(
        _ cursor: inout AsepriteCursor
    ) throws(ImageDecodingError) -> PixelRect? {
        let (x, y) = (try cursor.int32(), try cursor.int32())
        let (width, height) = (try cursor.uint32(), try cursor.uint32())
        return PixelRect(x: x, y: y, width: width, height: height)
    }
}

enum AsepriteColorProfile {
    case unsaid
    case sRGB
    /// Light is the value to this power, with the primaries of sRGB.
    case gamma(Double)
    /// An ICC profile, as a range of the file.
    case icc(Range<Int>)

    init(_ cursor: inout AsepriteCursor) throws(ImageDecodingError) {
        let (type, flags) = (try cursor.uint16(), try cursor.uint16())
        let gamma = Double(try cursor.uint32()) / 65_536
        try cursor.skip(8)
        self =
            switch type {
            case 1 where flags & 1 != 0 && (0.1...10).contains(gamma): .gamma(gamma)
            case 1: .sRGB
            case 2: .icc(try cursor.take(try cursor.uint32()))
            default: .unsaid
            }
    }
}
