public import KernelTypes

/// A change of an image's colors that keeps its alpha.
///
/// Colors are straight sRGB code values. Clear pixels change too, because colors under a clear edge
/// must match the edge.
public enum ColorChange: Hashable, Sendable {
    /// Each channel becomes (c * t + 127) / 255; in linear light the product of lights.
    case multiply(RGB, inLinearLight: Bool)
    case fill(RGB)
    /// Maps the pixel's luma, or luminance in linear light, through a gradient of at least two
    /// ascending stops.
    case gradient([GradientStop], inLinearLight: Bool)
    /// Replaces colors within a tolerance of a pair's, measured in the channel that differs most.
    case replace([ColorPair], tolerance: Int)
}

/// A color of a gradient and its position: 0 is black, 1 is white.
public struct GradientStop: Hashable, Sendable {
    public var position: Double
    public var color: RGB

    public init(_ position: Double, _ color: RGB) {
        self.position = position
        self.color = color
    }
}

public struct ColorPair: Hashable, Sendable {
    public var from: RGB
    public var to: RGB

    public init(_ from: RGB, _ to: RGB) {
        self.from = from
        self.to = to
    }
}

extension RGB {
    /// The color in the layout of a pixel's word: red in the lowest byte, without alpha.
    package var word: UInt32 { UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 }
}
