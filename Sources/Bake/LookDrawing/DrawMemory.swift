import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
import ImageCodec

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
        disk: any Disk
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
