public import KernelTypes

public protocol RasterPixel: BitwiseCopyable, Hashable, Sendable {
    static var clear: Self { get }
}

/// One RGBA pixel with straight alpha: the color is not multiplied by the alpha.
///
/// Layout: four bytes, R G B A, each 0...255, sRGB code values.
public struct StraightPixel: RasterPixel {
    public var r: UInt8
    public var g: UInt8
    public var b: UInt8
    public var a: UInt8

    @inlinable
    public init(r: UInt8, g: UInt8, b: UInt8, a: UInt8 = 255) {
        self.r = r
        self.g = g
        self.b = b
        self.a = a
    }

    @inlinable
    package init(_ color: RGB) { self.init(r: color.r, g: color.g, b: color.b) }

    @inlinable public static var clear: StraightPixel { StraightPixel(r: 0, g: 0, b: 0, a: 0) }

    /// How much more green than red and blue it has, alpha aside; code values.
    @inlinable @inline(__always)
    package var greenExcess: Int { KernelTypes.greenExcess(r, g, b) }

    /// Its color as a word, red in the lowest byte, alpha aside; as `RGB.word`.
    @inlinable @inline(__always)
    package var colorWord: UInt32 { UInt32(r) | UInt32(g) << 8 | UInt32(b) << 16 }

    /// The greatest difference of a color channel, in code values.
    @inlinable @inline(__always)
    package func colorDistance(to other: StraightPixel) -> Int {
        max(abs(Int(r) - Int(other.r)), abs(Int(g) - Int(other.g)), abs(Int(b) - Int(other.b)))
    }
}

/// An RGBA pixel with premultiplied alpha: no color channel exceeds the alpha.
///
/// Layout: four bytes, R G B A, each 0...255. Kernels do the arithmetic.
public struct PremultipliedPixel: RasterPixel {
    public let r: UInt8
    public let g: UInt8
    public let b: UInt8
    public let a: UInt8

    /// Color channels above the alpha are clamped to it.
    @inlinable
    public init(r: UInt8, g: UInt8, b: UInt8, a: UInt8) {
        self.r = min(r, a)
        self.g = min(g, a)
        self.b = min(b, a)
        self.a = a
    }

    @inlinable public static var clear: PremultipliedPixel {
        PremultipliedPixel(r: 0, g: 0, b: 0, a: 0)
    }
}

/// One byte per pixel: an alpha mask, or a label.
extension UInt8: RasterPixel {
    @inlinable public static var clear: UInt8 { 0 }
}
