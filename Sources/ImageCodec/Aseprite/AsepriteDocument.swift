import Raster

struct AsepriteDocument {
    let bytes: [UInt8]
    let header: AsepriteHeader
    private(set) var layers = AsepriteLayers()
    /// By frame, then by the index of the layer.
    private(set) var cels: [[Int: AsepriteCel]] = []
    /// By frame, in milliseconds.
    private(set) var durations: [Int] = []
    private(set) var palettes = AsepritePalettes()
    private(set) var tilesets: [Int: AsepriteTileset] = [:]
    private(set) var tags: [SheetFacts.Tag] = []
    private(set) var slices: [SheetFacts.Slice] = []
    private(set) var profile = AsepriteColorProfile.unsaid

    private var areaOfTiles = 0
    private var lengthOfNames = 0

    /// Reads all chunks; unknown ones, and those that drawing does not need, are skipped.
    ///
    /// Throws `.truncated`, `.damaged`, `.unsupported`, or an error of the declared size.
    init(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageDecodingError) {
        self.bytes = bytes
        var cursor = AsepriteCursor(bytes, "the file")
        header = try AsepriteHeader(&cursor, limits: limits)
        for index in 0..<header.frames {
            try readFrame(index, &cursor)
        }
    }

    private mutating func readFrame(
        _ index: Int,
        _ cursor: inout AsepriteCursor
    ) throws(ImageDecodingError) {
        let size = try cursor.uint32()
        guard size >= 16 else {
            throw .damaged(.aseprite, reason: "frame \(index) has \(size) bytes, expected 16")
        }
        var frame = try cursor.take(size - 4, as: "frame \(index)")
        let magic = try frame.uint16()
        guard magic == 0xF1FA else {
            let found = String(magic, radix: 16, uppercase: true)
            throw .damaged(.aseprite, reason: "frame \(index) begins with \(found), expected F1FA")
        }
        let oldCount = try frame.uint16()
        let duration = try frame.uint16()
        try frame.skip(2)
        let count = try frame.uint32()
        durations.append([duration, header.speed].first { $0 > 0 } ?? Self.standardDuration)
        cels.append([:])
        for _ in 0..<(count == 0 ? oldCount : count) {
            try readChunk(&frame, inFrame: index)
        }
    }

    /// Aseprite's default for a new frame, in milliseconds.
    private static let standardDuration = 100

    private mutating func readChunk(
        _ cursor: inout AsepriteCursor,
        inFrame frame: Int
    ) throws(ImageDecodingError) {
        let (size, type) = (try cursor.uint32(), try cursor.uint16())
        guard size >= 6 else {
            let place = "a chunk of frame \(frame)"
            throw .damaged(.aseprite, reason: "\(place) has \(size) bytes, expected at least 6")
        }
        let name = String(type, radix: 16, uppercase: true)
        var chunk = try cursor.take(size - 6, as: "chunk \(name) of frame \(frame)")
        let hasPalette = header.colorMode == .indexed
        switch type {
        case 0x2004: try layers.append(try AsepriteLayer(&chunk, header))
        case 0x2005: try readCel(&chunk, inFrame: frame)
        case 0x2007: profile = try AsepriteColorProfile(&chunk)
        case 0x2018: try add(try SheetFacts.Tag.read(&chunk, frames: header.frames))
        case 0x2019 where hasPalette: try palettes.read(&chunk, frame: frame)
        case 0x2022: try SheetFacts.Slice.read(&chunk).map { slices.append($0) }
        case 0x2023: try add(try AsepriteTileset(&chunk))
        case 0x0004 where hasPalette, 0x0011 where hasPalette:
            try palettes.readOld(&chunk, frame: frame, hasSixBits: type == 0x0011)
        default: break
        }
    }

    private mutating func readCel(
        _ cursor: inout AsepriteCursor,
        inFrame frame: Int
    ) throws(ImageDecodingError) {
        let layer = try cursor.uint16()
        guard layers.indices.contains(layer) else {
            let found = "a cel of frame \(frame) lies on layer \(layer)"
            throw .damaged(.aseprite, reason: "\(found), expected one of \(layers.count)")
        }
        let cel = try AsepriteCel(&cursor, header, on: layer, after: cels[..<frame])
        cels[frame][layer] = cel
    }

    /// The maximum size of frame names by tags, in bytes: packing makes one for each frame of each
    /// tag, and tags may overlap.
    private static let longestNames = 4 << 20

    private mutating func add(_ more: [SheetFacts.Tag]) throws(ImageDecodingError) {
        for tag in more { lengthOfNames += (tag.name.utf8.count + 16) * tag.frames.count }
        guard lengthOfNames <= Self.longestNames else {
            let reason = "its tags name more frames, or have longer names, than is read"
            throw .unsupported(.aseprite, reason: reason)
        }
        tags += more
    }

    private mutating func add(_ tileset: AsepriteTileset) throws(ImageDecodingError) {
        areaOfTiles += tileset.area
        guard areaOfTiles <= AsepriteTileset.largestArea else {
            throw .tooManyTiles("its tilesets")
        }
        tilesets[tileset.id] = tileset
    }
}
