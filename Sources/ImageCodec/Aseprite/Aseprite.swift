import Raster

// Documents of Aseprite: files called .aseprite or .ase.
//
// Format: https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
//
//     AsepriteHeader       canvas, color mode, number of frames
//     AsepriteDocument     chunks become layers, cels, palettes, tilesets, tags and slices
//     AsepriteLayer        what is shown, and which parts can be asked for by name
//     AsepriteDrawing      cels in their order, unpacked and blended onto a frame
//     BlendMode            a layer's color over the one below
//
// A document is small while it is read: pixels stay packed in the file's bytes until a frame is drawn.

/// Decodes all frames of a document, or the first, or those of one layer or group.
func decodeAseprite(
    _ bytes: [UInt8],
    part: String?,
    limits: DecodeLimits,
    isStill: Bool
) throws(ImageDecodingError) -> DecodedSheet {
    let document = try AsepriteDocument(bytes, limits: limits)
    let durations = document.durations.prefix(isStill ? 1 : document.durations.count)
    let size = document.header.frameSize
    var sheet = FrameSheet(try limits.layout(frames: durations.count, of: size, in: .aseprite))
    var drawing = try AsepriteDrawing(document, part: part, limits: limits)
    for (frame, duration) in durations.enumerated() {
        sheet.append(try drawing.frame(frame), duration: duration)
    }
    // Blending uses the file's values; only the result is converted.
    var result = sheet.finished(document.colors.describing(document.header.info))
    result.image.convert(from: document.colors, limits, &result.info)
    return result
}

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
    private(set) var colors = FoundColors()

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
        case 0x2007: colors = try FoundColors(&chunk)
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

/// The first 128 bytes of a document.
struct AsepriteHeader {
    let frames: Int
    let canvas: PixelSize
    let colorMode: AsepriteColorMode
    let hasLayerOpacity: Bool
    /// Whether groups have an opacity and a blend mode, and are composited separately first.
    let composesGroups: Bool
    /// The default duration of a frame, in milliseconds.
    let speed: Int
    /// The transparent index of indexed images, on all layers but the background.
    let transparentIndex: Int
    let aspect: PixelAspect

    init(
        _ cursor: inout AsepriteCursor,
        limits: DecodeLimits
    ) throws(ImageDecodingError) {
        var header = try cursor.take(128, as: "the header")
        try header.skip(6)
        frames = try header.uint16()
        let (width, height) = (try header.uint16(), try header.uint16())
        let depth = try header.uint16()
        let flags = try header.uint32()
        speed = try header.uint16()
        try header.skip(8)
        transparentIndex = try header.uint8()
        try header.skip(5)
        aspect = try PixelAspect(width: try header.uint8(), height: try header.uint8())
        guard let mode = AsepriteColorMode(rawValue: depth) else {
            throw .damaged(.aseprite, reason: "found \(depth) bits a pixel, expected 8, 16 or 32")
        }
        guard frames > 0 else {
            throw .damaged(.aseprite, reason: "found no frames, expected at least 1")
        }
        colorMode = mode
        hasLayerOpacity = flags & 1 != 0
        composesGroups = flags & 2 != 0
        let size = try limits.check(
            width: UInt32(width * aspect.across),
            height: UInt32(height * aspect.down),
            in: .aseprite
        )
        canvas =
            PixelSize(width: size.width / aspect.across, height: size.height / aspect.down) ?? size
    }

    var frameSize: PixelSize { aspect.scaled(canvas) }

    var info: ImageInfo {
        ImageInfo(format: .aseprite, hasAlpha: true, bitDepth: 8, frames: frames)
    }
}

/// The pixel format; the raw value is its bits.
enum AsepriteColorMode: Int {
    case indexed = 8
    case grayscale = 16
    case rgba = 32

    var bytesPerPixel: Int { rawValue / 8 }
}

/// The size of a canvas pixel in square pixels.
///
/// Aseprite displays and exports documents with wide or tall pixels this way.
struct PixelAspect: Equatable {
    let across: Int
    let down: Int

    /// Aseprite offers 1:1, 2:1 and 1:2.
    private static let largest = 4

    /// Takes the header's values; 0 in either means square pixels.
    init(width: Int, height: Int) throws(ImageDecodingError) {
        guard width > 0, height > 0, width != height else {
            (across, down) = (1, 1)
            return
        }
        let divisor = (1...min(width, height)).last { width % $0 == 0 && height % $0 == 0 } ?? 1
        (across, down) = (width / divisor, height / divisor)
        guard max(across, down) <= Self.largest else {
            let found = "found pixels of \(width):\(height)"
            throw .unsupported(.aseprite, reason: "\(found), expected at most \(Self.largest):1")
        }
    }

    func scaled(_ size: PixelSize) -> PixelSize {
        PixelSize(width: size.width * across, height: size.height * down) ?? size
    }

    func scaled(_ image: StraightImage) -> StraightImage {
        guard across > 1 || down > 1 else { return image }
        var result = StraightImage(size: scaled(image.size))
        for y in 0..<result.height {
            for x in 0..<result.width { result[x, y] = image[x / across, y / down] }
        }
        return result
    }

    func scaled(_ slice: SheetFacts.Slice) -> SheetFacts.Slice {
        var result = slice
        result.bounds = scaled(slice.bounds)
        result.center = slice.center.map(scaled)
        result.pivot = slice.pivot.map { PixelPoint(x: $0.x * across, y: $0.y * down) }
        return result
    }

    private func scaled(_ rect: PixelRect) -> PixelRect {
        PixelRect(
            x: rect.x * across,
            y: rect.y * down,
            width: rect.width * across,
            height: rect.height * down
        ) ?? rect
    }
}
