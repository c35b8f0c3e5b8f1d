internal import AtlasPack
internal import ChromaKey
internal import Export
package import FileStore
internal import ImageCodec
internal import PictureFiles
internal import Raster

/// One page at one scale, drawn and encoded while holding the memory that this needs.
///
/// - Throws: `DiskError` when the page is too large for that, or to be drawn.
package func encodePage(
    _ page: Int,
    scale: Int,
    of layout: AtlasLayout,
    _ frames: [RenderedFrame],
    _ settings: AtlasSettings,
    side: SideSheet? = nil,
    as path: String
) async throws(DiskError) -> [UInt8] {
    let need = layout.pages[page].scaled(by: scale).map { PictureNeed.page.bytes(for: $0) } ?? 0
    let bytes: Result<[UInt8], DiskError>
    do throws(MemoryShortage) {
        bytes = try await MemoryBudget.current.holding(need) {
            Result { () throws(DiskError) in
                try drawAndEncodePage(
                    page,
                    scale: scale,
                    of: layout,
                    frames,
                    settings,
                    side: side,
                    as: path
                )
            }
        }
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
    return try bytes.get()
}

private func drawAndEncodePage(
    _ page: Int,
    scale: Int,
    of layout: AtlasLayout,
    _ frames: [RenderedFrame],
    _ settings: AtlasSettings,
    side: SideSheet?,
    as path: String
) throws(DiskError) -> [UInt8] {
    let image = layout.drawPage(
        page,
        scale: scale,
        frames: frames,
        extrude: settings.packing.extrude,
        side: side
    )
    guard var image else {
        throw DiskError(.encode, path, reason: "the page is too large at scale \(scale)")
    }
    // What side pictures mean is not for us to touch.
    guard side == nil else { return try encode(image, for: path, effort: settings.effort) }
    if let bleed = settings.bleed { image.bleedColors(reach: bleed) }
    // Without alpha there is nothing that a color could be multiplied by later.
    if settings.isPremultiplied, settings.pixels != .rgb565 {
        image.premultiplyBytes()
    }
    if let format = settings.pixels.words { return image.words(in: format) }
    if settings.pixels == .palette { image = image.reducedToPalette() }
    return try encode(image, for: path, effort: settings.effort)
}
