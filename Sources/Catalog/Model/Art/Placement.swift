import Diagnostics
public import KilnManifest
public import Raster

/// How a picture is put on the canvas.
public struct Placement: Hashable, Sendable {
    /// A point of the species; nil counts `offset` from the canvas's center when there is a `size`,
    /// else from its top-left corner.
    public var anchor: String?
    public var offset = CanvasPoint.zero
    public var scale = 1.0
    public var size: PointSize?
    public var fit = LayerFit.contain
    public var rotation = 0.0
    public var flip = false
    /// Nil leaves it to the sheet, and else means the center.
    public var pivot: CanvasPoint?

    public init() {}

    static var members: Members<Placement> {
        Members("placement", "a placement", exclusive: [("scale", "size")]) {
            Member("anchor", \.anchor, .text).about("The species' anchor to put the picture on.")
            Member("offset", \.offset, .point(), default: [0, 0])
                .about("Added to the anchor, in points.")
            // Of the two the one that is said last counts.
            Member("scale", \.scale, .number(0.01...64), default: 1, implies: ["size"]) {
                $0.size = nil
            }
            .about("1 is the picture's own size.")
            Member("size", \.size, .size, implies: ["scale"]) { $0.scale = 1 }
                .about(
                    "A box [width, height] in points that the untrimmed picture is brought into, "
                        + "instead of scale; without an anchor it is put on the canvas's center."
                )
            Member("fit", \.fit, .choice, default: "contain")
                .about("How the picture fills a box of other proportions.")
            Member("rotation", \.rotation, .number(-360...360), default: 0)
                .about("Clockwise, in degrees.")
            Member("flip", \.flip, .bool, default: false)
                .about("Exchanges left and right, before turning.")
            Member("pivot", \.pivot, .point(-8...8))
                .about(
                    "The picture's point that is put there: [0, 0] top-left, [1, 1] bottom-right, "
                        + "[0.5, 0.5] unless said."
                )
        }
    }
}

/// Two sides in points.
public struct PointSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public var description: String { "[\(plain(width)), \(plain(height))]" }
}

extension LayerFit: Choice {
    static let about: KeyValuePairs<Self, String> = [
        .contain: "As large as it can be inside; the default.",
        .cover: "As small as it can be without a gap; what stands over is cut off.",
        .stretch: "To the box's very sides, in other proportions.",
    ]
}

extension Shape<PointSize> {
    /// Two numbers in an array.
    static let size = list(of: Shape<Double>.number(0.5...16_384), atLeast: 2, atMost: 2)
        .then { PointSize(width: $0[0], height: $0[1]) }
}

extension Shape<Overrides<Placement>> {
    static let placement = Overrides.shape(Placement.members)
}

/// A point or a vector on the canvas, in points; origin top-left, y down.
public typealias CanvasPoint = Manifest.Point

extension CanvasPoint: CustomStringConvertible {
    public static let zero = CanvasPoint(x: 0, y: 0)

    public var description: String { "[\(plain(x)), \(plain(y))]" }
}

extension Shape<CanvasPoint> {
    /// Two numbers in an array.
    static func point(_ range: ClosedRange<Double> = -16_384...16_384) -> Shape {
        list(of: Shape<Double>.number(range), atLeast: 2, atMost: 2)
            .then { CanvasPoint(x: $0[0], y: $0[1]) }
    }
}

/// Widths of the borders that keep their size when the picture is stretched: in catalogs in points,
/// in descriptors in pixels of the page.
public struct NineSlice: Hashable, Sendable, Encodable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    public init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    /// As a list of left, top, right and bottom.
    public func encode(to encoder: any Encoder) throws {
        try [left, top, right, bottom].encode(to: encoder)
    }

    static var members: Members<NineSlice> {
        let width = Shape<Int>.integer(0...4096)
        return Members("nineSlice", "a nine-slice") {
            Member("left", \.left, width, need: .required).about("In points.")
            Member("top", \.top, width, need: .required).about("In points.")
            Member("right", \.right, width, need: .required).about("In points.")
            Member("bottom", \.bottom, width, need: .required).about("In points.")
        }
    }
}
