import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
import KilnManifest
import Raster

extension TargetSettings {
    /// The atlas as `name` at each scale, for each way in which its pages are encoded.
    func described(
        _ layout: AtlasLayout,
        as name: String,
        _ animations: [AtlasDescription.Animation],
        _ names: PageNames,
        _ finish: (inout AtlasDescription) -> Void
    ) -> [(encoding: PageEncoding, scales: [AtlasDescription])] {
        names.encoders.map { encoder in
            let atlases = scales.map { scale in
                var atlas = layout.description(
                    name: name + names.suffix(ofScale: scale),
                    scale: scale,
                    files: names,
                    as: encoder,
                    animations: animations
                )
                atlas.filter = textureFilter
                finish(&atlas)
                return atlas
            }
            return (encoding: encoder.encoding, scales: atlases)
        }
    }

    /// The files that tell engines where the frames of an atlas are, by their paths next to the
    /// pages.
    ///
    /// Animations on several pages are an error of PixiJS unless `dropsScatteredAnimations`.
    func descriptors(
        of encoded: [(encoding: PageEncoding, scales: [AtlasDescription])],
        _ frames: [RenderedFrame],
        dropsScatteredAnimations: Bool = false,
        effort: Effort,
        jobs: Int
    ) async throws -> [OutputFile] {
        var described = try export(encoded, templates: templates)
        var files: [OutputFile] = []
        for format in formats where format != .kiln {
            guard format != .spriteatlas else {
                let atlases = encoded[0].scales
                let isNamespace = assetCatalog.providesNamespace
                described += try exportSpriteAtlas(atlases, providesNamespace: isNamespace)
                files += try await looseImages(of: atlases, frames, effort: effort, jobs: jobs)
                continue
            }
            // As many encodings as it describes separately, else the first that its engines load.
            let readable = encoded.filter { format.readableEncodings.contains($0.encoding) }
            for (index, (encoding, scales)) in readable.enumerated()
            where index == 0 || format.describesEncodingsSeparately {
                let atlases = scales.map { atlas in
                    var atlas = atlas
                    if index > 0 { atlas.suffix = ".\(encoding)" }
                    if format == .pixi, dropsScatteredAnimations {
                        let scattered = Set(atlas.scatteredAnimations)
                        atlas.animations.removeAll { scattered.contains($0.name) }
                    }
                    return atlas
                }
                described += try export(atlases, format: format)
            }
        }
        return files + (try checkingPaths(described))
    }
}

extension RenderedCatalog {
    /// The animations of all bases, as `asset/animation`, and of images, each once.
    ///
    /// Where art could not be cut as its animations need, frames are counted around its end, as looks
    /// count them.
    func exportedAnimations(with selection: Selection?) -> [AtlasDescription.Animation] {
        var byName: [String: AtlasDescription.Animation] = [:]
        let shown = images.filter { selection?.contains($0.id) ?? true }
        let arts = manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art)
        let sheets =
            shown.map { ($0.rendition, $0.art.animations ?? [:], $0.frames) }
            + arts.map { ($0.asset, $0.animations, $0.frames) }
        for (sheet, animations, frames) in sheets {
            for (name, animation) in animations {
                let own = "\(sheet)/\(name)"
                byName[own] = AtlasDescription.Animation(own, animation, of: frames)
            }
        }
        return byName.values.sorted { $0.name < $1.name }
    }
}

extension Manifest {
    /// The animations of each undressed species under their own names, such as `idle`.
    ///
    /// Where axes decide what a species looks like, those of other values than an axis' default are
    /// named after them: `baby_idle`. Of several layers the first with
    /// several frames shows a species, of several fallbacks the first.
    ///
    /// - Returns: one for each species, in the order of the manifest.
    func exportedSpecies(in atlas: AtlasDescription) -> [AtlasDescription.Species] {
        let frames = Set(atlas.pages.flatMap(\.frames).flatMap(\.names))
        return species.map { species in
            func order(_ art: Art, _ place: Int) -> (Int, Int, Int, Int) {
                (art.level ?? 0, art.frames.count > 1 ? 0 : 1, art.part ?? 0, place)
            }
            let arts = species.art.enumerated()
                .sorted { order($0.element, $0.offset) < order($1.element, $1.offset) }
                .map(\.element)
            var animations: [String: AtlasDescription.Animation] = [:]
            for art in arts {
                let unusual = axes.compactMap { axis in
                    let usual = axis.default ?? axis.values.first
                    return art.axes[axis.name].flatMap { $0 == usual ? nil : $0 }
                }
                for (name, animation) in art.animations {
                    let own = (unusual + [name]).joined(separator: "_")
                    let shown = AtlasDescription.Animation(own, animation, of: art.frames)
                    guard animations[own] == nil, frames.isSuperset(of: shown.frames) else {
                        continue
                    }
                    animations[own] = shown
                }
            }
            return AtlasDescription.Species(
                id: species.id,
                animations: animations.values.sorted { $0.name < $1.name }
            )
        }
    }
}

extension AtlasDescription.Animation {
    /// An animation of the manifest, as engines know it.
    fileprivate init(_ name: String, _ animation: Manifest.Animation, of frames: [String]) {
        self.init(
            name: name,
            frames: animation.frames.map { frames[around: $0] },
            framesPerSecond: animation.fps,
            loops: animation.loop,
            durations: animation.durations
        )
    }
}

/// One frame of a look that a target holds.
private typealias Composite = (name: String, pieces: [RenderedCatalog.Piece])

extension RenderedCatalog {
    /// Every frame of every look that the target holds, drawn at each of its scales.
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
                composites.append((name, pieces))
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
