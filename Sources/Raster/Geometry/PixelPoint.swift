/// A position on a raster in whole pixels; origin top-left, y down.
///
/// It may be outside of any raster.
public struct PixelPoint: Hashable, Sendable, Encodable {
    public var x: Int
    public var y: Int

    @inlinable
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    public static let zero = PixelPoint(x: 0, y: 0)
}

extension PixelPoint: CustomStringConvertible {
    public var description: String { "\(x),\(y)" }
}
