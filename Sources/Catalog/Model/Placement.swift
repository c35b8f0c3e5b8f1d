internal import JSON

/// How a picture is put on the canvas.
public struct Placement: Hashable, Sendable {
    /// A point of the species; nil counts `offset` from the canvas's top-left corner.
    public var anchor: String?
    /// Added to the anchor, in points.
    public var offset = CanvasPoint.zero
    /// 1 is the picture's own size.
    public var scale = 1.0
    /// Clockwise, in degrees.
    public var rotation = 0.0
    /// Left and right exchanged, before turning.
    public var flip = false
    /// The point of the picture that is put on the anchor.
    ///
    /// 0,0 is the picture's top-left corner, 1,1 its bottom-right one. Nil leaves it to the sheet,
    /// and else means the center.
    public var pivot: CanvasPoint?

    public init() {}
}

extension Placement {
    static var members: Members<Placement> {
        Members(
            "placement",
            "a placement",
            [
                Member("anchor", \.anchor, .text, "The species' anchor to put the picture on."),
                Member(
                    "offset",
                    \.offset,
                    .point(),
                    default: [0, 0],
                    "Added to the anchor, in points."
                ),
                Member(
                    "scale",
                    \.scale,
                    .number(0.01...64),
                    default: 1,
                    "1 is the picture's own size."
                ),
                Member(
                    "rotation",
                    \.rotation,
                    .number(-360...360),
                    default: 0,
                    "Clockwise, in degrees."
                ),
                Member(
                    "flip",
                    \.flip,
                    .bool,
                    default: false,
                    "Exchanges left and right, before turning."
                ),
                Member(
                    "pivot",
                    \.pivot,
                    .point(-8...8),
                    "The picture's point that is put there: [0, 0] top-left, [1, 1] bottom-right, "
                        + "[0.5, 0.5] unless said."
                ),
            ]
        )
    }
}

extension Shape<Overrides<Placement>> {
    static let placement = Overrides.shape(Placement.members)
}
