import Kernels
import KernelsWide

extension Bitmap<StraightPixel> {
    /// The image with each color multiplied by its alpha, rounded to nearest.
    public func premultiplied() -> PremultipliedImage {
        unsafe withPixels { source in
            unsafe PremultipliedImage(size: size) { target in
                let from = unsafe UnsafeRawPointer(source.start)
                let to = unsafe UnsafeMutableRawPointer(target.start)
                unsafe premultiply(from, to, size.area)
            }
        }
    }

    /// Multiplies each color by its alpha in place: the bytes of `premultiplied()`.
    package mutating func premultiplyBytes() {
        let count = size.area
        unsafe withMutablePixels { pixels in
            let all = unsafe UnsafeMutableRawPointer(pixels.start)
            unsafe premultiply(all, all, count)
        }
    }
}

private func premultiply(
    _ from: UnsafeRawPointer,
    _ to: UnsafeMutableRawPointer,
    _ count: Int
) {
    if KernelChoice.usesWideVectors {
        unsafe KernelsWide.Premultiply.vector(from, to, count: count)
    } else {
        unsafe Kernels.Premultiply.vector(from, to, count: count)
    }
}

extension Bitmap<PremultipliedPixel> {
    /// The image with each color divided by its alpha, rounded to nearest.
    ///
    /// Colors under alpha 0 become 0.
    public func straight() -> StraightImage {
        let unpremultiply =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.Unpremultiply.vector : Kernels.Unpremultiply.vector
        return unsafe withPixels { source in
            unsafe StraightImage(size: size) { target in
                let from = unsafe UnsafeRawPointer(source.start)
                unsafe unpremultiply(from, UnsafeMutableRawPointer(target.start), size.area)
            }
        }
    }

    /// Draws `source` over this image (source-over), its top-left corner at `point`; parts outside
    /// are cropped.
    public mutating func draw(_ source: PremultipliedImage, at point: PixelPoint) {
        let sourceOver =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.SourceOver.vector : Kernels.SourceOver.vector
        unsafe visitRows(under: source, at: point) { own, other, count in
            unsafe sourceOver(UnsafeRawPointer(other), UnsafeMutableRawPointer(own), count)
        }
    }
}
