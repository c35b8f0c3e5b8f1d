import Diagnostics

/// A point or a vector on the canvas, in points; origin top-left, y down.
public struct CanvasPoint: Hashable, Sendable, CustomStringConvertible {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = CanvasPoint(x: 0, y: 0)

    public var description: String { "[\(plain(x)), \(plain(y))]" }
}

extension Shape<CanvasPoint> {
    /// Two numbers in an array.
    static func point(_ range: ClosedRange<Double> = -16_384...16_384) -> Shape {
        list(of: Shape<Double>.number(range), atLeast: 2, atMost: 2).then { numbers, _, _, _ in
            CanvasPoint(x: numbers[0], y: numbers[1])
        }
    }
}
