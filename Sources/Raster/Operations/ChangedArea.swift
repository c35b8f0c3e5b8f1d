#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Bitmap where Pixel: Equatable {
    /// The bounds of the pixels that differ in `other`, which has the same size; nil without any.
    @inlinable
    package func changedArea(from other: Bitmap) -> PixelRect? {
        precondition(size == other.size, "\(size) compared with \(other.size)")
        var (left, top, right, bottom) = (width, height, -1, -1)
        for y in 0..<height {
            for x in 0..<width where self[x, y] != other[x, y] {
                left = min(left, x)
                right = max(right, x)
                top = min(top, y)
                bottom = y
            }
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}

extension Bitmap<StraightPixel> {
    /// The peak signal-to-noise ratio of another image of the same size over the four premultiplied
    /// channels, in decibels; infinite if they look the same.
    ///
    /// `isPremultiplied` is for bytes whose colors are multiplied by alpha already.
    package func peakRatio(to other: StraightImage, isPremultiplied: Bool = false) -> Double {
        func seen(_ image: StraightImage) -> [PremultipliedPixel] {
            isPremultiplied
                ? image.pixels.map { PremultipliedPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a) }
                : Array(image.premultiplied().pixels)
        }
        var squares = 0
        for (a, b) in zip(seen(self), seen(other)) where a != b {
            let (r, g) = (Int(a.r) - Int(b.r), Int(a.g) - Int(b.g))
            let (blue, alpha) = (Int(a.b) - Int(b.b), Int(a.a) - Int(b.a))
            squares += r * r + g * g + blue * blue + alpha * alpha
        }
        guard squares > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(4 * size.area) / Double(squares))
    }
}
