public import Raster

/// A document of Aseprite, put together chunk by chunk, whole or damaged.
///
/// Format: https://github.com/aseprite/aseprite/blob/main/docs/ase-file-specs.md
public struct AsepriteFile {
    public struct Frame {
        /// In milliseconds; 0 for none of its own.
        public var duration = 100
        /// Each with its size and type.
        public var chunks: [[UInt8]] = []
    }

    public var width: Int
    public var height: Int
    /// 8 for indexes, 16 for gray, 32 for RGBA.
    public var depth: Int
    /// 1: layers have an opacity; 2: groups too, and are composed first.
    public var flags = 1
    public var speed = 0
    public var transparentIndex = 0
    public var pixel = (width: 1, height: 1)
    public var frames: [Frame]
    private var layers = 0

    public init(_ width: Int, _ height: Int, frames: Int = 1, depth: Int = 32) {
        self.width = width
        self.height = height
        self.depth = depth
        self.frames = Array(repeating: Frame(), count: frames)
    }

    /// What a layer is for.
    public enum Layer: Int {
        case image
        case group
        case tilemap
    }

    /// Adds a layer above the others.
    ///
    /// - Parameters:
    ///   - name: as artists see it.
    ///   - kind: what it is for.
    ///   - level: how many groups are around it.
    ///   - isVisible: whether it shows.
    ///   - flags: 8 for a background, 64 for a reference.
    ///   - blendMode: 0...18.
    ///   - opacity: 0...255.
    ///   - tileset: of a tilemap.
    /// - Returns: its index.
    @discardableResult
    public mutating func addLayer(
        _ name: String,
        _ kind: Layer = .image,
        level: Int = 0,
        isVisible: Bool = true,
        flags: Int = 0,
        blendMode: Int = 0,
        opacity: Int = 255,
        tileset: Int = 0
    ) -> Int {
        var data = [flags | (isVisible ? 1 : 0), kind.rawValue, level, 0, 0, blendMode]
            .flatMap(Self.word)
        data += [UInt8(opacity), 0, 0, 0] + Self.text(name)
        if kind == .tilemap { data += Self.double(tileset) }
        addChunk(0x2004, data)
        layers += 1
        return layers - 1
    }

    /// Puts a picture on a layer.
    public mutating func addCel(
        _ layer: Int,
        _ picture: StraightImage,
        frame: Int = 0,
        x: Int = 0,
        y: Int = 0,
        opacity: Int = 255,
        zIndex: Int = 0,
        isRaw: Bool = false
    ) {
        let pixels = picture.pixels.flatMap { [$0.r, $0.g, $0.b, $0.a] }
        addCel(
            layer,
            bytes: pixels,
            (picture.width, picture.height),
            frame: frame,
            x: x,
            y: y,
            opacity: opacity,
            zIndex: zIndex,
            isRaw: isRaw
        )
    }

    /// The same from bytes as the document's depth has them.
    public mutating func addCel(
        _ layer: Int,
        bytes: [UInt8],
        _ size: (width: Int, height: Int),
        frame: Int = 0,
        x: Int = 0,
        y: Int = 0,
        opacity: Int = 255,
        zIndex: Int = 0,
        isRaw: Bool = false
    ) {
        let head = celHead(layer, x, y, opacity, isRaw ? 0 : 2, zIndex)
        let data = [size.width, size.height].flatMap(Self.word) + (isRaw ? bytes : zlib(bytes))
        addChunk(0x2005, head + data, frame: frame)
    }

    /// Shows on a layer what it shows in another frame.
    public mutating func addLink(
        _ layer: Int,
        frame: Int,
        to other: Int,
        x: Int = 0,
        y: Int = 0
    ) {
        let head = celHead(layer, x, y, 255, 1, 0)
        addChunk(0x2005, head + Self.word(other), frame: frame)
    }

    /// Puts tiles on a layer, row by row.
    public mutating func addTiles(
        _ layer: Int,
        _ tiles: [[UInt32]],
        frame: Int = 0,
        x: Int = 0,
        y: Int = 0
    ) {
        let sides = [tiles[0].count, tiles.count, 32].flatMap(Self.word)
        let masks = [0x1FFF_FFFF, 0x8000_0000, 0x4000_0000, 0x2000_0000].flatMap(Self.double)
        let data = tiles.joined().flatMap { Self.double(Int($0)) }
        let reserved = [UInt8](repeating: 0, count: 10)
        let head = celHead(layer, x, y, 255, 3, 0)
        addChunk(0x2005, head + sides + masks + reserved + zlib(data), frame: frame)
    }

    /// Adds tiles of one size, one below the other.
    ///
    /// - Parameters:
    ///   - tiles: pixels as the document's depth has them; nil when they are in another file.
    ///   - count: of tiles.
    ///   - size: of one.
    ///   - id: by which layers name them.
    public mutating func addTileset(
        _ tiles: [UInt8]?,
        count: Int,
        _ size: (width: Int, height: Int),
        id: Int = 0
    ) {
        var data = [id, tiles == nil ? 5 : 6, count].flatMap(Self.double)
        data += [size.width, size.height, 1].flatMap(Self.word)
        data += [UInt8](repeating: 0, count: 14) + Self.text("tiles")
        if let tiles {
            let packed = zlib(tiles)
            data += Self.double(packed.count) + packed
        } else {
            data += Self.double(1) + Self.double(0)
        }
        addChunk(0x2023, data)
    }

    /// Sets colors from a first one on.
    public mutating func addPalette(_ colors: [StraightPixel], first: Int = 0, frame: Int = 0) {
        var data = [first + colors.count, first, first + colors.count - 1].flatMap(Self.double)
        data += [UInt8](repeating: 0, count: 8)
        for color in colors { data += Self.word(0) + [color.r, color.g, color.b, color.a] }
        addChunk(0x2019, data, frame: frame)
    }

    /// Names a run of frames.
    ///
    /// - Parameters:
    ///   - name: as artists see it.
    ///   - frames: the run.
    ///   - direction: 0 forward, 1 reverse, 2 ping-pong, 3 ping-pong reverse.
    ///   - repeats: 0 without end.
    public mutating func addTag(
        _ name: String,
        _ frames: ClosedRange<Int>,
        direction: Int = 0,
        repeats: Int = 0
    ) {
        var data = Self.word(1) + [UInt8](repeating: 0, count: 8)
        data += Self.word(frames.lowerBound) + Self.word(frames.upperBound) + [UInt8(direction)]
        data += Self.word(repeats) + [UInt8](repeating: 0, count: 10) + Self.text(name)
        addChunk(0x2018, data)
    }

    /// A rectangle of numbers as a slice has them.
    public typealias Box = (x: Int, y: Int, width: Int, height: Int)

    /// Names a rectangle, with what it is in some frames.
    public mutating func addSlice(
        _ name: String,
        _ keys: [(frame: Int, bounds: Box)],
        center: Box? = nil,
        pivot: (x: Int, y: Int)? = nil
    ) {
        func bytes(_ box: Box) -> [UInt8] {
            [box.x, box.y, box.width, box.height].flatMap(Self.double)
        }
        let flags = (center == nil ? 0 : 1) | (pivot == nil ? 0 : 2)
        var data = [keys.count, flags, 0].flatMap(Self.double) + Self.text(name)
        for key in keys {
            data += Self.double(key.frame) + bytes(key.bounds)
            if let center { data += bytes(center) }
            if let pivot { data += Self.double(pivot.x) + Self.double(pivot.y) }
        }
        addChunk(0x2022, data)
    }

    /// Adds a chunk of any type.
    public mutating func addChunk(_ type: Int, _ data: [UInt8], frame: Int = 0) {
        frames[frame].chunks.append(Self.double(data.count + 6) + Self.word(type) + data)
    }

    /// The whole file.
    public var bytes: [UInt8] {
        var body: [UInt8] = []
        for frame in frames {
            let chunks = frame.chunks.flatMap(\.self)
            body += Self.double(16 + chunks.count)
            body += [0xF1FA, frame.chunks.count, frame.duration, 0].flatMap(Self.word)
            body += Self.double(frame.chunks.count) + chunks
        }
        var header = Self.double(128 + body.count)
        header += [0xA5E0, frames.count, width, height, depth].flatMap(Self.word)
        header += Self.double(flags) + Self.word(speed) + [UInt8](repeating: 0, count: 8)
        header += [UInt8(transparentIndex), 0, 0, 0] + Self.word(0)
        header += [UInt8(pixel.width), UInt8(pixel.height)]
        return header + [UInt8](repeating: 0, count: 128 - header.count) + body
    }

    private func celHead(
        _ layer: Int,
        _ x: Int,
        _ y: Int,
        _ opacity: Int,
        _ type: Int,
        _ zIndex: Int
    ) -> [UInt8] {
        [layer, x, y].flatMap(Self.word) + [UInt8(opacity)] + Self.word(type)
            + Self.word(zIndex) + [0, 0, 0, 0, 0]
    }

    private static func word(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func double(_ value: Int) -> [UInt8] {
        word(value) + word(value >> 16)
    }

    private static func text(_ text: String) -> [UInt8] {
        word(text.utf8.count) + Array(text.utf8)
    }
}

/// A zlib stream of stored blocks (RFC 1950, 1951).
public func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
        let block = rest.prefix(0xFFFF)
        rest = rest.dropFirst(block.count)
        let count = UInt16(block.count)
        result += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
        result += [UInt8(~count & 255), UInt8(~count >> 8)] + block
    } while !rest.isEmpty
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
    }
    let sum = high << 16 | low
    return result + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * $0)) }
}
