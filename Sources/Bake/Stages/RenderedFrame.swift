internal import Compose
public import Raster

/// A frame at every scale that somebody asked for, trimmed alike at all of them.
///
/// Lengths are points: at scale N each picture is N times as large in pixels.
public struct RenderedFrame: Hashable, Sendable {
    /// What an atlas calls the frame.
    public let name: String
    /// The untrimmed picture.
    public let sourceSize: PixelSize
    /// Where the pivot lies in the untrimmed picture.
    public let pivotX: Double
    public let pivotY: Double
    /// What is left after trimming; nil when no pixel is visible.
    public let trim: PixelRect?
    /// The trimmed picture by scale, straight alpha; empty when no pixel is visible.
    public let pictures: [Int: StraightImage]

    /// Trims a frame's pictures to the points in which any scale shows something.
    ///
    /// - Parameters:
    ///   - name: what an atlas calls the frame.
    ///   - layers: by scale; all of the same size in points. Not empty.
    ///   - trims: false keeps the clear margins.
    ///   - threshold: alpha up to this counts as clear.
    init?(
        name: String,
        layers: [Int: LayerPicture],
        trims: Bool,
        threshold: UInt8
    ) {
        guard let (scale, layer) = layers.min(by: { $0.key < $1.key }),
            let size = PixelSize(
                width: layer.image.width / scale,
                height: layer.image.height / scale
            )
        else { return nil }
        self.name = name
        sourceSize = size
        pivotX = layer.pivotX
        pivotY = layer.pivotY
        let visible = layers.compactMap { scale, layer in
            layer.image.opaqueBounds(above: threshold)?.inPoints(atScale: scale)
        }
        trim = visible.isEmpty || trims ? visible.joined : PixelRect(size)
        guard let trim else {
            pictures = [:]
            return
        }
        pictures = layers.reduce(into: [:]) { pictures, entry in
            guard let rect = trim.inPixels(atScale: entry.key) else { return }
            pictures[entry.key] = entry.value.image.cropped(to: rect)
        }
    }

    /// The same picture under another name.
    init(_ other: RenderedFrame, renamed name: String) {
        self.name = name
        sourceSize = other.sourceSize
        pivotX = other.pivotX
        pivotY = other.pivotY
        trim = other.trim
        pictures = other.pictures
    }
}

extension [PixelRect] {
    /// The smallest rectangle that covers all; nil when there is none.
    var joined: PixelRect? {
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
    func inPixels(atScale scale: Int) -> PixelRect? {
        PixelRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
    }
}
