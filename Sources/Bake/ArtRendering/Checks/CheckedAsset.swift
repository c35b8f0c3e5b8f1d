import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import Raster

/// What was found in the pictures of an asset: findings, and measures for checks that compare assets.
package struct CheckedAsset: Sendable {
    /// A frame of the last file, in its pixels.
    struct Cell: Hashable, Sendable {
        var size: PixelSize
        /// Around what is seen, from the cell's corner; nil when nothing is.
        var bounds: PixelRect?
        /// The number of pixels that are more solid than clear.
        var area: Int
    }

    /// How much of an art falls outside of the canvas, of the frame that loses most.
    struct Loss: Hashable, Sendable {
        var visible = 0
        var outside: [CanvasSide: Int] = [:]
    }

    /// With the severities of their checks.
    var findings: [Diagnostic] = []
    /// Of the last file that was looked at, in pixels per point.
    var density = 1
    /// Of the last file, in pixels; of numbered frames side by side.
    ///
    /// Nil where frames are otherwise than they were in the file.
    var sheet: PixelSize?
    var cells: [Cell] = []
    /// The grid that the figures of the last file stand on; nil for a single figure.
    var figures: SheetGridFacts?
    var isPixelArt = false
    /// Whether its frames are opaque from edge to edge, and nothing was said of it.
    var isOpaqueBox = false
    /// Which blocks of the first frame are mostly solid.
    var silhouette = Silhouette()
    /// Equal for equal pictures, cut alike; of species and outfits wherever they are in their frames.
    var fingerprint: UInt64?
    /// Of the frames of a species or an outfit; of the first alone where others are too many or too
    /// small, and none where that is small.
    var sketches: [FigureSketch] = []
    /// Of the last file, in the middle of its frames.
    var traits: DrawingTraits?
    /// By what decides where an art is, for those whose frames reach beyond the canvas.
    var losses: [Digest: Loss] = [:]
    /// Which colors of recolors the pictures have, by the recolor's id.
    var matches: [String: ColorMatches] = [:]
    /// Frames that may not fit on a page, in points by name; not remembered.
    var largeFrames: [String: PixelSize] = [:]

    /// How many frames it has; 0 when none was looked at.
    var frameCount: Int { cells.count }
}

/// The mostly solid 8x8 blocks of a frame, as bits.
struct Silhouette: Hashable, Sendable {
    /// Row by row from the lowest bit.
    let blocks: UInt64

    init(blocks: UInt64 = 0) { self.blocks = blocks }

    /// Of an image's first frame, by 64 samples per block.
    init(of picture: CheckedPicture) {
        guard let frame = picture.frames.first, PixelRect(picture.image.size).contains(frame) else {
            self.init()
            return
        }
        let columns = (0..<64).map { frame.x + $0 * frame.width / 64 }
        var solid = [Int](repeating: 0, count: 64)
        for sample in 0..<64 {
            let row = (frame.y + sample * frame.height / 64) * picture.image.width
            for (column, x) in columns.enumerated() where picture.image.pixels[row + x].a >= 128 {
                solid[sample / 8 * 8 + column / 8] += 1
            }
        }
        self.init(
            blocks: solid.enumerated().reduce(0) { blocks, block in
                block.element > 32 ? blocks | 1 << UInt64(block.offset) : blocks
            }
        )
    }

    /// The share hidden by another silhouette in the same place, 0...1.
    func hidden(by other: Silhouette) -> Double {
        let own = blocks.nonzeroBitCount
        return own == 0 ? 0 : Double((blocks & other.blocks).nonzeroBitCount) / Double(own)
    }
}

extension ByteWriter {
    mutating func put(_ checked: CheckedAsset) {
        put(findings: checked.findings)
        put(checked.density)
        put(checked.sheet) { $0.put($1) }
        put(checked.cells) { out, cell in
            out.put(cell.size)
            out.put(cell.bounds) { $0.put($1) }
            out.put(cell.area)
        }
        put(checked.figures) { out, grid in
            for side in [grid.width, grid.height, grid.columns, grid.rows] { out.put(side) }
        }
        put(checked.isPixelArt)
        put(checked.isOpaqueBox)
        put(checked.silhouette.blocks)
        put(checked.fingerprint) { $0.put($1) }
        put(checked.sketches) { $1.put(to: &$0) }
        put(checked.traits) { $1.put(to: &$0) }
        put(checked.losses.sorted { $0.key.text < $1.key.text }) { out, entry in
            out.put(entry.key)
            out.put(entry.value.visible)
            out.put(CanvasSide.allCases) { $0.put(entry.value.outside[$1] ?? 0) }
        }
        put(checked.matches.sorted { $0.key < $1.key }) { out, entry in
            out.put(entry.key)
            out.put(entry.value.found) { $0.put($1) }
            out.put(entry.value.nearest) { out, color in
                out.put(color?.description) { $0.put($1) }
            }
        }
    }
}

extension ByteReader {
    mutating func checkedAsset() throws(Damage) -> CheckedAsset {
        var result = CheckedAsset()
        result.findings = try findings { id in Check.ofArt.first { $0.id == id } }
        result.density = try int(in: 1...PixelSize.maximumSide)
        result.sheet = try optional { (reader) throws(Damage) in try reader.size() }
        result.cells = try array { (reader) throws(Damage) in
            let size = try reader.size()
            let bounds = try reader.optional { (reader) throws(Damage) in try reader.rect() }
            guard bounds.map(PixelRect(size).contains) ?? true else { throw Damage() }
            return CheckedAsset.Cell(
                size: size,
                bounds: bounds,
                area: try reader.int(in: 0...size.area)
            )
        }
        result.figures = try optional { (reader) throws(Damage) in
            let (width, height) = (try reader.int(), try reader.int())
            let (columns, rows) = (try reader.int(), try reader.int())
            // What is divided by may not be 0.
            guard min(width, height, columns, rows) > 0 else { throw Damage() }
            return SheetGridFacts(width: width, height: height, columns: columns, rows: rows)
        }
        result.isPixelArt = try flag()
        result.isOpaqueBox = try flag()
        result.silhouette = Silhouette(blocks: try word())
        result.fingerprint = try optional { (reader) throws(Damage) in try reader.word() }
        result.sketches = try array { (reader) throws(Damage) in try FigureSketch(from: &reader) }
        result.traits = try optional { (reader) throws(Damage) in
            try DrawingTraits(from: &reader)
        }
        result.losses = try dictionary { (reader) throws(Damage) in
            let key = try reader.digest()
            var loss = CheckedAsset.Loss(visible: try reader.int(in: 0...1 << 40))
            let counts = try reader.array { (reader) throws(Damage) in
                try reader.int(in: 0...loss.visible)
            }
            for (side, count) in zip(CanvasSide.allCases, counts) where count > 0 {
                loss.outside[side] = count
            }
            return (key, loss)
        }
        result.matches = try dictionary { (reader) throws(Damage) in
            let id = try reader.string()
            let found = try reader.array { (reader) throws(Damage) in try reader.flag() }
            let nearest = try reader.array { (reader) throws(Damage) in
                try reader.optional { (reader) throws(Damage) in try reader.string() }
                    .flatMap { HexColor($0) }
            }
            guard nearest.count == found.count else { throw Damage() }
            return (id, ColorMatches(found: found, nearest: nearest))
        }
        return result
    }
}

extension Check {
    /// Those that looking at pictures may report.
    fileprivate static let ofArt: [Check] = ofPictures + ofRendering
}
