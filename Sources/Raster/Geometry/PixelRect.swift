/// A rectangle of whole pixels; origin top-left, y down.
///
/// Guarantees: never empty, and both corners are within ±2^30, so that adding coordinates and
/// sides cannot overflow.
public struct PixelRect: Hashable, Sendable {
    /// The maximum magnitude of a corner's coordinate.
    public static let maximumCoordinate = 1 << 30

    public let origin: PixelPoint
    public let size: PixelSize

    /// Returns nil if the rectangle is empty or a corner is out of range.
    @inlinable
    public init?(x: Int, y: Int, width: Int, height: Int) {
        guard let size = PixelSize(width: width, height: height) else { return nil }
        self.init(origin: PixelPoint(x: x, y: y), size: size)
    }

    /// Returns nil if a corner is out of range.
    @inlinable
    public init?(origin: PixelPoint, size: PixelSize) {
        let limit = PixelRect.maximumCoordinate
        guard (-limit...limit).contains(origin.x), (-limit...limit).contains(origin.y),
            origin.x + size.width <= limit, origin.y + size.height <= limit
        else { return nil }
        self.origin = origin
        self.size = size
    }

    public init(_ size: PixelSize) {
        origin = .zero
        self.size = size
    }

    @inlinable public var x: Int { origin.x }
    @inlinable public var y: Int { origin.y }
    @inlinable public var width: Int { size.width }
    @inlinable public var height: Int { size.height }
    /// The first column right of the rectangle.
    @inlinable public var maxX: Int { origin.x &+ size.width }
    /// The first row below the rectangle.
    @inlinable public var maxY: Int { origin.y &+ size.height }

    public func intersection(_ other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left,
            y: top,
            width: min(maxX, other.maxX) - left,
            height: min(maxY, other.maxY) - top
        )
    }

    /// The smallest rectangle that covers both.
    @inlinable
    public func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        let size = PixelSize(
            unchecked: max(maxX, other.maxX) - left,
            max(maxY, other.maxY) - top
        )
        return PixelRect(trusted: PixelPoint(x: left, y: top), size)
    }

    @usableFromInline
    init(trusted origin: PixelPoint, _ size: PixelSize) {
        self.origin = origin
        self.size = size
    }

    public func contains(_ other: PixelRect) -> Bool {
        x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
    }
}

extension PixelRect: CustomStringConvertible {
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }
}

extension PixelRect: Encodable {
    /// As `x`, `y`, `width` and `height`.
    public func encode(to encoder: any Encoder) throws {
        try origin.encode(to: encoder)
        try size.encode(to: encoder)
    }
}
