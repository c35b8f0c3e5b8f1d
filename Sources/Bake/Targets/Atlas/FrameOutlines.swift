import AtlasBuilding
import Catalog
import FileStore
import Raster

extension TargetSettings {
    /// The meshes around the visible pixels of frames, in points of the trimmed frames.
    ///
    /// Nil where frames keep rectangles; a frame without a visible pixel has no mesh. One mesh serves
    /// all scales: a point is visible if any of its pixels is, at any of them. Equal images are
    /// searched once, and the cache keeps their mesh. A nine-slice keeps its rectangle, which is
    /// stretched. Readers of the manifest draw rectangles, so sprites of a bake never reach into each
    /// other's. Throws `CancellationError`.
    func outlines(
        of frames: [RenderedFrame],
        _ traits: [String: FrameTraits],
        in context: RenderContext
    ) async throws -> [TriangleMesh?]? {
        guard trim == .polygon else { return nil }
        let options = OutlineOptions(form: polygonShape, tolerance: polygonTolerance)
        let cache = context.cache
        var firsts: [[PackedPicture.Identity?]: Int] = [:]
        let owners = frames.enumerated().map { index, frame in
            let pictures = frame.pictures
            let identity = pictures.scales.map { pictures[$0]?.identity }
            let isStretched = traits[frame.name]?.nineSlice != nil
            if let first = firsts[identity], !isStretched { return first }
            if !isStretched { firsts[identity] = index }
            return index
        }
        if let cache, cache.remote != nil {
            cache.ask(for: frames.filter { $0.trim != nil }.map { $0.meshKey(options) })
        }
        let found = try await inParallel(frames.count, jobs: context.jobs) {
            index -> TriangleMesh? in
            let frame = frames[index]
            guard owners[index] == index, let size = frame.trim?.size else { return nil }
            guard traits[frame.name]?.nineSlice == nil else {
                return TriangleMesh(rectangle: size.width, size.height)
            }
            return frame.rememberedMesh(options, cache)
        }
        return owners.map { found[$0] }
    }
}

extension RenderedFrame {
    /// The digest of all inputs of the mesh.
    fileprivate func meshKey(_ options: OutlineOptions) -> Digest {
        var out = ByteWriter()
        out.put("outline \(BakeCache.version)", String(reflecting: options))
        out.put(pictures.scales) { out, scale in
            out.put(scale)
            out.put(pictures[scale]?.identity)
        }
        return Digest(of: out.bytes)
    }

    fileprivate func rememberedMesh(
        _ options: OutlineOptions,
        _ cache: BakeCache?
    ) -> TriangleMesh? {
        guard let cache else { return mesh(options) }
        let key = meshKey(options)
        if let header = cache.header(of: key), let size = trim?.size,
            let mesh = TriangleMesh(encoded: header, of: size)
        {
            return mesh
        }
        guard let mesh = mesh(options) else { return nil }
        // A result from lost frames must not be cached.
        if !cache.lostAnEntry { cache.store(key, header: mesh.encoded, payload: []) }
        return mesh
    }

    private func mesh(_ options: OutlineOptions) -> TriangleMesh? {
        guard let size = trim?.size else { return nil }
        let rectangle = TriangleMesh(rectangle: size.width, size.height)
        var visible: BitMask?
        for scale in pictures.scales {
            // A lost image may be visible anywhere.
            guard let picture = pictures[scale]?.unpacked() else { return rectangle }
            let mask = BitMask(visibleIn: picture, scale: scale)
            guard mask.width == size.width, mask.height == size.height else { return rectangle }
            if visible == nil { visible = mask } else { visible? |= mask }
        }
        return visible.map { outlineMesh(of: $0, options) } ?? rectangle
    }
}

extension TriangleMesh {
    fileprivate var encoded: [UInt8] {
        var out = ByteWriter()
        out.put(vertices) { $0.put($1.x, $1.y) }
        out.put(triangles) { $0.put($1.a, $1.b, $1.c) }
        return out.bytes
    }

    /// Nil unless the bytes are a valid mesh for this size: cache entries may come from elsewhere.
    fileprivate init?(encoded bytes: [UInt8], of size: PixelSize) {
        typealias Damage = ByteReader.Damage
        var reader = ByteReader(bytes)
        let vertices = try? reader.array { (reader) throws(Damage) in
            PixelPoint(
                x: try reader.int(in: 0...size.width),
                y: try reader.int(in: 0...size.height)
            )
        }
        let triangles = try? reader.array { (reader) throws(Damage) in
            Triangle(try reader.int(), try reader.int(), try reader.int())
        }
        guard let vertices, let triangles, (try? reader.finish()) != nil else { return nil }
        self.init(vertices: vertices, triangles: triangles)
        guard covers(atMost: 2 * size.area) else { return nil }
    }
}
