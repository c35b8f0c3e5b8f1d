import Raster

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
