package import Raster

/// A formula that multiplies each pixel's alpha by a ramp over the distance of its color from a
/// key's; colors stay.
package protocol AlphaRamp: Sendable {
    /// Multiplies the alpha of a row of RGBA8 pixels, and returns the number of opaque ones;
    /// `clear` gets a bit for each that becomes clear.
    func row(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int
}

/// A bit for each clear pixel, rows padded with zeros to whole 64-bit words, lowest bit first; and
/// the number of opaque pixels.
package typealias RampOutcome = (clear: [UInt64], opaque: Int)

extension AlphaRamp {
    package func callAsFunction(_ image: StraightImage) -> (StraightImage, RampOutcome) {
        var outcome: RampOutcome = ([], 0)
        let result = unsafe image.withPixels { source in
            unsafe StraightImage(size: image.size) { target in
                outcome = unsafe run(source.start, target.start, image.size)
            }
        }
        return (result, outcome)
    }

    package func callAsFunction(inPlace image: inout StraightImage) -> RampOutcome {
        let size = image.size
        return unsafe image.withMutablePixels { pixels in
            unsafe run(pixels.start, pixels.start, size)
        }
    }

    private func run(
        _ source: UnsafePointer<StraightPixel>,
        _ target: UnsafeMutablePointer<StraightPixel>,
        _ size: PixelSize
    ) -> RampOutcome {
        let stride = (size.width + 63) / 64
        var opaque = 0
        let clear = unsafe [UInt64](unsafeUninitializedCapacity: stride * size.height) {
            bits,
            count in
            for y in 0..<size.height {
                opaque += unsafe row(
                    UnsafeRawPointer(source + y * size.width),
                    UnsafeMutableRawPointer(target + y * size.width),
                    count: size.width,
                    clear: bits.start + y * stride
                )
            }
            count = stride * size.height
        }
        return (clear, opaque)
    }
}
