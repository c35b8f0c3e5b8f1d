import AtlasBuilding
import Catalog
import FileStore
import KernelTypes
import KilnManifest
import Raster

/// Draws the frames of a sheet when the first file asks for them, and once.
final class PanelDrawing {
    private let files: PanelFiles
    private var known: [PanelPicture]?

    private var sheet: PanelSheet { files.sheet }
    private var settings: EInkSettings { files.settings }
    private var panel: PixelSize { files.panel }

    init(_ files: PanelFiles) { self.files = files }

    /// The frames in their order.
    func pictures(for name: String) async throws(DiskError) -> [PanelPicture] {
        if let known { return known }
        let kept = (settings.inks == nil ? 4 : 1) * panel.area * sheet.frames.count
        let drawn = sheet.frames.first.map { PictureNeed.page.bytes(for: $0.content.size) } ?? 0
        let need = kept + drawn + PictureNeed.page.bytes(for: panel)
        let pictures = try await MemoryBudget.current.encoding(name, need) { draw() }
        known = pictures
        return pictures
    }

    private func draw() -> [PanelPicture] {
        guard let inks = settings.storedInks else {
            return sheet.frames.map {
                PanelPicture(raw: picture(of: $0), over: settings.paper)
            }
        }
        let isPixelArt = sheet.frames.allSatisfy { frame in
            frame.layers.allSatisfy { $0.picture.unpacked()?.isHardEdged ?? true }
        }
        let dithering = settings.dithering ?? (isPixelArt ? .none : .blueNoise)
        let paper = settings.paper ?? RGB(255, 255, 255)
        return sheet.frames.map {
            PanelPicture(picture(of: $0), over: paper, in: inks, dithering)
        }
    }

    /// A frame in its place on the panel; clear around it.
    private func picture(of frame: Drawing) -> StraightImage {
        let isEnlarged = settings.fit == .integer
        let drawn = Picture(
            subject: sheet.subject,
            id: sheet.id,
            scale: frame.scale,
            size: isEnlarged ? frame.content.size : sheet.area.size,
            path: "",
            drawing: frame
        ).drawn()
        let larger = isEnlarged ? drawn.size.scaled(by: sheet.area.width / drawn.width) : nil
        let whole = larger.map { drawn.sampled(to: $0) } ?? drawn
        if whole.size == panel { return whole }
        var canvas = StraightImage(size: panel)
        canvas.copy(from: whole, at: sheet.area.origin)
        return canvas
    }
}
