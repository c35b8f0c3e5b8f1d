import AtlasBuilding
import Catalog
import ChromaKey
import FileStore
import ImageCodec
import Raster
import SheetSlicing

/// Looks at a picture, and reads the first animation that its file names.
///
/// The picture is nil when nothing is seen; the animation when the name is not an id.
func lookAtPicture(
    _ path: String,
    disk: any Disk
) async throws(PictureFailure) -> (PictureLook?, animation: String?) {
    try await withSheet(
        path,
        takingFrames: isAnimationName(path),
        disk: disk,
        need: .keying + .registering
    ) { sheet, facts in
        let look = PictureLook(sheet)
        guard let facts else { return (look, nil) }
        // A tag that is not an id is renamed when the catalog is read.
        let tag = facts.tags.isEmpty ? FileSheet.unnamedRun : facts.tags[0].name
        let isID = tag.utf8.allSatisfy {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
        return (look, isID ? tag : nil)
    }
}

/// What a picture shows once it is keyed and cut as its rule will say.
struct PictureLook: Sendable {
    struct Facts: Sendable {
        /// Of the whole picture, or of a frame where the file has several.
        let size: PixelSize
        /// The color of the screen that it stands before; nil without one.
        let screen: RGB?
        let isPixelArt: Bool
        /// The columns and rows of a picture that clear gutters divide evenly.
        var grid: (columns: Int, rows: Int)?

        var isKeyed: Bool { screen != nil }
    }

    private(set) var facts: Facts
    /// The cells of the grid, with the figures where they stand.
    private(set) var cells: [StraightImage]?
    /// Whether figures were found on one picture.
    var isCut = false
    var frames: [StraightImage]

    /// Nil when nothing is seen.
    init?(_ sheet: consuming DecodedSheet) {
        let (hints, cells) = (KeyHints(sheet.info), sheet.cells)
        var image = (consume sheet).image
        var isPixelArt = image.isHardEdged
        var screen: RGB?
        if image.isOpaque {
            let report = key(inPlace: &image, settings: KeySettings(key: .auto), hints: hints)
            screen = report.screen?.color
            if let color = screen, image.opaqueBounds(above: 16) == nil {
                // A card of one color is no screen.
                image = StraightImage(size: image.size, filledWith: StraightPixel(color))
                screen = nil
            }
            if screen != nil { isPixelArt = report.isPixelArt }
        }
        guard image.opaqueBounds(above: 16) != nil else { return nil }
        let size = cells.count > 1 ? cells[0].size : image.size
        facts = Facts(size: size, screen: screen, isPixelArt: isPixelArt)
        frames = cells.count > 1 ? cells.map(image.cropped) : [image]
        guard frames.count == 1, let cut = try? cutSheet(image, .auto(IslandSettings())),
            cut.frames.count > 1
        else { return }
        let figures = registerFrames(image, cut, RegisterSettings(padding: 1)).frames
        // Hair in two strands is one picture.
        guard areOneSubject(figures) else { return }
        (frames, isCut) = (figures, true)
        if cut.method == .gutters, cut.columns * cut.rows == cut.frames.count,
            image.width % cut.columns == 0, image.height % cut.rows == 0
        {
            facts.grid = (cut.columns, cut.rows)
            self.cells = cut.frames.map { $0.picture(from: image) }
        }
    }
}

/// Whether figures differ no more in their sizes than poses of one pet do, as `size-jump` says.
private func areOneSubject(_ figures: [StraightImage]) -> Bool {
    let areas = figures.map { figure in figure.pixels.count { $0.a >= 128 } }
    guard let least = areas.min(), let most = areas.max() else { return false }
    return most * 10 <= least * 19
}

extension StraightImage {
    /// Where a hat sits.
    ///
    /// Above the middle of the head, which is the widest part of the upper half; so ears and raised arms
    /// next to it do not count.
    var head: PixelPoint {
        guard let box = opaqueBounds(above: 16) else { return PixelPoint(x: width / 2, y: 0) }
        let upper = box.y..<box.y + (box.height + 1) / 2
        let widest = upper.map { (y: $0, run: longestRun(inRow: $0, box.x..<box.maxX)) }
            .max { $0.run.count < $1.run.count }
        var (middle, top) = (box.x + box.width / 2, box.y)
        if let widest, !widest.run.isEmpty {
            (middle, top) = ((widest.run.lowerBound + widest.run.upperBound) / 2, widest.y)
            while top > box.y, self[middle, top - 1].a >= 128 { top -= 1 }
        }
        return PixelPoint(x: middle, y: top)
    }

    /// The longest row of solid pixels that nothing parts.
    private func longestRun(inRow y: Int, _ columns: Range<Int>) -> Range<Int> {
        var longest = columns.lowerBound..<columns.lowerBound
        var start = columns.lowerBound
        for x in columns {
            guard self[x, y].a >= 128 else {
                start = x + 1
                continue
            }
            if x + 1 - start > longest.count { longest = start..<x + 1 }
        }
        return longest
    }
}
