package import Raster

/// A frame at every scale that somebody asked for, trimmed alike at all of them.
///
/// Lengths are points: at scale N each picture is N times as large in pixels.
package struct RenderedFrame: Hashable, Sendable {
    /// What an atlas calls the frame.
    package let name: String
    /// The untrimmed picture.
    package let sourceSize: PixelSize
    /// Where the pivot lies in the untrimmed picture.
    package var pivotX: Double
    package var pivotY: Double
    /// Whether somebody asked for that pivot; descriptors leave out what nobody asked for, because
    /// engines have defaults of their own.
    package var isPivotGiven = false
    /// Whether it is a shape in one color, which a game may color itself.
    package var isTemplate = false
    /// What is left after trimming; nil when no pixel is visible.
    package private(set) var trim: PixelRect?
    /// The trimmed picture by scale, straight alpha; empty when no pixel is visible.
    package private(set) var pictures: FramePictures

    /// Trims a frame's pictures to the points in which any scale shows something.
    ///
    /// - Parameters:
    ///   - name: what an atlas calls the frame.
    ///   - layers: by scale; all of the same size in points. Nil without any.
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
            pictures: layers.mapValues(\.image),
            at: .zero,
            threshold: 0
        )
    }

    /// A picture that is drawn at one scale.
    package init(name: String, image: StraightImage) {
        self.init(
            name: name,
            sourceSize: image.size,
            pivot: (Double(image.width) / 2, Double(image.height) / 2),
            pictures: [1: image],
            at: .zero,
            threshold: 0
        )
    }

    /// A picture that was drawn at several scales; nil without any.
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
        at corner: PixelPoint,
        threshold: UInt8
    ) {
        self.name = name
        self.sourceSize = sourceSize
        pivotX = pivot.x
        pivotY = pivot.y
        let visible = pictures.compactMap { scale, image in
            image.opaqueBounds(above: threshold)?.inPoints(atScale: scale)
        }
        guard let inner = visible.joined else {
            trim = nil
            self.pictures = FramePictures()
            return
        }
        trim = PixelRect(
            x: corner.x + inner.x,
            y: corner.y + inner.y,
            width: inner.width,
            height: inner.height
        )
        self.pictures = FramePictures()
        for (scale, image) in pictures {
            guard let rect = inner.inPixels(atScale: scale) else { continue }
            self.pictures.put(PackedPicture(image.cropped(to: rect)), atScale: scale)
        }
    }

    /// A frame that was rendered before.
    package init(
        name: String,
        sourceSize: PixelSize,
        pivot: (x: Double, y: Double),
        trim: PixelRect?,
        pictures: FramePictures
    ) {
        self.name = name
        self.sourceSize = sourceSize
        pivotX = pivot.x
        pivotY = pivot.y
        self.trim = trim
        self.pictures = pictures
    }

    /// The frame as a target wants it.
    ///
    /// - Parameters:
    ///   - scales: a part of the frame's own.
    ///   - trims: false gives the clear margins back.
    ///   - threshold: alpha up to this counts as clear.
    /// - Returns: the frame with other pictures; fully clear frames stay without.
    package func fitted(scales: [Int], trims: Bool, threshold: UInt8) -> RenderedFrame {
        guard let trim else { return self }
        let wanted = pictures.only(scales)
        // Nothing to look at where the visible part is known and stays the same.
        let visible = wanted.scales.compactMap { scale in
            wanted.packed(atScale: scale)?.bounds?.inPoints(atScale: scale)
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
            pictures: wanted.scales.reduce(into: [:]) { $0[$1] = wanted[$1] },
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
        for scale in pictures.scales {
            guard let image = pictures[scale], let size = sourceSize.scaled(by: scale) else {
                continue
            }
            var whole = StraightImage(size: size)
            whole.copy(from: image, at: PixelPoint(x: trim.x * scale, y: trim.y * scale))
            frame.pictures.put(PackedPicture(whole), atScale: scale)
        }
        return frame
    }
}

extension [PixelRect] {
    /// The smallest rectangle that covers all; nil when there is none.
    package var joined: PixelRect? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { $0.union($1) }
    }
}

extension PixelRect {
    /// The whole points that hold these pixels, which lie right and below of the origin.
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

    /// The pixels that these points cover.
    package func inPixels(atScale scale: Int) -> PixelRect? {
        PixelRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
    }
}
