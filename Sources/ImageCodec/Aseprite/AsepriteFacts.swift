import Raster

// What a document says of its frames beside their pixels.

extension SheetFacts.Tag {
    /// The tags of a chunk; those of frames that are not there are left out.
    static func read(
        _ cursor: inout AsepriteCursor,
        frames: Int
    ) throws(ImageDecodingError) -> [SheetFacts.Tag] {
        let count = try cursor.uint16()
        try cursor.skip(8)
        var tags: [SheetFacts.Tag] = []
        for _ in 0..<count {
            let (from, to) = (try cursor.uint16(), try cursor.uint16())
            let direction: SheetFacts.Direction =
                switch try cursor.uint8() {
                case 1: .reverse
                case 2: .pingPong
                case 3: .pingPongReverse
                default: .forward
                }
            let repeats = try cursor.uint16()
            try cursor.skip(10)
            let name = try cursor.text()
            let last = min(max(from, to), frames - 1)
            guard min(from, to) <= last else { continue }
            tags.append(
                SheetFacts.Tag(
                    name: name,
                    frames: min(from, to)...last,
                    direction: direction,
                    repeats: repeats
                )
            )
        }
        return tags
    }
}

extension SheetFacts.Slice {
    /// The slice of a chunk as it is when it first shows; nil when it never does.
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

    /// Nil for a rectangle without pixels, which hides a slice.
    private static func rect(
        _ cursor: inout AsepriteCursor
    ) throws(ImageDecodingError) -> PixelRect? {
        let (x, y) = (try cursor.int32(), try cursor.int32())
        let (width, height) = (try cursor.uint32(), try cursor.uint32())
        return PixelRect(x: x, y: y, width: width, height: height)
    }
}

/// What a document says of its colors.
enum AsepriteColorProfile {
    case unsaid
    case sRGB
    /// Light is numbers to this power, of the primaries of sRGB.
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
