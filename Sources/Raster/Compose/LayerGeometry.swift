#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a transformed picture lies on the canvas, to a fraction of a point.
///
/// It is told without drawing the picture; drawn ones lie at most half a pixel away.
public struct LayerGeometry: Sendable {
    /// The sides at which the picture is drawn, before it is turned, in points.
    public let width: Double
    public let height: Double
    private let transform: LayerTransform
    /// The part of the picture that is drawn, in its own pixels.
    private let part: PixelRect
    /// Where the pivot goes.
    private let place: (x: Double, y: Double)

    /// - Parameters:
    ///   - picture: its sides in pixels.
    ///   - density: its pixels per point; at least 1.
    ///   - transform: what is done to it.
    ///   - place: where its pivot goes, in points; nil puts its top-left corner on that of the canvas.
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

    /// The point of the canvas on which a point of the picture falls, given in the picture's pixels.
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

    /// The upright box, in points of the canvas, around what is drawn of a part of the picture.
    ///
    /// - Parameter rect: in the picture's pixels.
    /// - Returns: its sides; nil when nothing of the part is drawn.
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

    /// Whether a pixel of the picture is drawn at all.
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

    /// Whether another box lies within, but for dust of floating point.
    public func holds(_ other: CanvasBox) -> Bool {
        other.left >= left - 1e-6 && other.top >= top - 1e-6 && other.right <= right + 1e-6
            && other.bottom <= bottom + 1e-6
    }
}
