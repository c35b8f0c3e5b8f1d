internal import ArtRendering
internal import AtlasBuilding
internal import BakeCache
internal import Catalog
internal import Compose
internal import Digests
internal import FileStore
internal import ImageCodec
internal import KilnManifest
internal import PictureFiles
internal import Raster

/// A picture that a target writes as a file of its own.
private struct Picture: Sendable {
    enum Subject: String {
        case look
        case item
        case image
    }

    var subject: Subject
    var id: String
    var scale: Int
    /// In pixels.
    var size: PixelSize
    /// Relative to the output folder.
    var path: String
    /// What is shown, at the scale that it is drawn from.
    var layers: [RenderedCatalog.Layer]
    /// The part of it that the picture shows, in pixels of that scale.
    var content: PixelRect

    var manifest: Manifest.Picture {
        Manifest.Picture(
            id: id,
            of: subject.rawValue,
            width: size.width,
            height: size.height,
            scale: scale,
            path: path
        )
    }
}

/// What a picture shows, at any scale.
private struct Shown: Sendable {
    var subject: Picture.Subject
    var id: String
    var pieces: [RenderedCatalog.Piece]
    /// The part that is seen, in points; nil is what shows something.
    var area: PixelRect?

    /// The scales at which all of it can be drawn, ascending.
    private var scales: [Int] {
        guard let first = pieces.first else { return [] }
        return pieces.dropFirst().reduce(first.scales) { common, piece in
            common.filter(piece.scales.contains)
        }
    }

    /// The part that is seen, in pixels; nil when nothing is.
    private func content(_ layers: [RenderedCatalog.Layer], scale: Int) -> PixelRect? {
        if let area { return area.inPixels(atScale: scale) }
        return layers.compactMap { layer in
            layer.picture.bounds.flatMap { bounds in
                PixelRect(
                    x: layer.position.x + bounds.x,
                    y: layer.position.y + bounds.y,
                    width: bounds.width,
                    height: bounds.height
                )
            }
        }.joined
    }

    /// The picture in a size, from the smallest scale that has the pixels for it, else the largest.
    ///
    /// - Parameters:
    ///   - target: where it goes.
    ///   - size: at scale 1; nil is its own.
    ///   - scale: pixels per point.
    /// - Returns: nil when there is nothing to show.
    func picture(for target: Target, size: PictureSize?, scale: Int) -> Picture? {
        let wanted = size.flatMap {
            PixelSize(width: $0.width * scale, height: $0.height * scale)
        }
        var best: (layers: [RenderedCatalog.Layer], content: PixelRect)?
        for candidate in wanted == nil ? [scale] : scales {
            let layers = pieces.compactMap { $0.layer(scale: candidate) }
            guard let content = content(layers, scale: candidate) else { continue }
            best = (layers, content)
            guard let wanted else { break }
            if content.width >= wanted.width || content.height >= wanted.height { break }
        }
        guard let best else { return nil }
        let label = (target.settings.sizes?.count ?? 0) > 1 ? size.map { "-\($0)" } ?? "" : ""
        return Picture(
            subject: subject,
            id: id,
            scale: scale,
            size: wanted ?? best.content.size,
            path: "\(target.id)/\(subject.rawValue)s/\(id)\(label)@\(scale)x.png",
            layers: best.layers,
            content: best.content
        )
    }
}

extension Picture {
    /// The digest of everything that the file's bytes follow from, but for its path.
    func key(_ effort: Effort) -> Digest {
        var out = ByteWriter()
        out.put("picture \(BakeCache.version) \(deflateVersion) \(effort.rawValue)")
        let sides = [content.x, content.y, content.width, content.height, size.width, size.height]
        for number in sides { out.put(number) }
        out.put(layers)
        return Digest(of: out.bytes)
    }

    /// The content, as large as it can be inside of the picture, in its middle.
    func drawn() -> StraightImage {
        let whole = layers.composed(from: content.origin, content.size)
        if content.size == size { return whole.straight() }
        let (width, height) = LayerSize.fitted(
            width: Double(size.width),
            height: Double(size.height),
            .contain
        ).points(width: content.width, height: content.height, density: 1)
        let inner = PixelSize(
            width: max(1, Int(width.rounded())),
            height: max(1, Int(height.rounded()))
        )
        var canvas = PremultipliedImage(size: size)
        if let inner {
            canvas.copy(
                from: whole.resampled(to: inner, using: .area),
                at: PixelPoint(
                    x: (size.width - inner.width) / 2,
                    y: (size.height - inner.height) / 2
                )
            )
        }
        return canvas.straight()
    }

    /// The file, made while holding the memory that this needs.
    func encoded(_ effort: PNGEffort) async throws(DiskError) -> [UInt8] {
        let need = PictureNeed.page.bytes(for: size) + PictureNeed.page.bytes(for: content.size)
        let bytes: Result<[UInt8], DiskError>
        do throws(MemoryShortage) {
            bytes = try await MemoryBudget.current.holding(need) {
                Result { () throws(DiskError) in
                    try encode(drawn(), for: lastPart(of: path), effort: effort)
                }
            }
        } catch {
            throw DiskError(.encode, lastPart(of: path), reason: error.description)
        }
        return try bytes.get()
    }
}

extension RenderedCatalog {
    /// Draws looks, items and images into files of their own.
    ///
    /// - Throws: `TargetFailure` when a look names what is not there; `DiskError` when the cache does not
    ///   take a picture; `CancellationError`.
    func bakedPictures(of target: Target, in context: RenderContext) async throws -> BakedTarget {
        let settings = target.settings
        // A profile may ask for scales that nobody checked the sizes for.
        let scale = settings.scales.max() ?? 1
        if let size = settings.sizes?.first(where: { !$0.isDrawable(atScale: scale) }) {
            throw TargetFailure.pictureSize(size, scale: scale)
        }
        let shown: [Shown]
        do throws(ManifestError) {
            shown = try looks(of: settings) + items(of: settings) + images(of: settings)
        } catch {
            throw TargetFailure.look(error)
        }
        let sizes = settings.sizes.map { $0.map(Optional.some) } ?? [nil]
        let pictures = shown.flatMap { one in
            sizes.flatMap { size in
                settings.scales.compactMap { one.picture(for: target, size: size, scale: $0) }
            }
        }
        context.monitor.began(.pages, pictures.count)
        let effort = AtlasSettings(settings).effort
        let files = try await inParallel(pictures.count, jobs: context.jobs) { index, lane in
            let picture = pictures[index]
            return await Result(of: { () async throws(DiskError) in
                try await context.monitor.measuring(.pages, picture.path, lane: lane) {
                    () async throws(DiskError) in
                    try await BakedPage.baked(
                        .picture,
                        as: picture.path,
                        under: picture.key(settings.effort),
                        in: context
                    ) { () async throws(DiskError) in try await picture.encoded(effort) }
                }
            })
        }
        return BakedTarget(
            manifest: Manifest.Target(
                id: target.id,
                kind: target.kind.rawValue,
                scales: settings.scales,
                pages: [],
                frames: [:],
                pictures: pictures.map(\.manifest)
            ),
            files: [],
            pages: try files.map { try $0.get() },
            summary: BakeSummary.Target(
                id: target.id,
                frames: 0,
                pages: 0,
                occupancy: 0,
                pictures: pictures.count
            )
        )
    }

    private func looks(of settings: TargetSettings) throws(ManifestError) -> [Shown] {
        var shown: [Shown] = []
        for named in manifest.looks where settings.looks?.contains(named.id) ?? false {
            guard let pose = try manifest.poses(of: named.look).first else { continue }
            let pieces = try pieces(of: named.look, in: pose, over: named.background)
            let area = manifest.canvas.area(atScale: 1)
            guard
                let area = PixelRect(
                    x: area.x,
                    y: area.y,
                    width: area.width,
                    height: area.height
                )
            else { continue }
            shown.append(Shown(subject: .look, id: named.id, pieces: pieces, area: area))
        }
        return shown
    }

    /// Items that no species has art for are left out.
    private func items(of settings: TargetSettings) throws(ManifestError) -> [Shown] {
        var shown: [Shown] = []
        for item in manifest.items where settings.items?.contains(item.id) ?? false {
            guard let species = settings.species ?? item.art.first?.species,
                item.art.contains(where: { $0.species == species })
            else { continue }
            let look = KilnManifest.Look(
                species: species,
                base: item.equipStyle == .replaceSprite ? item.id : nil,
                overlays: item.equipStyle == .overlay ? [item.id] : []
            )
            guard let pose = try manifest.poses(of: look).first else { continue }
            let pieces = try pieces(of: look, in: pose, only: item.id)
            shown.append(Shown(subject: .item, id: item.id, pieces: pieces))
        }
        return shown
    }

    private func images(of settings: TargetSettings) -> [Shown] {
        zip(images, manifest.images ?? []).compactMap { own, image in
            guard settings.images?.contains(image.id) ?? false,
                let area = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
            else { return nil }
            return Shown(subject: .image, id: image.id, pieces: pieces(of: own), area: area)
        }
    }
}
