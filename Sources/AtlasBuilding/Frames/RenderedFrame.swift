import FileStore
package import Raster

/// A frame at every requested scale, trimmed alike at all of them.
///
/// Lengths are points: at scale N each image is N times as large in pixels.
package struct RenderedFrame: Hashable, Sendable {
    package let name: String
    package let sourceSize: PixelSize
    /// In the untrimmed image.
    package var pivotX: Double
    package var pivotY: Double
    /// Whether the pivot was explicitly set; otherwise descriptors omit it, because engines have
    /// defaults.
    package var isPivotGiven = false
    /// Whether it is a single-color shape that a game may tint.
    package var isTemplate = false
    /// The trimmed rectangle; nil without a visible pixel.
    package private(set) var trim: PixelRect?
    /// The trimmed image by scale; empty without a visible pixel.
    package private(set) var pictures: [Int: PackedPicture]

    /// Trims a frame's images to the points that are visible at any scale.
    ///
    /// `layers` are by scale, and have equal sizes in points; nil without any.
    package init?(name: String, layers: [Int: LayerPicture]) {
        guard let (scale, layer) = layers.min(by: { $0.key < $1.key }),
            let size = PixelSize(
                width: layer.image.width / scale,
                height: layer.image.height / scale
            )
        else { return nil }
        self.init(
            name: name,
            sourceSize: size,
            pivot: (layer.pivotX, layer.pivotY),
            pictures: layers.mapValues(\.image)
        )
    }

    package init(name: String, image: StraightImage) {
        self.init(
            name: name,
            sourceSize: image.size,
            pivot: (Double(image.width) / 2, Double(image.height) / 2),
            pictures: [1: image]
        )
    }

    /// An image at several scales; nil without any.
    package init?(name: String, canvases: [Int: StraightImage]) {
        self.init(
            name: name,
            layers: canvases.mapValues { image in
                LayerPicture(image: image, pivotX: 0, pivotY: 0)
            }
        )
        pivotX = Double(sourceSize.width) / 2
        pivotY = Double(sourceSize.height) / 2
    }

    private init(
        name: String,
        sourceSize: PixelSize,
        pivot: (x: Double, y: Double),
        pictures: [Int: StraightImage],
        at corner: PixelPoint = .zero,
        threshold: UInt8 = 0
    ) {
        let visible = pictures.compactMap { scale, image in
            image.opaqueBounds(above: threshold)?.inPoints(atScale: scale)
        }.joined
        var packed: [Int: PackedPicture] = [:]
        for (scale, image) in pictures {
            guard let rect = visible?.inPixels(atScale: scale) else { continue }
            packed[scale] = PackedPicture(image.cropped(to: rect))
        }
        let trim = visible.flatMap { inner in
            PixelRect(
                origin: PixelPoint(x: corner.x + inner.x, y: corner.y + inner.y),
                size: inner.size
            )
        }
        self.init(name: name, sourceSize: sourceSize, pivot: pivot, trim: trim, pictures: packed)
    }

    package init(
        name: String,
        sourceSize: PixelSize,
        pivot: (x: Double, y: Double),
        trim: PixelRect?,
        pictures: [Int: PackedPicture]
    ) {
        self.name = name
        self.sourceSize = sourceSize
        pivotX = pivot.x
        pivotY = pivot.y
        self.trim = trim
        self.pictures = pictures
    }

    /// The frame for a target: some of its scales, trimmed or not.
    ///
    /// Without `trims` it has its clear margins again. Alpha up to `threshold` counts as clear.
    /// Fully clear frames have no images.
    package func fitted(scales: [Int], trims: Bool, threshold: UInt8) -> RenderedFrame {
        guard let trim else { return self }
        let wanted = pictures.filter { scales.contains($0.key) }
        // No need to search if the visible part is known and unchanged.
        let visible = wanted.compactMap { scale, picture in
            picture.bounds?.inPoints(atScale: scale)
        }
        if trims, threshold == 0, visible.joined == PixelRect(trim.size) {
            var frame = self
            frame.pictures = wanted
            return frame
        }
        var frame = RenderedFrame(
            name: name,
            sourceSize: sourceSize,
            pivot: (pivotX, pivotY),
            pictures: wanted.compactMapValues { $0.unpacked() },
            at: trim.origin,
            threshold: threshold
        )
        frame.isPivotGiven = isPivotGiven
        frame.isTemplate = isTemplate
        if !trims, frame.trim != nil { frame = frame.untrimmed() }
        return frame
    }

    private func untrimmed() -> RenderedFrame {
        guard let trim else { return self }
        var frame = self
        frame.trim = PixelRect(sourceSize)
        for (scale, picture) in pictures {
            guard let image = picture.unpacked(), let size = sourceSize.scaled(by: scale) else {
                continue
            }
            var whole = StraightImage(size: size)
            whole.copy(from: image, at: PixelPoint(x: trim.x * scale, y: trim.y * scale))
            frame.pictures[scale] = PackedPicture(whole)
        }
        return frame
    }
}

extension [PixelRect] {
    /// The smallest rectangle that covers all; nil without any.
    package var joined: PixelRect? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { $0.union($1) }
    }
}

extension PixelRect {
    /// The whole points around these pixels, which have positive coordinates.
    func inPoints(atScale scale: Int) -> PixelRect? {
        let left = x / scale
        let top = y / scale
        return PixelRect(
            x: left,
            y: top,
            width: (maxX + scale - 1) / scale - left,
            height: (maxY + scale - 1) / scale - top
        )
    }

    package func inPixels(atScale scale: Int) -> PixelRect? {
        PixelRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
    }
}

/// Images that accompany sprites, such as normal maps, on pages with the same layout.
package struct SideSheet: Sendable {
    package var suffix: String
    /// By the sprite's frame; of the same size before trimming.
    package var pictures: [String: RenderedFrame]

    package init(suffix: String, pictures: [String: RenderedFrame]) {
        self.suffix = suffix
        self.pictures = pictures
    }

    /// The background: in normal maps a surface that faces the viewer.
    package var fill: StraightPixel {
        isNormalMap ? StraightPixel(r: 128, g: 128, b: 255) : .clear
    }

    /// By its suffix: descriptors name normal maps, and their clear parts are filled.
    var isNormalMap: Bool { ["_n", "_normal"].contains(suffix) }

    /// The part of the image that the sprite's trimmed frame covers.
    package func picture(of frame: RenderedFrame, scale: Int) -> StraightImage? {
        guard let trim = frame.trim, let size = trim.size.scaled(by: scale) else { return nil }
        var image = StraightImage(size: size, filledWith: fill)
        guard let side = pictures[frame.name], let sideTrim = side.trim,
            let drawn = side.pictures[scale]?.unpacked()
        else { return image }
        let corner = PixelPoint(
            x: (sideTrim.x - trim.x) * scale,
            y: (sideTrim.y - trim.y) * scale
        )
        image.copy(from: isNormalMap ? drawn.filled(with: fill) : drawn, at: corner)
        return image
    }

    /// The name of a page's file: `game-0_n@2x.png` for `game-0@2x.png`.
    package func file(besides page: String) -> String {
        let name = withoutExtension(page)
        let at = name.lastIndex { $0 == "@" || $0 == "/" }
        let split = at.flatMap { name[$0] == "@" ? $0 : nil } ?? name.endIndex
        return "\(name[..<split])\(suffix)\(name[split...]).png"
    }
}

extension Bitmap<StraightPixel> {
    fileprivate func filled(with color: StraightPixel) -> StraightImage {
        StraightImage(size: size, pixels: pixels.map { $0.a == 0 ? color : $0 }) ?? self
    }
}
