import Raster

struct AsepriteLayer {
    enum Kind: Equatable {
        case image
        case group
        case tilemap(tileset: Int)
    }

    let name: String
    /// Its name after those of the surrounding groups, separated by slashes.
    fileprivate(set) var path: String
    let kind: Kind
    let isVisible: Bool
    let isBackground: Bool
    /// A reference image, which is never part of the art.
    let isReference: Bool
    let blendMode: BlendMode
    /// 0...255.
    let opacity: Int
    /// The number of surrounding groups.
    fileprivate let level: Int
    /// The index of the group that contains it.
    fileprivate(set) var parent: Int?

    init(
        _ cursor: inout AsepriteCursor,
        _ header: AsepriteHeader
    ) throws(ImageDecodingError) {
        let (flags, type) = (try cursor.uint16(), try cursor.uint16())
        level = try cursor.uint16()
        try cursor.skip(4)
        let (mode, opacity) = (try cursor.uint16(), try cursor.uint8())
        try cursor.skip(3)
        name = try cursor.text()
        path = name
        switch type {
        case 0: kind = .image
        case 1: kind = .group
        case 2: kind = .tilemap(tileset: try cursor.uint32())
        default:
            let found = "layer \"\(name)\" is of type \(type)"
            throw .unsupported(.aseprite, reason: "\(found), expected 0, 1 or 2")
        }
        isVisible = flags & 1 != 0
        isBackground = flags & 8 != 0
        isReference = flags & 64 != 0
        let isPlainGroup = kind == .group && !header.composesGroups
        self.opacity = header.hasLayerOpacity && !isPlainGroup ? opacity : 255
        guard !isPlainGroup else {
            blendMode = .normal
            return
        }
        guard let blendMode = BlendMode(rawValue: mode) else {
            let found = "layer \"\(name)\" has blend mode \(mode)"
            throw .unsupported(.aseprite, reason: "\(found), expected at most 18")
        }
        self.blendMode = blendMode
    }
}

/// The layers of a document from bottom to top, groups before their contents.
struct AsepriteLayers: RandomAccessCollection {
    private var layers: [AsepriteLayer] = []
    /// The groups around the next layer, innermost last.
    private var openGroups: [Int] = []
    private var lengthOfPaths = 0

    var startIndex: Int { 0 }
    var endIndex: Int { layers.count }
    subscript(index: Int) -> AsepriteLayer { layers[index] }

    /// No artist nests groups this deep; drawing needs a canvas for each level.
    private static let mostLevels = 64
    /// Of all paths, in bytes: each repeats the names of its groups.
    private static let longestPaths = 1 << 20

    mutating func append(_ layer: AsepriteLayer) throws(ImageDecodingError) {
        var layer = layer
        while let group = openGroups.last, layers[group].level >= layer.level {
            openGroups.removeLast()
        }
        if let group = openGroups.last {
            layer.parent = group
            layer.path = "\(layers[group].path)/\(layer.name)"
        }
        lengthOfPaths += layer.path.utf8.count
        guard openGroups.count < Self.mostLevels, lengthOfPaths <= Self.longestPaths else {
            let reason = "its groups are nested deeper, or its names longer, than is read"
            throw .unsupported(.aseprite, reason: reason)
        }
        if layer.kind == .group { openGroups.append(layers.count) }
        layers.append(layer)
    }

    var parts: [Int] { indices.filter { !layers[$0].isReference } }

    /// Finds the layer or group with a path, or whose path uniquely ends in `name`.
    ///
    /// Throws `.noSuchPart`, `.ambiguousPart`.
    func part(_ name: String) throws(ImageDecodingError) -> Int {
        let exact = parts.filter { layers[$0].path == name }
        let found = exact.isEmpty ? parts.filter { layers[$0].name == name } : exact
        guard let first = found.first else {
            throw .noSuchPart(.aseprite, name, known: parts.prefix(20).map { layers[$0].path })
        }
        guard found.count == 1 else {
            throw .ambiguousPart(.aseprite, name, candidates: found.map { layers[$0].path })
        }
        return first
    }

    /// The visibility of each layer.
    ///
    /// A requested layer or group shows even if hidden; inside a group only visible parts do. Nil
    /// for the document as saved.
    func shown(part: Int?) -> [Bool] {
        var shown: [Bool] = []
        for (index, layer) in layers.enumerated() {
            let isInside = layer.parent.map { shown[$0] } ?? (part == nil)
            shown.append(index == part || isInside && layer.isVisible && !layer.isReference)
        }
        return shown
    }
}

/// The content of a layer in a frame.
struct AsepriteCel {
    enum Content {
        case raw(Range<Int>)
        /// Pixels as a zlib stream.
        case packed(Range<Int>)
        /// References to tiles as a zlib stream.
        case tilemap(Range<Int>, AsepriteTileBits)
    }

    /// On the canvas; it may exceed the edges.
    let x: Int
    let y: Int
    /// 0...255.
    let opacity: Int
    /// The offset to its layer's position in the drawing order.
    let zIndex: Int
    /// In pixels, or in tiles.
    let width: Int
    let height: Int
    let content: Content

    /// Reads a cel from after the index of its layer; nil for a link to a frame without one.
    ///
    /// `frames` has the cels of all previous frames by layer, for links. Throws `.truncated`,
    /// `.damaged`, `.unsupported`.
    init?(
        _ cursor: inout AsepriteCursor,
        _ header: AsepriteHeader,
        on layer: Int,
        after frames: ArraySlice<[Int: AsepriteCel]>
    ) throws(ImageDecodingError) {
        (x, y, opacity) = (try cursor.int16(), try cursor.int16(), try cursor.uint8())
        let type = try cursor.uint16()
        zIndex = try cursor.int16()
        try cursor.skip(5)
        if type == 1 {
            let frame = try cursor.uint16()
            // Links go to earlier frames, and so cannot form a cycle.
            guard frames.indices.contains(frame) else {
                let found = "a cel of frame \(frames.count) is linked to frame \(frame)"
                throw .damaged(.aseprite, reason: "\(found), expected an earlier one")
            }
            // Only pixels are shared; the position is separate.
            guard let linked = frames[frame][layer] else { return nil }
            (width, height, content) = (linked.width, linked.height, linked.content)
            return
        }
        (width, height) = (try cursor.uint16(), try cursor.uint16())
        let most = max(header.canvas.area, Self.largestArea)
        guard width * height <= most else {
            let found = "a cel declares \(width)x\(height) pixels on a canvas of \(header.canvas)"
            throw .damaged(.aseprite, reason: "\(found), expected at most \(most)")
        }
        switch type {
        case 0: content = .raw(try cursor.take(width * height * header.colorMode.bytesPerPixel))
        case 2: content = .packed(cursor.takeRest())
        case 3:
            let bits = try AsepriteTileBits(&cursor)
            content = .tilemap(cursor.takeRest(), bits)
        default: throw .unsupported(.aseprite, reason: "found cel type \(type), expected 0 to 3")
        }
    }

    /// In pixels: a cel may be larger than its canvas, but no memory is allocated for it.
    private static let largestArea = 4096 * 4096
}

/// The bit fields of a reference to a tile.
struct AsepriteTileBits {
    let bytes: Int
    let index: Int
    let flipsX: Int
    let flipsY: Int
    let swapsSides: Int

    init(_ cursor: inout AsepriteCursor) throws(ImageDecodingError) {
        let bits = try cursor.uint16()
        guard [8, 16, 32].contains(bits) else {
            throw .unsupported(.aseprite, reason: "found \(bits) bits a tile, expected 8, 16 or 32")
        }
        bytes = bits / 8
        index = try cursor.uint32()
        flipsX = try cursor.uint32()
        flipsY = try cursor.uint32()
        swapsSides = try cursor.uint32()
        try cursor.skip(10)
    }
}

/// Tiles of one size, stacked vertically.
struct AsepriteTileset {
    let name: String
    let id: Int
    let tiles: Int
    let tileWidth: Int
    let tileHeight: Int
    /// Whether tile 0 is empty; otherwise the tile with all bits set is.
    let zeroIsEmpty: Bool
    /// The pixels as a zlib stream; nil if they are in another file.
    let pixels: Range<Int>?

    init(_ cursor: inout AsepriteCursor) throws(ImageDecodingError) {
        id = try cursor.uint32()
        let flags = try cursor.uint32()
        tiles = try cursor.uint32()
        tileWidth = try cursor.uint16()
        tileHeight = try cursor.uint16()
        try cursor.skip(16)
        name = try cursor.text()
        guard tileWidth > 0, tileHeight > 0 else {
            let found = "tileset \"\(name)\" has tiles of \(tileWidth)x\(tileHeight) pixels"
            throw .damaged(.aseprite, reason: "\(found), expected at least 1x1")
        }
        guard tiles <= Self.largestArea / (tileWidth * tileHeight) else {
            throw .tooManyTiles("tileset \"\(name)\"")
        }
        zeroIsEmpty = flags & 4 != 0
        if flags & 1 != 0 { try cursor.skip(8) }
        guard flags & 2 != 0 else {
            pixels = nil
            return
        }
        pixels = try cursor.take(try cursor.uint32())
    }

    /// The maximum number of pixels in all tilesets.
    static let largestArea = 4096 * 4096

    var area: Int { tiles * tileWidth * tileHeight }

    /// The tile pixel at a position in a cell, as an index into the tiles' pixels; nil for none.
    func pixel(_ x: Int, _ y: Int, of reference: Int, _ bits: AsepriteTileBits) -> Int? {
        let index = reference & bits.index
        guard index < tiles, !(zeroIsEmpty && index == 0) else { return nil }
        func has(_ mask: Int) -> Bool { mask != 0 && reference & mask == mask }
        var (x, y) = (x, y)
        if has(bits.flipsX) { x = tileWidth - 1 - x }
        if has(bits.flipsY) { y = tileHeight - 1 - y }
        if has(bits.swapsSides) { (x, y) = (y, x) }
        // Rotated tiles that are not square do not fill the cell.
        guard x < tileWidth, y < tileHeight else { return nil }
        return (index * tileHeight + y) * tileWidth + x
    }
}

extension ImageDecodingError {
    static func tooManyTiles(_ place: String) -> ImageDecodingError {
        let most = AsepriteTileset.largestArea
        return .unsupported(.aseprite, reason: "\(place) is larger than \(most) pixels")
    }
}
