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
