import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import Raster

extension PackRequest {
    /// The atlas at each scale.
    func described(
        _ layout: AtlasLayout,
        _ names: PageNames,
        as encoder: PageEncoder
    ) -> [AtlasDescription] {
        scales.map { scale in
            var atlas = layout.description(
                name: name + names.suffix(ofScale: scale),
                scale: scale,
                files: names,
                as: encoder,
                animations: animations(of: layout.list.frames)
            )
            atlas.filter = textureFilter
            atlas.refusesPivots = pivots.contains { $0.point == nil }
            return atlas
        }
    }

    /// Its descriptors, and what belongs to them, in each format.
    func descriptors(
        _ encoded: [(encoding: PageEncoding, scales: [AtlasDescription])],
        _ frames: [RenderedFrame]
    ) async throws -> [OutputFile] {
        var files: [OutputFile] = []
        do throws(ExportError) {
            var described = try export(encoded, templates: templates)
            for format in formats {
                var wanted = encoded
                for index in wanted.indices where format == .pixi {
                    wanted[index].scales = wanted[index].scales.map(\.withoutScatteredAnimations)
                }
                described += try export(wanted, format: format)
            }
            files = try checkingPaths(described)
        } catch {
            throw PackFailure.export(error)
        }
        if formats.contains(.spriteatlas) {
            files += try await looseImages(
                of: encoded[0].scales,
                frames,
                effort: effort,
                jobs: jobs
            )
        }
        return files
    }
}

extension AtlasDescription {
    /// Numbered names are a guess, for which no atlas shall fail.
    fileprivate var withoutScatteredAnimations: AtlasDescription {
        var atlas = self
        let scattered = Set(scatteredAnimations)
        atlas.animations.removeAll { scattered.contains($0.name) }
        return atlas
    }
}
