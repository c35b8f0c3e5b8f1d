public import KernelTypes
public import Raster

/// How frames are brought to stand still, one upon the other.
public struct RegisterSettings: Hashable, Sendable {
    public var anchor: RegisterAnchor
    public var height: SubjectHeight
    /// How pictures change their size; nil: `nearest` for hard pixels, else `cubic`.
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

/// What of a figure stands still.
public enum RegisterAnchor: Hashable, Sendable {
    /// The foot line up and down, the lower body sideways.
    case feet
    /// The center of mass.
    case mass
    /// The middle of the pixels of one color.
    case color(RGB)
    /// Nothing: frames stay as they are in their cells.
    case none
}

/// How tall the subject is made.
public enum SubjectHeight: Hashable, Sendable {
    case asDrawn
    /// The median over the frames of the sheet.
    case even
    /// So many pixels: the same for all sheets of a species.
    case pixels(Int)
}

/// How much may be wrong with a sheet before somebody should look; nil means any amount.
public struct RegisterLimits: Hashable, Sendable {
    /// How far a frame may have to be moved, in pixels.
    public var maxDrift: Double?
    /// How much a subject's height may differ from the others', as a share of theirs, 0...1.
    public var maxBreathing: Double?
    /// How far a ground line may be from level against the others', in degrees.
    public var maxTilt: Double?

    public init(maxDrift: Double? = nil, maxBreathing: Double? = nil, maxTilt: Double? = nil) {
        self.maxDrift = maxDrift
        self.maxBreathing = maxBreathing
        self.maxTilt = maxTilt
    }
}
