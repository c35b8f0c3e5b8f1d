public import Raster

/// Frames of one size that stand still, one upon the other.
public struct RegisteredSheet: Sendable {
    /// One for each frame that was cut; all of one size.
    public let frames: [StraightImage]
    /// One for each frame.
    public let corrections: [FrameCorrection]
    /// Where the anchor lies on every frame, in pixels.
    public let anchor: PixelPoint
    /// What went beyond the limits.
    public let excesses: [RegisterExcess]

    package init(
        frames: [StraightImage],
        corrections: [FrameCorrection],
        anchor: PixelPoint,
        excesses: [RegisterExcess] = []
    ) {
        self.frames = frames
        self.corrections = corrections
        self.anchor = anchor
        self.excesses = excesses
    }

    /// Of every frame.
    public var size: PixelSize { frames.first?.size ?? .onePixel }
}

/// What was done to one frame, and what was wrong with it.
public struct FrameCorrection: Hashable, Sendable {
    /// Pixels that the frame was moved right against an even sheet.
    public var dx: Int
    /// Pixels that the frame was moved down against an even sheet.
    public var dy: Int
    /// The subject's height on the sheet, in pixels.
    public var heightBefore: Int
    /// Its height now, in pixels.
    public var heightAfter: Int
    /// How the line through its feet leans, in degrees, clockwise; 0 where it stands on one foot.
    public var tilt: Double
    /// Where the top-left corner of the frame's box, scaled, lies on the common cell.
    public var place: PixelPoint
    /// False where the anchor's color was not there, and feet were taken instead.
    public var hasAnchor: Bool

    /// What its sides were multiplied by.
    public var scale: Double { Double(heightAfter) / Double(max(1, heightBefore)) }

    package init(
        dx: Int = 0,
        dy: Int = 0,
        heightBefore: Int,
        heightAfter: Int,
        tilt: Double = 0,
        place: PixelPoint = .zero,
        hasAnchor: Bool = true
    ) {
        self.dx = dx
        self.dy = dy
        self.heightBefore = heightBefore
        self.heightAfter = heightAfter
        self.tilt = tilt
        self.place = place
        self.hasAnchor = hasAnchor
    }
}

extension FrameCorrection: Encodable {
    private enum CodingKeys: CodingKey {
        case dx, dy, heightBefore, heightAfter, tilt, place, hasAnchor
    }

    /// The tilt is rounded to hundredths of a degree.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(dx, forKey: .dx)
        try container.encode(dy, forKey: .dy)
        try container.encode(heightBefore, forKey: .heightBefore)
        try container.encode(heightAfter, forKey: .heightAfter)
        try container.encode((tilt * 100).rounded() / 100, forKey: .tilt)
        try container.encode(place, forKey: .place)
        try container.encode(hasAnchor, forKey: .hasAnchor)
    }
}

/// A frame that is farther off than its sheet's limits allow.
public enum RegisterExcess: Hashable, Sendable {
    /// Moved so far, in pixels.
    case drift(frame: Int, found: Double, limit: Double)
    /// A height that differs so much from the others', as a share of theirs.
    case breathing(frame: Int, found: Double, limit: Double)
    /// A ground line that leans so much against the others', in degrees.
    case tilt(frame: Int, found: Double, limit: Double)
    /// The anchor's color is not in the frame.
    case noAnchor(frame: Int)
}
