import Raster

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
