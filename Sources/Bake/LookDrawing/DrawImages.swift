import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
import KilnManifest
package import Raster

/// A drawn image of the catalog.
package struct DrawnImage: Sendable {
    package var id: String
    /// The axis values that its picture is for; none where it follows no axis.
    package var axes: [String: String]
    /// Of the whole image, in pixels, before it was shrunk.
    package var size: PixelSize
    package var picture: StraightImage
}

/// Draws the images of a catalog from the sources: those that belong to no species.
///
/// An image that follows one of the axes is drawn for the value in `axes` alone. Pictures are
/// shrunk to `room`. What did not change since the last time is taken from `memory`.
///
/// - Returns: the images in the order of the catalog, those of one image by its axis values; and what
///   is wrong.
/// - Throws: `CancellationError`.
package func drawImages(
    _ loaded: LoadedCatalog,
    for axes: [String: String],
    _ options: DrawOptions,
    room: PixelRoom,
    memory: inout DrawMemory,
    disk: any Disk
) async throws -> (drawn: [DrawnImage], diagnostics: [Diagnostic]) {
    let problems = loaded.errorsOfCatalog + loaded.problems(withAxes: axes)
    guard problems.isEmpty else { return ([], problems) }
    let arts = loaded.coverage.images.filter { art in
        axes.allSatisfy { (art.axes[$0.key] ?? $0.value) == $0.value }
    }
    var plan = RenderPlan(
        loaded.catalog,
        [],
        images: arts,
        in: loaded.folder,
        scales: [options.scale]
    )
    plan.missing = MissingArt(loaded.coverage, backgrounds: [], scales: [options.scale])
    plan.missing.cells = []
    let rendered = try await memory.rendered(plan, options, disk: disk)
    let diagnostics =
        plan.failures(in: rendered, loaded.catalog).withholdingConsequences()
        + loaded.errors(aboutFilesOf: plan)
    let art = RenderedCatalog(plan, rendered, loaded.catalog)
    let drawn = art.images.compactMap { image -> DrawnImage? in
        let size = PixelSize(
            width: image.art.width * options.scale,
            height: image.art.height * options.scale
        )
        guard let size else { return nil }
        let picture = art.pieces(of: image, cell: options.cell(of: image.frames.count))
            .compactMap { $0.layer(scale: options.scale) }
            .composed(from: PixelPoint(x: 0, y: 0), size).straight()
        return DrawnImage(
            id: image.id,
            axes: image.axes,
            size: size,
            picture: picture.fitted(into: room)
        )
    }
    return (drawn, diagnostics)
}

extension DrawOptions {
    /// The frame to draw of so many, counted around the end.
    fileprivate func cell(of count: Int) -> Int {
        switch frames {
        case .one(let frame), .around(let frame):
            count == 0 ? 0 : ((frame % count) + count) % count
        case .all: 0
        }
    }
}
