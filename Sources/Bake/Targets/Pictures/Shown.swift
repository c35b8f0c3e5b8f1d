internal import ArtRendering
internal import AtlasBuilding
internal import Catalog
internal import KilnManifest
internal import Raster

/// What a picture shows, at any scale.
struct Shown: Sendable {
    var subject: Picture.Subject
    var id: String
    var pieces: [RenderedCatalog.Piece]
    /// What else has to have room in the part that is seen, such as the same on a dark screen.
    var beside: [RenderedCatalog.Piece] = []
    /// The part that is seen, in points; nil is what shows something.
    var area: PixelRect?
    /// How its source is to be taken, where that says it.
    var rendering: RenderingIntent?

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
        let all = layers + beside.compactMap { $0.layer(scale: scale) }
        return all.compactMap { layer in
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

    /// The same with whole points around what is seen at any scale, so that its size in points is the
    /// same at all of them.
    func inWholePoints(at scales: [Int]) -> Shown {
        guard area == nil else { return self }
        var whole = self
        whole.area =
            scales.compactMap { scale in
                content(pieces.compactMap { $0.layer(scale: scale) }, scale: scale)?
                    .inWholePoints(atScale: scale)
            }.joined
        return whole
    }

    /// What a picture of a size shows, from the smallest scale that has the pixels for it, else the
    /// largest.
    ///
    /// - Parameters:
    ///   - wanted: in pixels; nil is its own.
    ///   - scale: pixels per point, where it is its own.
    /// - Returns: nil when there is nothing to show.
    func drawing(in wanted: PixelSize?, scale: Int) -> Drawing? {
        var best: Drawing?
        for candidate in wanted == nil ? [scale] : scales {
            let layers = pieces.compactMap { $0.layer(scale: candidate) }
            guard let content = content(layers, scale: candidate) else { continue }
            best = Drawing(layers: layers, content: content)
            guard let wanted else { break }
            if content.width >= wanted.width || content.height >= wanted.height { break }
        }
        return best
    }

    /// The picture in a size.
    ///
    /// - Parameters:
    ///   - size: at scale 1; nil is its own.
    ///   - scale: pixels per point.
    ///   - path: of the file, relative to the output folder.
    /// - Returns: nil when there is nothing to show.
    func picture(_ size: PictureSize?, scale: Int, path: String) -> Picture? {
        let wanted = size.flatMap {
            PixelSize(width: $0.width * scale, height: $0.height * scale)
        }
        guard let drawing = drawing(in: wanted, scale: scale) else { return nil }
        return Picture(
            subject: subject,
            id: id,
            scale: scale,
            size: wanted ?? drawing.content.size,
            path: path,
            drawing: drawing
        )
    }
}

// What a target of pictures selects.
extension RenderedCatalog {
    /// - Parameters:
    ///   - settings: which looks.
    ///   - axes: values that hold in place of the looks' own.
    /// - Returns: the canvas with each look on it.
    /// - Throws: `ManifestError` when a look names what is not there.
    func looks(
        of settings: TargetSettings,
        axes: [String: String] = [:]
    ) throws(ManifestError) -> [Shown] {
        var shown: [Shown] = []
        for named in manifest.looks where settings.looks?.contains(named.id) ?? false {
            guard let look = try self.shown(named, axes: axes) else { continue }
            shown.append(look)
        }
        return shown
    }

    /// A look on its canvas; nil without any.
    func shown(
        _ named: Manifest.NamedLook,
        axes: [String: String] = [:]
    ) throws(ManifestError) -> Shown? {
        var look = named.look
        look.axes.merge(axes) { _, new in new }
        guard let pose = try manifest.poses(of: look).first else { return nil }
        let pieces = try pieces(of: look, in: pose, over: named.background)
        let area = manifest.canvas.area(atScale: 1)
        let canvas = PixelRect(x: area.x, y: area.y, width: area.width, height: area.height)
        return canvas.map { Shown(subject: .look, id: named.id, pieces: pieces, area: $0) }
    }

    /// Items that no species has art for are left out.
    ///
    /// - Parameters:
    ///   - settings: which items, and on whom.
    ///   - axes: values other than the axes' first ones.
    /// - Returns: each item by itself.
    /// - Throws: `ManifestError` when an item has no art for the values.
    func items(
        of settings: TargetSettings,
        axes: [String: String] = [:]
    ) throws(ManifestError) -> [Shown] {
        var shown: [Shown] = []
        for item in manifest.items where settings.items?.contains(item.id) ?? false {
            guard let species = settings.species ?? item.art.first?.species,
                item.art.contains(where: { $0.species == species })
            else { continue }
            let look = KilnManifest.Look(
                species: species,
                base: item.equipStyle == .replaceSprite ? item.id : nil,
                overlays: item.equipStyle == .overlay ? [item.id] : [],
                axes: axes
            )
            guard let pose = try manifest.poses(of: look).first else { continue }
            let pieces = try pieces(of: look, in: pose, only: item.id)
            shown.append(Shown(subject: .item, id: item.id, pieces: pieces))
        }
        return shown
    }

    /// The images that a target takes, each from its own upper left corner.
    func images(of settings: TargetSettings) -> [Shown] {
        images { settings.images?.contains($0) ?? false }
    }

    /// The images with such ids.
    func images(where isWanted: (String) -> Bool) -> [Shown] {
        images.compactMap { isWanted($0.id) ? shown($0) : nil }
    }

    private func shown(_ own: ImageFrames) -> Shown? {
        guard let area = PixelRect(x: 0, y: 0, width: own.width, height: own.height) else {
            return nil
        }
        return Shown(
            subject: .image,
            id: own.id,
            pieces: pieces(of: own),
            area: area,
            rendering: own.rendering
        )
    }
}

extension PixelRect {
    /// The points that hold these pixels.
    fileprivate func inWholePoints(atScale scale: Int) -> PixelRect? {
        func below(_ pixel: Int) -> Int {
            pixel >= 0 ? pixel / scale : -((-pixel + scale - 1) / scale)
        }
        let (left, top) = (below(x), below(y))
        return PixelRect(
            x: left,
            y: top,
            width: -below(-maxX) - left,
            height: -below(-maxY) - top
        )
    }
}
