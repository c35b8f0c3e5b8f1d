internal import ChromaKeyKernelValues
package import Raster

/// A ramp of alpha over the distance of a pixel's chroma from a key's (GPUImage's chroma key filter).
package struct ChromaRamp: Sendable {
    /// The key's color.
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// The chroma distances at which alpha becomes 0 and at which it stays; 0...2.
    package var low: Float
    package var high: Float

    package init(red: UInt8, green: UInt8, blue: UInt8, low: Float, high: Float) {
        self.red = red
        self.green = green
        self.blue = blue
        self.low = low
        self.high = high
    }

    /// What a ramp left of a picture: a bit for each clear pixel, rows padded with zeros to whole
    /// 64-bit words, lowest bit first; and the number of opaque pixels.
    package typealias Outcome = (clear: [UInt64], opaque: Int)

    /// A picture with its alpha multiplied.
    package func callAsFunction(_ image: StraightImage) -> (StraightImage, Outcome) {
        var outcome: Outcome = ([], 0)
        let result = unsafe image.withPixels { source in
            unsafe StraightImage(size: image.size) { target in
                outcome = unsafe run(source.start, target.start, image.size)
            }
        }
        return (result, outcome)
    }

    /// Multiplies the alpha of a picture in its place.
    package func callAsFunction(inPlace image: inout StraightImage) -> Outcome {
        let size = image.size
        return unsafe image.withMutablePixels { pixels in
            unsafe run(pixels.start, pixels.start, size)
        }
    }

    private func run(
        _ source: UnsafePointer<StraightPixel>,
        _ target: UnsafeMutablePointer<StraightPixel>,
        _ size: PixelSize
    ) -> Outcome {
        let stride = (size.width + 63) / 64
        let kernels = KeyKernels.chosen
        let limits = ChromaRampLimits(red: red, green: green, blue: blue, low: low, high: high)
        var opaque = 0
        let clear = unsafe [UInt64](unsafeUninitializedCapacity: stride * size.height) {
            bits,
            count in
            for y in 0..<size.height {
                opaque += unsafe kernels.ramp(
                    UnsafeRawPointer(source + y * size.width),
                    UnsafeMutableRawPointer(target + y * size.width),
                    size.width,
                    limits,
                    bits.start + y * stride
                )
            }
            count = stride * size.height
        }
        return (clear, opaque)
    }
}
