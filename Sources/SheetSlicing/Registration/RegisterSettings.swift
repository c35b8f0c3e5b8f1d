public import KernelTypes
public import Raster

/// How frames are aligned.
public struct RegisterSettings: Hashable, Sendable {
    public var anchor: RegisterAnchor
    public var height: SubjectHeight
    /// How images are scaled; nil: `nearest` for hard pixels, else `cubic`.
    public var resampling: Resampling?
    /// Clear pixels around the figures on the common cell.
    public var padding: Int
    public var limits: RegisterLimits

    public init(
        anchor: RegisterAnchor = .feet,
        height: SubjectHeight = .asDrawn,
        resampling: Resampling? = nil,
        padding: Int = 0,
        limits: RegisterLimits = RegisterLimits()
    ) {
        self.anchor = anchor
        self.height = height
        self.resampling = resampling
        self.padding = padding
        self.limits = limits
    }
}

/// The part of a figure that stays in place.
public enum RegisterAnchor: Hashable, Sendable {
    /// The foot line vertically, the lower body horizontally.
    case feet
    case mass
    case color(RGB)
    /// Nothing: frames stay at their position in their cells.
    case none
}

public enum SubjectHeight: Hashable, Sendable {
    case asDrawn
    /// The median over the frames of the sheet.
    case even
    /// In pixels: the same for all sheets of a species.
    case pixels(Int)
}

/// The limits above which a sheet's frames are reported; nil means no limit.
public struct RegisterLimits: Hashable, Sendable {
    /// The maximum move of a frame, in pixels.
    public var maxDrift: Double?
    /// The maximum difference of a subject's height from the others', as a share of theirs, 0...1.
    public var maxBreathing: Double?
    /// The maximum angle of a ground line against the others', in degrees.
    public var maxTilt: Double?

    public init(maxDrift: Double? = nil, maxBreathing: Double? = nil, maxTilt: Double? = nil) {
        self.maxDrift = maxDrift
        self.maxBreathing = maxBreathing
        self.maxTilt = maxTilt
    }
}

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
