import AtlasBuilding
import Catalog
import FileStore
import KilnManifest
import Raster

/// One frame of a look that a target holds.
private struct Composite: Sendable {
    var name: String
    var pieces: [RenderedCatalog.Piece]
}

extension RenderedCatalog {
    /// Every frame of every look that the target holds, drawn at each of its scales.
    ///
    /// - Throws: `ManifestError` when a look names what is not there; `CancellationError`.
    func composites(
        of target: Target,
        in context: RenderContext
    ) async throws -> [RenderedFrame] {
        var composites: [Composite] = []
        for named in manifest.looks where target.settings.looks?.contains(named.id) ?? true {
            let poses = try manifest.poses(of: named.look)
            for (number, pose) in poses.enumerated() {
                let name = poses.count == 1 ? named.id : "\(named.id)/\(number)"
                let pieces = try pieces(of: named.look, in: pose, over: named.background)
                composites.append(Composite(name: name, pieces: pieces))
            }
        }
        let scales = target.settings.scales
        let drawn = try await context.each(.render, named: composites.map(\.name)) {
            [composites] index in frame(of: composites[index], scales: scales, in: context)
        }
        return drawn.compactMap(\.self)
    }

    /// The frame, from the cache or drawn.
    private func frame(
        of composite: Composite,
        scales: [Int],
        in context: RenderContext
    ) -> RenderedFrame? {
        guard let cache = context.cache else { return drawn(composite, scales) }
        let key = key(of: composite, scales)
        if let header = cache.header(of: key) {
            var reader = ByteReader(header)
            if let frame = try? reader.frame(composite.name, cache, key) { return frame }
        }
        context.log.note(.look, composite.name, context.changeReason)
        guard let frame = drawn(composite, scales) else { return nil }
        // What was drawn from pictures that are gone must not be kept.
        guard !cache.lostAnEntry else { return frame }
        var header = ByteWriter()
        var payload: [UInt8] = []
        header.put(frame, &payload)
        cache.store(key, header: header.bytes, payload: payload)
        return frame
    }

    private func drawn(_ composite: Composite, _ scales: [Int]) -> RenderedFrame? {
        RenderedFrame(
            name: composite.name,
            canvases: scales.reduce(into: [:]) {
                $0[$1] = draw(composite.pieces, scale: $1)?.straight()
            }
        )
    }

    /// The digest of everything that the pixels follow from; the name is not among it.
    private func key(of composite: Composite, _ scales: [Int]) -> Digest {
        var out = ByteWriter()
        out.put("composite \(BakeCache.version)")
        let area = manifest.canvas.area(atScale: 1)
        out.put(area.x, area.y, area.width, area.height, scales)
        for scale in scales {
            out.put(composite.pieces.compactMap { $0.layer(scale: scale) })
        }
        return Digest(of: out.bytes)
    }
}

extension ByteWriter {
    /// Everything that the pixels of drawn layers follow from.
    mutating func put(_ layers: [RenderedCatalog.Layer]) {
        put(layers) {
            $0.put($1.position.x, $1.position.y, $1.picture.size, $1.picture.identity.digest)
        }
    }
}
