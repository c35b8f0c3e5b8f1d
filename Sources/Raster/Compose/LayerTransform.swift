/// How an image is transformed before it is placed on the canvas.
///
/// Order: flip, scale, rotate, all about the pivot.
public struct LayerTransform: Hashable, Sendable {
    public var size: LayerSize
    /// Clockwise, in degrees.
    public var rotation: Double
    /// Mirrored horizontally.
    public var isFlipped: Bool
    /// As a share of the width and height (0...1), from the top-left corner of the drawn image.
    public var pivotX: Double
    public var pivotY: Double

    public init(
        size: LayerSize = .scaled(1),
        rotation: Double = 0,
        isFlipped: Bool = false,
        pivotX: Double = 0.5,
        pivotY: Double = 0.5
    ) {
        self.size = size
        self.rotation = rotation
        self.isFlipped = isFlipped
        self.pivotX = pivotX
        self.pivotY = pivotY
    }

    var isUpright: Bool { rotation.truncatingRemainder(dividingBy: 360) == 0 }
}

public enum LayerSize: Hashable, Sendable {
    /// A factor of its own size; above 0.
    case scaled(Double)
    /// Fitted into a box with sides in points; above 0.
    case fitted(width: Double, height: Double, LayerFit)
}

/// How an image fills a box of another aspect ratio (CSS `object-fit`).
public enum LayerFit: Hashable, Sendable {
    /// As large as fits inside.
    case contain
    /// As small as covers the box; the excess is cropped on two sides.
    case cover
    /// Exactly the box's size, distorted.
    case stretch
}

extension LayerSize {
    /// The drawn size in points, for an image of `width` x `height` pixels with `density` pixels
    /// per point; for `cover` the box itself.
    public func points(
        width: Int,
        height: Int,
        density: Int
    ) -> (width: Double, height: Double) {
        let (width, height) = (Double(width), Double(height))
        switch self {
        case .scaled(let scale):
            let factor = scale / Double(density)
            return (width * factor, height * factor)
        case .fitted(let boxWidth, let boxHeight, .contain):
            // The limiting side equals the box's to the last bit.
            return boxWidth * height <= boxHeight * width
                ? (boxWidth, boxWidth * height / width) : (boxHeight * width / height, boxHeight)
        case .fitted(let boxWidth, let boxHeight, _): return (boxWidth, boxHeight)
        }
    }

    /// The visible part of an image, cropped about its center.
    public func visiblePart(of picture: PixelSize) -> PixelRect {
        let whole = PixelRect(picture)
        guard case .fitted(let boxWidth, let boxHeight, .cover) = self else { return whole }
        let (width, height) = (Double(picture.width), Double(picture.height))
        var (across, down) = (picture.width, picture.height)
        if width * boxHeight > height * boxWidth {
            across = max(1, Int((height * boxWidth / boxHeight).rounded()))
        } else {
            down = max(1, Int((width * boxHeight / boxWidth).rounded()))
        }
        return PixelRect(
            x: (picture.width - across) / 2,
            y: (picture.height - down) / 2,
            width: across,
            height: down
        ) ?? whole
    }
}
