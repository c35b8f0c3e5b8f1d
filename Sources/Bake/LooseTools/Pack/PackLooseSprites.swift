import AtlasBuilding
import FileStore
import Raster

/// Writes a `.spriteatlas` of all pictures and no page: Xcode packs it.
///
/// Frames without a visible pixel are written too, for animations may need them.
///
/// - Throws: `PackFailure` when two pictures would have one name, `DiskError` when the disk does not
///   allow it.
func writeSpriteAtlas(
    _ request: PackRequest,
    _ frames: [RenderedFrame],
    _ outputs: LooseOutputs
) async throws -> PackSummary {
    let atlases = request.scales.map { scale in
        looseSprites(frames, name: "\(request.name)@\(scale)x", scale: scale)
    }
    var files: [ExportedFile]
    do throws(ExportError) {
        files = try exportSpriteAtlas(atlases)
    } catch {
        throw PackFailure.export(error)
    }
    files += try await looseImages(
        of: atlases,
        frames,
        effort: request.effort,
        jobs: request.jobs
    )
    files.sort { $0.path < $1.path }
    let stale = try await outputs.commit(files, of: request)
    return PackSummary(
        frames: frames.count,
        duplicates: 0,
        empty: [],
        pages: [],
        occupancy: 0,
        files: files.map { joinPath(request.output, $0.path) },
        bytes: files.reduce(0) { $0 + $1.bytes.count },
        stale: stale
    )
}
