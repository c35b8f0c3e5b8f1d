#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a transformed image is on the canvas, in fractions of a point.
///
/// Computed without drawing; drawn images are at most half a pixel off.
public struct LayerGeometry: Sendable {
    /// The size before rotation, in points.
    public let width: Double
    public let height: Double
    private let transform: LayerTransform
    /// The drawn part of the image, in its own pixels.
    public let part: PixelRect
    private let place: (x: Double, y: Double)

    /// `density` is in pixels per point, at least 1.
    ///
    /// `place` is the pivot's position in points; nil puts the image's top-left corner on the
    /// canvas'.
    public init(
        _ picture: PixelSize,
        density: Int,
        transform: LayerTransform,
        place: (x: Double, y: Double)?
    ) {
        part = transform.size.visiblePart(of: picture)
        (width, height) = transform.size.points(
            width: part.width,
            height: part.height,
            density: density
        )
        self.transform = transform
        self.place = place ?? (transform.pivotX * width, transform.pivotY * height)
    }

    /// Converts a point from the image's pixels to the canvas.
    public func point(x: Double, y: Double) -> (x: Double, y: Double) {
        var across = (x - Double(part.x)) / Double(part.width)
        if transform.isFlipped { across = 1 - across }
        let down = (y - Double(part.y)) / Double(part.height)
        let right = (across - transform.pivotX) * width
        let below = (down - transform.pivotY) * height
        guard !transform.isUpright else { return (place.x + right, place.y + below) }
        let angle = transform.rotation * .pi / 180
        return (
            place.x + right * cos(angle) - below * sin(angle),
            place.y + right * sin(angle) + below * cos(angle)
        )
    }

    /// The bounding box, in points of the canvas, of the drawn part of `rect`, given in the image's
    /// pixels; nil if nothing of it is drawn.
    public func box(around rect: PixelRect) -> CanvasBox? {
        guard let seen = rect.intersection(part) else { return nil }
        let corners = [
            point(x: Double(seen.x), y: Double(seen.y)),
            point(x: Double(seen.maxX), y: Double(seen.y)),
            point(x: Double(seen.x), y: Double(seen.maxY)),
            point(x: Double(seen.maxX), y: Double(seen.maxY)),
        ]
        let (across, down) = (corners.map(\.x), corners.map(\.y))
        guard let left = across.min(), let right = across.max(), let top = down.min(),
            let bottom = down.max()
        else { return nil }
        return CanvasBox(left: left, top: top, right: right, bottom: bottom)
    }

    public func draws(x: Int, y: Int) -> Bool {
        (part.x..<part.maxX).contains(x) && (part.y..<part.maxY).contains(y)
    }
}

/// An upright rectangle on the canvas, in points.
public struct CanvasBox: Hashable, Sendable {
    public var left: Double
    public var top: Double
    public var right: Double
    public var bottom: Double

    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// Whether another box is inside, within floating-point error.
    public func holds(_ other: CanvasBox) -> Bool {
        other.left >= left - 1e-6 && other.top >= top - 1e-6 && other.right <= right + 1e-6
            && other.bottom <= bottom + 1e-6
    }
}
