package import Raster

/// A formula that multiplies each pixel's alpha by a ramp over its color's distance from a key's;
/// colors stay.
package protocol AlphaRamp: Sendable {
    /// Multiplies the alpha of a row of RGBA8 pixels; `clear` gets a bit for each that becomes clear.
    ///
    /// - Returns: how many pixels are opaque after it.
    func row(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        count: Int,
        clear: UnsafeMutablePointer<UInt64>
    ) -> Int
}

/// What a ramp left of a picture: a bit for each clear pixel, rows padded with zeros to whole
/// 64-bit words, lowest bit first; and the number of opaque pixels.
package typealias RampOutcome = (clear: [UInt64], opaque: Int)

extension AlphaRamp {
    /// A picture with its alpha multiplied.
    package func callAsFunction(_ image: StraightImage) -> (StraightImage, RampOutcome) {
        var outcome: RampOutcome = ([], 0)
        let result = unsafe image.withPixels { source in
            unsafe StraightImage(size: image.size) { target in
                outcome = unsafe run(source.start, target.start, image.size)
            }
        }
        return (result, outcome)
    }

    /// Multiplies the alpha of a picture in its place.
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
