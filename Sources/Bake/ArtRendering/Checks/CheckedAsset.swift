import AtlasBuilding
package import Catalog
import Diagnostics
import FileStore
import KilnManifest
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

extension CheckedAsset: FieldCoded {
    /// All but the large frames.
    static let fields = ByteFields<CheckedAsset>(
        {
            (
                StoredFindings(all: $0.findings), $0.density, $0.sheet, $0.cells, $0.figures,
                $0.isPixelArt, $0.isOpaqueBox, $0.silhouette.blocks, $0.fingerprint, $0.sketches,
                $0.traits, $0.losses, $0.matches
            )
        },
        {
            guard (1...PixelSize.maximumSide).contains($1) else { return nil }
            return CheckedAsset(
                findings: $0.all,
                density: $1,
                sheet: $2,
                cells: $3,
                figures: $4,
                isPixelArt: $5,
                isOpaqueBox: $6,
                silhouette: Silhouette(blocks: $7),
                fingerprint: $8,
                sketches: $9,
                traits: $10,
                losses: $11,
                matches: $12
            )
        }
    )
}

extension CheckedAsset.Cell: FieldCoded {
    static let fields = ByteFields<Self>(
        { ($0.size, $0.bounds, $0.area) },
        { size, bounds, area in
            guard bounds.map(PixelRect(size).contains) ?? true, area <= size.area else {
                return nil
            }
            return Self(size: size, bounds: bounds, area: area)
        }
    )
}

extension CheckedAsset.Loss: FieldCoded {
    static let fields = ByteFields<Self>(
        { loss in (loss.visible, CanvasSide.allCases.map { loss.outside[$0] ?? 0 }) },
        { visible, counts in
            guard counts.allSatisfy({ $0 <= visible }) else { return nil }
            let outside = zip(CanvasSide.allCases, counts).filter { $1 > 0 }
            return Self(visible: visible, outside: Dictionary(uniqueKeysWithValues: outside))
        }
    )
}

extension SheetGridFacts: FieldCoded {
    static let fields = ByteFields<Self>(
        { ($0.width, $0.height, $0.columns, $0.rows) },
        {
            // What is divided by may not be 0.
            guard min($0, $1, $2, $3) > 0 else { return nil }
            return Self(width: $0, height: $1, columns: $2, rows: $3)
        }
    )
}

extension ColorMatches: FieldCoded {
    static let fields = ByteFields<Self>(
        { ($0.found, $0.nearest.map { $0?.description }) },
        { found, nearest in
            guard nearest.count == found.count else { return nil }
            return Self(found: found, nearest: nearest.map { $0.flatMap { HexColor($0) } })
        }
    )
}

/// What the frames of a job are used for, as far as checks of its pictures depend on it.
package struct AssetUses: Sendable {
    package let arts: [RenderPlan.Art]
    package let images: [NamedImage]
    /// The names of the renditions that show them.
    let renditions: Set<String>
    /// Of species and outfits, which have to keep steady in them.
    let animations: [SheetAnimation]
    let canvas: Canvas
    /// Colors that are replaced in the pictures, each recolor once.
    let recolors: [RecolorUse]

    /// Whether it is a pet or an outfit that always shows something; of several layers the first does.
    var isBase: Bool { arts.contains { $0.isBase && ($0.part ?? 0) == 0 } }
    /// Whether it is a picture of its own, which may fill its frame.
    var isScene: Bool { arts.isEmpty && !images.isEmpty }

    /// Everything besides the pictures' contents, and how they are keyed and cut, that the findings
    /// follow from; where arts are placed is not among it.
    func key(of job: RenderJob) -> Digest {
        var out = ByteWriter()
        out.put(job.asset)
        out.put(job.files) { out, file in out.put(file.allRead) { $0.put($1.shownPath) } }
        out.put(job.renditions) { $0.put(renditions.contains($1.name)) }
        out.put(isBase, isScene, canvas.width, canvas.height)
        out.put(animations) { $0.put($1.name, $1.frames) }
        out.put(recolors) { $1.put(to: &$0) }
        return Digest(of: out.bytes)
    }
}

extension RenderPlan {
    /// What each job is used for, by job; nil for pictures that no one sees by themselves, such as
    /// normal maps.
    package func uses(in catalog: Catalog) -> [AssetUses?] {
        let artsByRendition = Dictionary(grouping: arts, by: \.rendition)
        let imagesByRendition = Dictionary(grouping: images, by: \.rendition)
        return jobs.map { job in
            let names = job.renditions.map(\.name).filter {
                artsByRendition[$0] != nil || imagesByRendition[$0] != nil
            }
            let drawn = names.flatMap { artsByRendition[$0] ?? [] }
            let shown = names.flatMap { imagesByRendition[$0] ?? [] }
            // Other colors of the same pixels look no better or worse.
            let arts = drawn.withoutVariants
            let images = shown.map(\.image).uniqued(by: \.id)
            var recolors: [RecolorUse] = []
            for use in (drawn.map(\.colors) + shown.map(\.colors)).flatMap(\.recolors)
            where !recolors.contains(where: { $0.id == use.id && $0.before == use.before }) {
                recolors.append(use)
            }
            guard !names.isEmpty else { return nil }
            let isBase = arts.contains { $0.isBase && ($0.part ?? 0) == 0 }
            return AssetUses(
                arts: arts,
                images: images,
                renditions: Set(names),
                animations: isBase ? catalog.sheet(for: job.asset).value.animations : [],
                canvas: catalog.canvas,
                recolors: recolors
            )
        }
    }
}

extension RenderPlan.Art {
    /// Nil for the art of a species itself.
    var item: String? {
        if case .item(let id) = subject { id } else { nil }
    }
}

extension Catalog {
    /// What an art shows, as far as both exist.
    func subject(of art: RenderPlan.Art) -> ArtSubject? {
        species(art.species).map { ArtSubject(art.item.flatMap(item), on: $0) }
    }
}

extension [RenderPlan.Art] {
    /// Arts that differ only in colors from an earlier one are left out.
    fileprivate var withoutVariants: [RenderPlan.Art] {
        if count < 2 { return self }
        var seen: Set<[String]> = []
        return filter { art in
            let thing = [
                "\(art.subject)", art.species, "\(art.part ?? -1)", art.sheet ?? "", art.asset,
            ]
            return seen.insert(thing).inserted || art.colors.values.isEmpty
        }
    }
}
