import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import KilnManifest
import Raster

extension TargetJob {
    /// Writes every frame as a picture of a `.spriteatlas`, which Xcode packs; there are no pages.
    ///
    /// - Throws: `ExportError` when two frames would have one name; `DiskError` when the cache does not
    ///   take a picture; `CancellationError`.
    func bakedSpriteAtlas(_ frames: [RenderedFrame]) async throws -> BakedTarget {
        let namespace = target.settings.assetCatalog.providesNamespace
        let atlases = target.settings.scales.map { scale in
            looseSprites(frames, name: "\(target.id)@\(scale)x", scale: scale)
        }
        let described = try exportSpriteAtlas(atlases, providesNamespace: namespace)
        let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
        let sprites = spriteAtlasImages(atlases).compactMap { image in
            byName[image.frame].map {
                Sprite(image: image, frame: $0, path: "\(target.id)/\(image.path)")
            }
        }
        var baked = BakedTarget(
            target,
            pictures: sprites.map { sprite in
                let asset = imageSetName(sprite.image.frame)
                return sprite.manifest(asset: namespace ? "\(target.id)/\(asset)" : asset)
            },
            files: described.map {
                OutputFile(path: "\(target.id)/\($0.path)", bytes: $0.bytes)
            },
            pages: try await files(of: sprites)
        )
        baked.summary.frames = frames.count
        return baked
    }
}

/// A frame at one scale, and where its picture goes.
private struct Sprite: PictureFile {
    var image: LooseImage
    var frame: RenderedFrame
    /// Relative to the output folder.
    var path: String

    private var size: (width: Int, height: Int) {
        (frame.sourceSize.width * image.scale, frame.sourceSize.height * image.scale)
    }

    func manifest(asset: String) -> Manifest.Picture {
        Manifest.Picture(
            id: frame.name,
            of: "frame",
            width: size.width,
            height: size.height,
            scale: image.scale,
            path: path,
            asset: asset
        )
    }

    /// The digest of everything that the file's bytes follow from, but for its path.
    func key(_ effort: Effort) -> Digest {
        var out = ByteWriter()
        out.put("sprite \(BakeCache.version) \(deflateVersion) \(effort.rawValue)")
        let trim = frame.trim
        for number in [size.width, size.height, trim?.x ?? 0, trim?.y ?? 0] { out.put(number) }
        out.put(frame.pictures[image.scale]?.identity)
        return Digest(of: out.bytes)
    }

    func encoded(_ effort: Effort) throws(DiskError) -> [UInt8] {
        guard let whole = frame.whole(atScale: image.scale) else {
            throw DiskError(.read, path, reason: "its cache entry is gone")
        }
        return try encode(whole, for: lastPart(of: path), effort: effort)
    }
}
