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
        unsafe withPixels { source in
            unsafe StraightImage(size: size) { target in
                let from = unsafe UnsafeRawPointer(source.start)
                let to = unsafe UnsafeMutableRawPointer(target.start)
                if KernelChoice.usesWideVectors {
                    unsafe KernelsWide.Unpremultiply.vector(from, to, count: size.area)
                } else {
                    unsafe Kernels.Unpremultiply.vector(from, to, count: size.area)
                }
            }
        }
    }

    /// Draws `source` over this image (source-over), its top-left corner at `point`; parts outside
    /// are cropped.
    public mutating func draw(_ source: PremultipliedImage, at point: PixelPoint) {
        guard let placed = PixelRect(origin: point, size: source.size),
            let visible = placed.intersection(PixelRect(size))
        else { return }
        let ownWidth = width
        let sourceOver =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.SourceOver.vector : Kernels.SourceOver.vector
        unsafe source.withPixels { from in
            unsafe withMutablePixels { to in
                for y in visible.y..<visible.maxY {
                    let start = (y - point.y) * source.width + visible.x - point.x
                    let over = unsafe UnsafeRawPointer(from.start + start)
                    let under = unsafe UnsafeMutableRawPointer(
                        to.start + (y * ownWidth + visible.x)
                    )
                    unsafe sourceOver(over, under, visible.width)
                }
            }
        }
    }
}
