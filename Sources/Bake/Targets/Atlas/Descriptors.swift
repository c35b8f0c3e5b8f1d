import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import KilnManifest
import Raster

/// The files that tell engines where the frames of a target lie.
///
/// - Throws: `TargetFailure` when a format cannot say it, `DiskError` of the encoder.
func descriptors(
    of target: Target,
    _ layout: AtlasLayout,
    _ frames: [RenderedFrame],
    _ sides: [SideSheet],
    _ art: RenderedCatalog,
    _ animations: [AtlasDescription.Animation],
    _ names: PageNames,
    in context: RenderContext
) async throws -> [OutputFile] {
    let encoded = names.encoders.map { encoder in
        let scales = target.settings.scales.map { scale in
            var atlas = layout.description(
                name: "\(target.id)@\(scale)x",
                scale: scale,
                images: names.files(
                    pages: layout.pages.indices,
                    scale: scale,
                    as: encoder,
                    sides: sides
                ),
                of: frames,
                isPremultiplied: target.settings.alpha == .premultiplied,
                pixels: AtlasSettings(target.settings).pixels,
                animations: animations
            )
            atlas.filter = target.settings.textureFilter
            if target.kind == .atlas { atlas.species = art.manifest.exportedSpecies(in: atlas) }
            return atlas
        }
        return (encoding: encoder.encoding, scales: scales)
    }
    do {
        var described = try export(encoded, templates: target.settings.templates)
        var files: [OutputFile] = []
        for format in target.settings.formats where format != .kiln {
            guard format == .spriteatlas else {
                described += try export(encoded, format: format)
                continue
            }
            let atlases = encoded[0].scales
            let isNamespace = target.settings.assetCatalog.providesNamespace
            described += try exportSpriteAtlas(atlases, providesNamespace: isNamespace)
            let effort = target.settings.effort
            files += try await looseImages(
                of: atlases,
                frames,
                effort: effort,
                jobs: context.jobs
            )
        }
        files += try checkingPaths(described)
        return files.map { OutputFile(path: "\(target.id)/\($0.path)", bytes: $0.bytes) }
    } catch let error as ExportError {
        throw TargetFailure.export(error)
    }
}

extension RenderedCatalog {
    /// The animations of all bases, as `asset/animation`, and of images, each once.
    ///
    /// Where art could not be cut as its animations need, frames are counted around its end, as looks
    /// count them.
    func exportedAnimations(
        with selection: Selection?
    ) -> [AtlasDescription.Animation] {
        var byName: [String: AtlasDescription.Animation] = [:]
        for image in images where selection?.contains(image.id) ?? true {
            for (name, animation) in image.animations {
                byName["\(image.rendition)/\(name)"] = AtlasDescription.Animation(
                    name: "\(image.rendition)/\(name)",
                    frames: animation.frames.map { image.frames[around: $0] },
                    framesPerSecond: animation.fps,
                    loops: animation.loop,
                    durations: animation.durations
                )
            }
        }
        for art in manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art) {
            for (name, animation) in art.animations {
                byName["\(art.asset)/\(name)"] = AtlasDescription.Animation(
                    name: "\(art.asset)/\(name)",
                    frames: animation.frames.map { art.frames[around: $0] },
                    framesPerSecond: animation.fps,
                    loops: animation.loop,
                    durations: animation.durations
                )
            }
        }
        return byName.values.sorted { $0.name < $1.name }
    }
}
