public import Raster

/// Aligned frames of one size.
public struct RegisteredSheet: Sendable {
    /// One per cut frame; all of one size.
    public let frames: [StraightImage]
    public let corrections: [FrameCorrection]
    /// On every frame, in pixels.
    public let anchor: PixelPoint
    /// Frames beyond the limits.
    public internal(set) var excesses: [RegisterExcess] = []

    public var size: PixelSize { frames.first?.size ?? .onePixel }
}

public struct FrameCorrection: Hashable, Sendable {
    /// Pixels that the frame was moved right, relative to an even sheet.
    public var dx = 0
    /// Pixels that the frame was moved down, relative to an even sheet.
    public var dy = 0
    /// The subject's height on the sheet, in pixels.
    public var heightBefore: Int
    /// Its height now, in pixels.
    public var heightAfter: Int
    /// The angle of the line through its feet, in degrees, clockwise; 0 on one foot.
    public var tilt = 0.0
    /// The top-left corner of the frame's scaled box on the common cell.
    public var place = PixelPoint.zero
    /// False if the anchor's color was missing, and feet were used instead.
    public var hasAnchor = true

    public var scale: Double { Double(heightAfter) / Double(max(1, heightBefore)) }
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
