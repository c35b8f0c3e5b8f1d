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

extension FoundColors {
    /// The colors of chunk 0x2007.
    init(_ cursor: inout AsepriteCursor) throws(ImageDecodingError) {
        let (type, flags) = (try cursor.uint16(), try cursor.uint16())
        let gamma = Double(try cursor.uint32()) / 65_536
        try cursor.skip(8)
        switch type {
        // Light is the value to this power, with the primaries of sRGB.
        case 1 where flags & 1 != 0 && (0.1...10).contains(gamma):
            self.init(colors: .gamma(1 / gamma), name: "gamma \(gamma)")
        case 1: self.init(name: "sRGB")
        case 2:
            let range = try cursor.take(try cursor.uint32())
            let profile = Array(cursor.bytes[range])
            self.init(profile: profile)
        default: self.init()
        }
    }
}

/// The palettes of a document, which may change from frame to frame.
struct AsepritePalettes {
    /// Always 256 colors; missing ones are clear.
    typealias Colors = [StraightPixel]

    private var present: [(frame: Int, colors: Colors)] = []
    /// The format of old versions, which new ones also write; used only without new palettes.
    private var old: [(frame: Int, colors: Colors)] = []

    private static let empty = Colors(repeating: .clear, count: 256)

    func colors(inFrame frame: Int) -> Colors {
        let palettes = present.isEmpty ? old : present
        let colors = palettes.last { $0.frame <= frame } ?? palettes.first
        return colors?.colors ?? Self.empty
    }

    /// Chunk 0x2019.
    mutating func read(
        _ cursor: inout AsepriteCursor,
        frame: Int
    ) throws(ImageDecodingError) {
        try cursor.skip(4)
        let (first, last) = (try cursor.uint32(), try cursor.uint32())
        try cursor.skip(8)
        guard first <= last else {
            let found = "a palette changes colors \(first) to \(last)"
            throw .damaged(.aseprite, reason: "\(found), expected ascending numbers")
        }
        var colors = present.last?.colors ?? Self.empty
        // Indexes have eight bits, so no pixel can use later colors.
        for index in first..<max(first, min(last + 1, colors.count)) {
            let flags = try cursor.uint16()
            colors[index] = StraightPixel(
                r: UInt8(try cursor.uint8()),
                g: UInt8(try cursor.uint8()),
                b: UInt8(try cursor.uint8()),
                a: UInt8(try cursor.uint8())
            )
            if flags & 1 != 0 { _ = try cursor.text() }
        }
        Self.put(colors, frame, in: &present)
    }

    /// Chunk 0x0004, or 0x0011 with colors of 6 bits.
    mutating func readOld(
        _ cursor: inout AsepriteCursor,
        frame: Int,
        hasSixBits: Bool
    ) throws(ImageDecodingError) {
        var colors = old.last?.colors ?? Self.empty
        func channel(_ value: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: hasSixBits ? value << 2 | value >> 4 & 3 : value)
        }
        var index = 0
        for _ in 0..<(try cursor.uint16()) {
            index += try cursor.uint8()
            let count = try cursor.uint8()
            for _ in 0..<(count == 0 ? 256 : count) {
                let (r, g, b) = (try cursor.uint8(), try cursor.uint8(), try cursor.uint8())
                if index < colors.count {
                    colors[index] = StraightPixel(r: channel(r), g: channel(g), b: channel(b))
                }
                index += 1
            }
        }
        Self.put(colors, frame, in: &old)
    }

    private static func put(
        _ colors: Colors,
        _ frame: Int,
        in palettes: inout [(frame: Int, colors: Colors)]
    ) {
        if palettes.last?.frame == frame { palettes.removeLast() }
        palettes.append((frame, colors))
    }
}

/// Reads a range of a document in order: little-endian numbers and UTF-8 texts.
///
/// Reading past its end throws an error that names it.
struct AsepriteCursor {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int
    /// The name of the range, for messages.
    let place: String

    init(_ bytes: [UInt8], _ place: String, in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
        self.place = place
    }

    /// The next `count` bytes, as a range of the file.
    mutating func take(_ count: Int) throws(ImageDecodingError) -> Range<Int> {
        guard count >= 0, count <= end - offset else {
            let missing = "\(place) has \(end - offset) bytes left, expected \(count)"
            throw .truncated(.aseprite, reason: missing)
        }
        defer { offset += count }
        return offset..<offset + count
    }

    /// All remaining bytes, as a range of the file.
    mutating func takeRest() -> Range<Int> {
        defer { offset = end }
        return offset..<end
    }

    /// A cursor for the next `count` bytes.
    mutating func take(
        _ count: Int,
        as place: String
    ) throws(ImageDecodingError) -> AsepriteCursor {
        AsepriteCursor(bytes, place, in: try take(count))
    }

    mutating func skip(_ count: Int) throws(ImageDecodingError) { _ = try take(count) }

    mutating func uint8() throws(ImageDecodingError) -> Int { try number(bytes: 1) }

    mutating func uint16() throws(ImageDecodingError) -> Int { try number(bytes: 2) }

    mutating func uint32() throws(ImageDecodingError) -> Int { try number(bytes: 4) }

    mutating func int16() throws(ImageDecodingError) -> Int {
        Int(Int16(truncatingIfNeeded: try number(bytes: 2)))
    }

    mutating func int32() throws(ImageDecodingError) -> Int {
        Int(Int32(truncatingIfNeeded: try number(bytes: 4)))
    }

    /// A text with a length prefix; invalid UTF-8 is replaced.
    mutating func text() throws(ImageDecodingError) -> String {
        let length = try uint16()
        return String(decoding: bytes[try take(length)], as: UTF8.self)
    }

    private mutating func number(bytes count: Int) throws(ImageDecodingError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}
