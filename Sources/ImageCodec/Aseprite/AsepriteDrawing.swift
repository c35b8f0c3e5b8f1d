import Raster

/// Draws the frames of a document, or of a part of it.
struct AsepriteDrawing {
    private let document: AsepriteDocument
    private let shown: [Bool]
    /// The remaining budget of pixels of cels and groups: links and empty space take no space in
    /// the file, but time to draw.
    private var pixelsLeft: Int
    /// A cache for links and tilemaps.
    private var unpacked: [Range<Int>: [UInt8]] = [:]
    private var bytesKept = 0

    /// Enough for the tiles and links of a frame or two of most documents.
    private static let mostBytesKept = 16 << 20
    /// How often the pixels of the largest sheet may be drawn over each other.
    private static let mostOverdraw = 16

    /// `part` is the name of a layer or group to draw alone.
    ///
    /// Throws `.noSuchPart`, `.ambiguousPart`.
    init(
        _ document: AsepriteDocument,
        part: String?,
        limits: DecodeLimits
    ) throws(ImageDecodingError) {
        self.document = document
        var index: Int?
        if let part { index = try document.layers.part(part) }
        shown = document.layers.shown(part: index)
        let (most, isMore) = limits.maximumPixels.multipliedReportingOverflow(by: Self.mostOverdraw)
        pixelsLeft = isMore ? .max : most
    }

    mutating func frame(_ frame: Int) throws(ImageDecodingError) -> StraightImage {
        var canvas = StraightImage(size: document.header.canvas)
        try draw(nil, of: plan(frame), frame, on: &canvas)
        return document.header.aspect.scaled(canvas)
    }

    /// A layer with its cel, or a group that is composited first.
    private struct Item {
        let layer: Int
        let zIndex: Int

        /// Note 5 of the specification: a larger offset comes later.
        func isDrawn(before other: Item) -> Bool {
            (layer + zIndex, zIndex) < (other.layer + other.zIndex, other.zIndex)
        }
    }

    /// What a frame draws, by the group that it is composited into; nil is the canvas.
    private func plan(_ frame: Int) -> [Int?: [Item]] {
        var plan: [Int?: [Item]] = [:]
        for (layer, cel) in document.cels[frame] where shown[layer] {
            var item = Item(layer: layer, zIndex: cel.zIndex)
            var group = document.header.composesGroups ? document.layers[layer].parent : nil
            while true {
                let isKnown = plan[group] != nil
                plan[group, default: []].append(item)
                guard !isKnown, let inner = group else { break }
                item = Item(layer: inner, zIndex: 0)
                group = document.layers[inner].parent
            }
        }
        return plan.mapValues { $0.sorted { $0.isDrawn(before: $1) } }
    }

    private mutating func draw(
        _ group: Int?,
        of plan: [Int?: [Item]],
        _ frame: Int,
        on canvas: inout StraightImage
    ) throws(ImageDecodingError) {
        for item in plan[group] ?? [] {
            let layer = document.layers[item.layer]
            if layer.kind == .group {
                try spend(canvas.size.area)
                var inner = StraightImage(size: canvas.size)
                try draw(item.layer, of: plan, frame, on: &inner)
                canvas.lay(inner, layer.blendMode, opacity: layer.opacity)
            } else if let cel = document.cels[frame][item.layer] {
                try draw(cel, of: layer, frame, on: &canvas)
            }
        }
    }

    private mutating func draw(
        _ cel: AsepriteCel,
        of layer: AsepriteLayer,
        _ frame: Int,
        on canvas: inout StraightImage
    ) throws(ImageDecodingError) {
        var tileset: AsepriteTileset?
        if case .tilemap = cel.content { tileset = try self.tileset(of: layer) }
        let width = cel.width * (tileset?.tileWidth ?? 1)
        let height = cel.height * (tileset?.tileHeight ?? 1)
        let columns = max(cel.x, 0)..<max(0, cel.x, min(cel.x + width, canvas.width))
        let rows = max(cel.y, 0)..<max(0, cel.y, min(cel.y + height, canvas.height))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        try spend(cel.width * cel.height + columns.count * rows.count)

        let mode = document.header.colorMode
        // Gray has no hue: Aseprite draws such layers with the normal blend mode.
        let isPlain = mode == .grayscale && layer.blendMode.isOfHue
        var paint = AsepritePaint(
            mode: mode,
            palette: mode == .indexed ? document.palettes.colors(inFrame: frame) : [],
            clearIndex: layer.isBackground ? nil : document.header.transparentIndex,
            blendMode: isPlain ? .normal : layer.blendMode,
            opacity: BlendMode.product(cel.opacity, layer.opacity),
            replaces: layer.isBackground
        )
        switch cel.content {
        case .raw(let range): paint.bytes = Array(document.bytes[range])
        case .packed(let range):
            paint.bytes = try unpack(range, cel.width * cel.height * mode.bytesPerPixel)
        case .tilemap(let range, let bits):
            guard let tileset, let pixels = tileset.pixels else { return }
            paint.bytes = try unpack(pixels, tileset.area * mode.bytesPerPixel)
            let references = try unpack(range, cel.width * cel.height * bits.bytes)
            let (tileWidth, tileHeight) = (tileset.tileWidth, tileset.tileHeight)
            canvas.draw(paint, columns, rows) { x, y in
                let (x, y) = (x - cel.x, y - cel.y)
                let place = (y / tileHeight * cel.width + x / tileWidth) * bits.bytes
                let reference = (0..<bits.bytes).reversed().reduce(0) {
                    $0 << 8 | Int(references[place + $1])
                }
                return tileset.pixel(x % tileWidth, y % tileHeight, of: reference, bits)
            }
            return
        }
        canvas.draw(paint, columns, rows) { x, y in (y - cel.y) * cel.width + x - cel.x }
    }

    private func tileset(of layer: AsepriteLayer) throws(ImageDecodingError) -> AsepriteTileset {
        guard case .tilemap(let id) = layer.kind, let tileset = document.tilesets[id] else {
            let found = "layer \"\(layer.name)\" has tiles of a tileset that is not there"
            throw .damaged(.aseprite, reason: found)
        }
        guard tileset.pixels != nil else {
            let found = "the tiles of layer \"\(layer.name)\" are in another file"
            throw .unsupported(.aseprite, reason: "\(found), expected them in the document")
        }
        return tileset
    }

    private mutating func spend(_ pixels: Int) throws(ImageDecodingError) {
        pixelsLeft -= pixels
        guard pixelsLeft >= 0 else {
            let reason = "its cels have more pixels in all than is drawn"
            throw .unsupported(.aseprite, reason: reason)
        }
    }

    private mutating func unpack(
        _ range: Range<Int>,
        _ count: Int
    ) throws(ImageDecodingError) -> [UInt8] {
        if let known = unpacked[range], known.count > count { return known }
        guard let bytes = inflateZlib(document.bytes.span.extracting(range), count: count) else {
            let found = "a zlib stream of \(range.count) bytes does not hold its \(count) bytes"
            throw .damaged(.aseprite, reason: found)
        }
        if bytesKept + count <= Self.mostBytesKept {
            bytesKept += count
            unpacked[range] = bytes
        }
        return bytes
    }
}

/// Pixels as stored in a document, and how they are drawn on a canvas.
private struct AsepritePaint {
    var bytes: [UInt8] = []
    let mode: AsepriteColorMode
    let palette: AsepritePalettes.Colors
    let clearIndex: Int?
    let blendMode: BlendMode
    /// 0...255.
    let opacity: Int
    /// Whether they replace the canvas, as a background does.
    let replaces: Bool

    /// Nil for a pixel that changes nothing.
    func pixel(at index: Int) -> StraightPixel? {
        switch mode {
        case .indexed:
            let color = Int(bytes[index])
            return color == clearIndex ? nil : palette[color]
        case .grayscale:
            let (value, alpha) = (bytes[2 * index], bytes[2 * index + 1])
            return StraightPixel(r: value, g: value, b: value, a: alpha)
        case .rgba:
            let place = 4 * index
            return StraightPixel(
                r: bytes[place],
                g: bytes[place + 1],
                b: bytes[place + 2],
                a: bytes[place + 3]
            )
        }
    }
}

extension StraightImage {
    /// Draws on some columns and rows of the canvas.
    ///
    /// `source` maps a position to a pixel of the paint; nil for none.
    @inline(__always)
    fileprivate mutating func draw(
        _ paint: AsepritePaint,
        _ columns: Range<Int>,
        _ rows: Range<Int>,
        source: (_ x: Int, _ y: Int) -> Int?
    ) {
        for y in rows {
            for x in columns {
                guard let index = source(x, y), let pixel = paint.pixel(at: index) else { continue }
                self[x, y] =
                    paint.replaces
                    ? pixel : paint.blendMode.blend(pixel, over: self[x, y], opacity: paint.opacity)
            }
        }
    }

    /// Composites an image of the same size over this one.
    fileprivate mutating func lay(_ other: StraightImage, _ mode: BlendMode, opacity: Int) {
        for y in 0..<height {
            for x in 0..<width {
                self[x, y] = mode.blend(other[x, y], over: self[x, y], opacity: opacity)
            }
        }
    }
}
