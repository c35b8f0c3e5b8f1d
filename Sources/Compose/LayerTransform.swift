/// What is done to a picture before it is put on the canvas.
///
/// Order: mirrored, then scaled, then turned, all about the pivot.
public struct LayerTransform: Hashable, Sendable {
    /// A factor; above 0.
    public var scale: Double
    /// Clockwise, in degrees.
    public var rotation: Double
    /// Left and right exchanged.
    public var isFlipped: Bool
    /// 0...1 of the picture each way, from the top-left corner of the picture as drawn.
    public var pivotX: Double
    public var pivotY: Double

    public init(
        scale: Double = 1,
        rotation: Double = 0,
        isFlipped: Bool = false,
        pivotX: Double = 0.5,
        pivotY: Double = 0.5
    ) {
        self.scale = scale
        self.rotation = rotation
        self.isFlipped = isFlipped
        self.pivotX = pivotX
        self.pivotY = pivotY
    }

    /// True when the picture stays as it is; only the pivot counts then.
    public var keepsPixels: Bool { scale == 1 && isUpright && !isFlipped }

    var isUpright: Bool { rotation.truncatingRemainder(dividingBy: 360) == 0 }
}
