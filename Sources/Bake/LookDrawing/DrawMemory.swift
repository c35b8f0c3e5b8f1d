import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import ImageCodec
import KilnManifest
package import Raster

/// What drawing again takes over from the time before: the catalog, while only pictures change, and
/// the frames of every picture that did not.
package struct DrawMemory: Sendable {
    private var loaded: LoadedCatalog?
    private var assets: [RenderJob: (stamps: [FileStamp?], rendered: RenderedAsset)] = [:]

    package init() {}

    /// Reads the catalog and looks what its sources hold, unless nothing but pictures that it knows
    /// already has changed.
    ///
    /// As `LoadedCatalog.load`. `profile` is the same in every call; `changed` are the files that
    /// changed since the last one, nil when that is not known.
    package mutating func load(
        _ path: String,
        profile: String? = nil,
        changed: [String]?,
        disk: any Disk
    ) throws(DiskError) -> (loaded: LoadedCatalog?, diagnostics: [Diagnostic]) {
        forget(changed ?? [])
        if let loaded, let changed, [path, joinPath(path, "catalog.json")].contains(loaded.path) {
            let known = Set(
                loaded.index.assets.flatMap(\.paths)
                    .map { joinPath(loaded.folder, $0) }
            )
            let areOnlyPictures = changed.allSatisfy { file in
                // What has frames of its own says more than its pixels: layers, tags, slices.
                known.contains(file) && disk.stamp(file)?.isFolder == false
                    && !isAnimationName(file) && !loaded.hasOwnFrames(file)
            }
            if areOnlyPictures { return (loaded, loaded.diagnostics) }
        }
        let (read, diagnostics) = try LoadedCatalog.load(
            path,
            profile: profile,
            isDrawn: true,
            disk: disk
        )
        loaded = read
        return (read, diagnostics)
    }

    /// Drops what was made of files: one may be written twice within a tick of the disk's clock.
    package mutating func forget(_ files: [String]) {
        let touched = Set(files)
        assets = assets.filter { job, _ in
            !job.files.flatMap(\.allRead).contains { touched.contains($0.path) }
        }
    }

    /// The assets of a plan, by job; those only are remembered.
    mutating func rendered(
        _ plan: RenderPlan,
        _ options: DrawOptions,
        _ disk: any Disk
    ) async throws -> [RenderedAsset] {
        // Before anything is read, so that a later change is noticed.
        let stamps = plan.jobs.map { job in job.files.flatMap(\.allRead).map { disk.stamp($0.path) }
        }
        let waiting = plan.jobs.indices.filter { index in
            guard let known = assets[plan.jobs[index]] else { return true }
            return known.stamps != stamps[index] || !known.rendered.failures.isEmpty
        }
        let reader = FileReader(disk: disk)
        let new = try await inParallel(waiting.count, jobs: options.jobs) { place in
            await plan.jobs[waiting[place]].run(reader)
        }
        var kept: [RenderJob: (stamps: [FileStamp?], rendered: RenderedAsset)] = [:]
        for job in plan.jobs { kept[job] = assets[job] }
        for (place, index) in waiting.enumerated() {
            kept[plan.jobs[index]] = (stamps[index], new[place])
        }
        assets = kept
        return plan.jobs.compactMap { kept[$0]?.rendered }
    }
}

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
    memory: inout DrawMemory
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
    let rendered = try await memory.rendered(plan, options, loaded.disk)
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
