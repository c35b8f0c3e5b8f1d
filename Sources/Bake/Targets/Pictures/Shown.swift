import AtlasBuilding
import Catalog
import KilnManifest
import Raster

/// What a picture shows, at any scale.
struct Shown: Sendable {
    var subject: Picture.Subject
    var id: String
    /// What parts the pictures of one image for several axis values; empty for all else.
    var folders = ""
    /// The values that a picture of an image is for.
    var axes: [String: String] = [:]
    var pieces: [RenderedCatalog.Piece]
    /// What else has to have room in the part that is seen, such as the same on a dark screen.
    var beside: [RenderedCatalog.Piece] = []
    /// The part that is seen, in points; nil is what shows something.
    var area: PixelRect?
    /// How its source is to be taken, where that says it.
    var rendering: RenderingIntent?

    /// What its files are called.
    var name: String { id + folders }

    /// The scales at which all of it can be drawn, ascending.
    var scales: [Int] {
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
    /// `wanted` is in pixels. Without one the picture has its own size, at `scale`. Nil when there
    /// is nothing to show.
    func drawing(in wanted: PixelSize?, scale: Int) -> Drawing? {
        var best: Drawing?
        for candidate in wanted == nil ? [scale] : scales {
            let layers = pieces.compactMap { $0.layer(scale: candidate) }
            guard let content = content(layers, scale: candidate) else { continue }
            best = Drawing(layers: layers, content: content, scale: candidate)
            guard let wanted else { break }
            if content.width >= wanted.width || content.height >= wanted.height { break }
        }
        return best
    }

    /// The picture in a size; nil when there is nothing to show.
    ///
    /// `size` is at scale 1; nil is its own. `path` is relative to the output folder.
    func picture(_ size: PixelSize?, scale: Int, path: String) -> Picture? {
        let wanted = size?.scaled(by: scale)
        guard let drawing = drawing(in: wanted, scale: scale) else { return nil }
        return Picture(
            subject: subject,
            id: id,
            scale: scale,
            size: wanted ?? drawing.content.size,
            path: path,
            drawing: drawing,
            axes: axes.isEmpty ? nil : axes
        )
    }
}

// What a target of pictures selects.
extension RenderedCatalog {
    /// `axes` are values that hold in place of the looks' own.
    func looks(of settings: TargetSettings, axes: [String: String] = [:]) throws -> [Shown] {
        try manifest.looks.filter { settings.looks?.contains($0.id) ?? false }
            .compactMap { try shown($0, axes: axes) }
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
    /// - Returns: each item by itself.
    func items(of settings: TargetSettings, axes: [String: String] = [:]) throws -> [Shown] {
        let wanted = manifest.items.filter { settings.items?.contains($0.id) ?? false }
        return try wanted.compactMap { item in
            guard let look = item.lookByItself(settings.species, axes: axes),
                let pose = try manifest.poses(of: look).first
            else { return nil }
            let pieces = try pieces(of: look, in: pose, only: item.id)
            return Shown(subject: .item, id: item.id, pieces: pieces)
        }
    }

    /// Some images, each from its own upper left corner, and with all of its art.
    ///
    /// What the axes' default values show is called as the image; other art has the values of its name
    /// behind that, each after a `/`.
    func images(where isWanted: (String) -> Bool) -> [Shown] {
        let wanted = images.filter { isWanted($0.id) }
        let byID = Dictionary(grouping: wanted, by: \.id)
        return wanted.compactMap { shown($0, among: byID[$0.id] ?? []) }
    }

    /// What an image shows for the axes' default values.
    func image(_ id: String) -> Shown? {
        let arts = images { $0 == id }
        return arts.first { $0.folders.isEmpty } ?? arts.first
    }

    /// What images show when an axis has one value, where that is something else, by the name of what
    /// it stands for.
    func images(
        of settings: TargetSettings,
        in axis: String,
        _ value: String
    ) -> (pictures: [String: Shown], taken: Set<String>) {
        var pictures: [String: Shown] = [:]
        var taken: Set<String> = []
        let byID = Dictionary(grouping: images, by: \.id)
        for light in images where settings.images?.contains(light.id) ?? false {
            guard let arts = byID[light.id], arts.count > 1, let own = shown(light, among: arts)
            else { continue }
            if light.axes[axis] == value, !own.folders.isEmpty { taken.insert(own.name) }
            let values = light.axes.merging([axis: value]) { _, new in new }
            guard let other = arts.best(for: values, manifest.axes),
                other.rendition != light.rendition
            else { continue }
            pictures[own.name] = shown(other, among: arts)
        }
        return (pictures, taken)
    }

    /// The folders between the name of an image and that of its art for values other than the axes'
    /// defaults.
    private func folders(of own: ImageFrames, among arts: [ImageFrames]) -> String {
        let standard = arts.best(for: [:], manifest.axes)
        // Art for other values may show the same picture.
        guard arts.count > 1, standard.map({ $0.axes != own.axes || $0.level != own.level }) ?? true
        else { return "" }
        let values = manifest.axes.compactMap { axis in
            own.axes[axis.name].map { value in
                // A value that several axes have is reported with its axis.
                let count = manifest.axes.count { $0.values.contains(value) }
                return count > 1 || value == Self.anyValue ? "\(axis.name).\(value)" : value
            }
        }
        return (values.isEmpty ? [Self.anyValue] : values).map { "/\($0)" }.joined()
    }

    /// Stands for art whose name has no axis, where the default values have art of their own.
    private static let anyValue = "any"

    private func shown(_ own: ImageFrames, among arts: [ImageFrames]) -> Shown? {
        guard let area = PixelRect(x: 0, y: 0, width: own.art.width, height: own.art.height) else {
            return nil
        }
        return Shown(
            subject: .image,
            id: own.id,
            folders: folders(of: own, among: arts),
            axes: own.axes,
            pieces: pieces(of: own),
            area: area,
            rendering: own.rendering
        )
    }
}

extension Manifest.Item {
    /// Somebody who wears nothing else.
    ///
    /// Without a species the first that has art of it; `axes` are values other than the axes' first
    /// ones. Nil when there is no art for them.
    func lookByItself(_ species: String?, axes: [String: String] = [:]) -> KilnManifest.Look? {
        guard let species = species ?? art.first?.species,
            art.contains(where: { $0.species == species })
        else { return nil }
        return KilnManifest.Look(
            species: species,
            base: equipStyle == .replaceSprite ? id : nil,
            overlays: equipStyle == .overlay ? [id] : [],
            axes: axes
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
