public import Raster

/// Aligned frames of one size.
public struct RegisteredSheet: Sendable {
    /// One per cut frame; all of one size.
    public let frames: [StraightImage]
    public let corrections: [FrameCorrection]
    /// On every frame, in pixels.
    public let anchor: PixelPoint
    /// Frames beyond the limits.
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

    public var size: PixelSize { frames.first?.size ?? .onePixel }
}

public struct FrameCorrection: Hashable, Sendable {
    /// Pixels that the frame was moved right, relative to an even sheet.
    public var dx: Int
    /// Pixels that the frame was moved down, relative to an even sheet.
    public var dy: Int
    /// The subject's height on the sheet, in pixels.
    public var heightBefore: Int
    /// Its height now, in pixels.
    public var heightAfter: Int
    /// The angle of the line through its feet, in degrees, clockwise; 0 on one foot.
    public var tilt: Double
    /// The top-left corner of the frame's scaled box on the common cell.
    public var place: PixelPoint
    /// False if the anchor's color was missing, and feet were used instead.
    public var hasAnchor: Bool

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

/// A frame beyond its sheet's limits.
public enum RegisterExcess: Hashable, Sendable {
    case drift(frame: Int, found: Double, limit: Double)
    /// The difference of the height from the others', as a share of theirs.
    case breathing(frame: Int, found: Double, limit: Double)
    /// The angle of a ground line against the others', in degrees.
    case tilt(frame: Int, found: Double, limit: Double)
    /// The anchor's color is missing.
    case noAnchor(frame: Int)
}
