/// What is done to a picture before it is put on the canvas.
///
/// Order: mirrored, then scaled, then turned, all about the pivot.
public struct LayerTransform: Hashable, Sendable {
    public var size: LayerSize
    /// Clockwise, in degrees.
    public var rotation: Double
    /// Left and right exchanged.
    public var isFlipped: Bool
    /// 0...1 of the picture each way, from the top-left corner of the picture as drawn.
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

/// How large a picture is drawn.
public enum LayerSize: Hashable, Sendable {
    /// A factor of its own size; above 0.
    case scaled(Double)
    /// Brought into a box with sides in points; above 0.
    case fitted(width: Double, height: Double, LayerFit)
}

/// How a picture fills a box of other proportions (CSS `object-fit`).
public enum LayerFit: String, CaseIterable, Hashable, Sendable {
    /// As large as it can be inside.
    case contain
    /// As small as it can be without a gap; what stands over at two sides is cut off.
    case cover
    /// To the box's very sides, in other proportions.
    case stretch
}

extension LayerSize {
    /// The sides, in points, at which a picture is drawn.
    ///
    /// - Parameters:
    ///   - width: of the picture, in pixels.
    ///   - height: of the picture, in pixels.
    ///   - density: its pixels per point; at least 1.
    /// - Returns: for `cover` the box's own.
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
            // The side that decides is the box's to the last bit.
            return boxWidth * height <= boxHeight * width
                ? (boxWidth, boxWidth * height / width) : (boxHeight * width / height, boxHeight)
        case .fitted(let boxWidth, let boxHeight, _): return (boxWidth, boxHeight)
        }
    }

    /// The part of a picture that is drawn; cut about its center.
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
