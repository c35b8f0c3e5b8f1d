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
