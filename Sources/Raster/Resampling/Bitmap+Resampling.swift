import Kernels
import KernelsWide

extension Bitmap<PremultipliedPixel> {
    /// The image at another size, premultiplied so that the color of clear pixels never bleeds in;
    /// `.area` on an axis that grows means `.cubic` there.
    public func resampled(to target: PixelSize, using method: Resampling) -> PremultipliedImage {
        if target == size { return self }
        let wide = target.width == width ? self : resampledRows(to: target.width, using: method)
        var result =
            target.height == height
            ? wide : wide.resampledColumns(to: target.height, using: method)
        if method == .cubic || method == .area { result.limitColorsToAlpha() }
        return result
    }

    private func resampledRows(to newWidth: Int, using method: Resampling) -> PremultipliedImage {
        let axis = AxisWeights(from: width, to: newWidth, using: method)
        guard let target = PixelSize(width: newWidth, height: height) else { return self }
        let row =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.WeightedSum.rowVector : Kernels.WeightedSum.rowVector
        return unsafe withPixels { source in
            unsafe PremultipliedImage(size: target) { result in
                for y in 0..<height {
                    unsafe row(
                        UnsafeRawPointer(source.start + y * width),
                        UnsafeMutableRawPointer(result.start + y * newWidth),
                        newWidth,
                        axis.starts,
                        axis.weights,
                        axis.taps
                    )
                }
            }
        }
    }

    private func resampledColumns(
        to newHeight: Int,
        using method: Resampling
    ) -> PremultipliedImage {
        let axis = AxisWeights(from: height, to: newHeight, using: method)
        guard let target = PixelSize(width: width, height: newHeight) else { return self }
        let column =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.WeightedSum.columnVector : Kernels.WeightedSum.columnVector
        return unsafe withPixels { source in
            unsafe PremultipliedImage(size: target) { result in
                unsafe axis.weights.withUnsafeBufferPointer { weights in
                    for y in 0..<newHeight {
                        let first = unsafe source.start + Int(axis.starts[y]) * width
                        let row = unsafe result.start + y * width
                        let own = unsafe weights.start + y * axis.taps
                        unsafe column(
                            UnsafeRawPointer(first),
                            width * 4,
                            UnsafeMutableRawPointer(row),
                            width * 4,
                            own,
                            axis.taps
                        )
                    }
                }
            }
        }
    }

    /// A cubic overshoots at edges; colors must not exceed alpha.
    private mutating func limitColorsToAlpha() {
        unsafe withMutablePixels { pixels in
            for index in pixels.indices {
                let pixel = unsafe pixels[index]
                unsafe pixels[index] = PremultipliedPixel(
                    r: pixel.r,
                    g: pixel.g,
                    b: pixel.b,
                    a: pixel.a
                )
            }
        }
    }
}

extension Bitmap {
    /// The image at another size; each pixel is the one under its center, bit for bit.
    ///
    /// Like `.nearest`, without rounding of premultiplied colors.
    public func sampled(to target: PixelSize) -> Bitmap {
        if target == size { return self }
        let columns = AxisWeights(from: width, to: target.width, using: .nearest).starts
        let rows = AxisWeights(from: height, to: target.height, using: .nearest).starts
        return remapped(to: target) { x, y in (Int(columns[x]), Int(rows[y])) }
    }
}
