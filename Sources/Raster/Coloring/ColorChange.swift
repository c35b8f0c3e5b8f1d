public import KernelTypes

/// A change of a picture's colors that keeps its alpha.
///
/// Colors are straight sRGB code values. All pixels are changed, those that nobody sees too: what is
/// spread under a clear edge has to be of the edge's color.
public enum ColorChange: Hashable, Sendable {
    /// Each channel becomes (c * t + 127) / 255; in linear light the product of lights.
    case multiply(RGB, inLinearLight: Bool)
    /// Every pixel gets the color.
    case fill(RGB)
    /// The color of a gradient at the pixel's luma, or luminance in linear light; two stops at least,
    /// ascending.
    case gradient([GradientStop], inLinearLight: Bool)
    /// Colors near those of pairs, within a distance of the channel that differs most.
    case replace([ColorPair], tolerance: Int)
}

/// A color of a gradient, and where it stands: 0 is black, 1 is white.
public struct GradientStop: Hashable, Sendable {
    public var position: Double
    public var color: RGB

    public init(_ position: Double, _ color: RGB) {
        self.position = position
        self.color = color
    }
}

/// A color, and what it becomes.
public struct ColorPair: Hashable, Sendable {
    public var from: RGB
    public var to: RGB

    public init(_ from: RGB, _ to: RGB) {
        self.from = from
        self.to = to
    }
}

extension RGB {
    /// As a pixel's word without its alpha: red in the lowest byte.
    package var word: UInt32 { UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 }
}
