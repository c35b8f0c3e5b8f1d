/// The corner from which coordinates are counted.
public enum Origin: Hashable, Sendable, CaseIterable {
    /// Y and V go down: page files, Core Graphics on iOS, SwiftUI, Metal's textures.
    case topLeft
    /// Y and V go up: SpriteKit, OpenGL; positions in Metal's clip space.
    case bottomLeft
}

/// A rectangle of a page image in parts of the image, from 0 to 1 each way.
///
/// The same at every scale.
public struct UnitArea: Hashable, Sendable {
    /// The left edge.
    public var u0: Double
    /// The least V: the upper edge counted from the top-left corner, the lower one from the bottom-left.
    public var v0: Double
    /// The right edge.
    public var u1: Double
    /// The greatest V.
    public var v1: Double

    public init(u0: Double, v0: Double, u1: Double, v1: Double) {
        self.u0 = u0
        self.v0 = v0
        self.u1 = u1
        self.v1 = v1
    }

    public var width: Double { u1 - u0 }
    public var height: Double { v1 - v0 }
}

/// A picture for a renderer of triangles: its four corners, where they go and where they are taken from.
public struct Quad: Hashable, Sendable {
    /// A corner.
    public struct Vertex: Hashable, Sendable {
        /// In points, from the canvas's corner; an image's from its own.
        public var x: Double
        public var y: Double
        /// In parts of the page image, from 0 to 1.
        public var u: Double
        public var v: Double

        public init(x: Double, y: Double, u: Double, v: Double) {
            self.x = x
            self.y = y
            self.u = u
            self.v = v
        }
    }

    /// The page image's path, relative to the manifest.
    public var image: String
    /// The item that is drawn; nil for the pet itself, and for an image.
    public var item: String?
    /// The name of the frame in `Target.frames`.
    public var frame: String
    /// Upright, whichever way the picture is on its page.
    public var topLeft: Vertex
    public var topRight: Vertex
    public var bottomLeft: Vertex
    public var bottomRight: Vertex

    /// Top left, top right, bottom left, bottom right: the order of a triangle strip.
    public var vertices: [Vertex] { [topLeft, topRight, bottomLeft, bottomRight] }

    /// Two triangles of `vertices`, clockwise where y goes down.
    public static let indices: [UInt16] = [0, 1, 2, 2, 1, 3]
}

extension Manifest.Page {
    /// Where a frame is on the page, in parts of it.
    ///
    /// - Parameters:
    ///   - frame: one of the target's that names this page.
    ///   - origin: the corner from which V is counted.
    /// - Returns: the rectangle as it is there: a rotated frame is as wide as its picture is high.
    ///   All zeros for a page without area.
    public func unitArea(of frame: Manifest.Frame, from origin: Origin = .topLeft) -> UnitArea {
        KilnManifest.unitArea(frame.area(atScale: 1), width: width, height: height, from: origin)
    }
}

extension DrawStep {
    /// The rectangle on the page image, in parts of the image.
    ///
    /// From the bottom-left corner it is what `SKTexture(rect:in:)` takes.
    public func unitArea(from origin: Origin = .topLeft) -> UnitArea {
        KilnManifest.unitArea(source, width: imageWidth, height: imageHeight, from: origin)
    }

    /// The picture's corners.
    ///
    /// - Parameters:
    ///   - positions: the corner from which x and y are counted.
    ///   - height: of what is drawn on, in points; counts for positions from the bottom-left corner.
    ///   - texture: the corner from which U and V are counted.
    /// - Returns: positions in points, on whole pixels.
    public func quad(
        positions: Origin = .topLeft,
        inHeight height: Int,
        texture: Origin = .topLeft
    ) -> Quad {
        let area = unitArea(from: texture)
        let (top, bottom) = texture == .topLeft ? (area.v0, area.v1) : (area.v1, area.v0)
        let width = isRotated ? source.height : source.width
        let length = isRotated ? source.width : source.height
        let (left, right) = (Double(x) / Double(scale), Double(x + width) / Double(scale))
        var (upper, lower) = (Double(y) / Double(scale), Double(y + length) / Double(scale))
        if positions == .bottomLeft {
            (upper, lower) = (Double(height) - upper, Double(height) - lower)
        }
        // On the page and as one looks at it, clockwise from the upper left corner.
        let lying = [(area.u0, top), (area.u1, top), (area.u1, bottom), (area.u0, bottom)]
        // Turned by 90 degrees clockwise, the upper left corner is at the upper right.
        let turn = !isRotated ? 0 : isCounterclockwise ? 3 : 1
        func uv(_ corner: Int) -> (Double, Double) { lying[(corner + turn) % 4] }
        func vertex(_ x: Double, _ y: Double, _ corner: Int) -> Quad.Vertex {
            Quad.Vertex(x: x, y: y, u: uv(corner).0, v: uv(corner).1)
        }
        return Quad(
            image: image,
            item: item,
            frame: frame,
            topLeft: vertex(left, upper, 0),
            topRight: vertex(right, upper, 1),
            bottomLeft: vertex(left, lower, 3),
            bottomRight: vertex(right, lower, 2)
        )
    }
}

extension Manifest {
    /// The triangles of a look, back to front; see `drawList`.
    ///
    /// - Parameters:
    ///   - look: the dressed pet.
    ///   - animation: of the base; nil stands for all frames of its sheet in order.
    ///   - frame: which frame of the animation; any number, counted around its end.
    ///   - target: a target's id; nil stands for the first of kind `atlas`.
    ///   - scale: pixels per point, one of the target's.
    ///   - positions: the corner of the canvas from which x and y are counted.
    ///   - texture: the corner of page images from which U and V are counted.
    /// - Returns: one quad a layer that has visible pixels.
    /// - Throws: `ManifestError`, when the manifest does not know what is asked for.
    public func quads(
        for look: Look,
        animation: String? = nil,
        frame: Int = 0,
        target: String? = nil,
        scale: Int = 1,
        positions: Origin = .topLeft,
        texture: Origin = .topLeft
    ) throws(ManifestError) -> [Quad] {
        try drawList(for: look, animation: animation, frame: frame, target: target, scale: scale)
            .map { $0.quad(positions: positions, inHeight: canvas.height, texture: texture) }
    }
}

private func unitArea(
    _ area: DrawStep.PixelArea,
    width: Int,
    height: Int,
    from origin: Origin
) -> UnitArea {
    guard width > 0, height > 0 else { return UnitArea(u0: 0, v0: 0, u1: 0, v1: 0) }
    let (width, height) = (Double(width), Double(height))
    let top = Double(area.y) / height
    let bottom = Double(area.y + area.height) / height
    return UnitArea(
        u0: Double(area.x) / width,
        v0: origin == .topLeft ? top : 1 - bottom,
        u1: Double(area.x + area.width) / width,
        v1: origin == .topLeft ? bottom : 1 - top
    )
}
