import KernelTypes
package import Raster

/// A formula that multiplies each pixel's alpha by a ramp over the distance of its color from a
/// key's; colors stay.
@safe
package struct AlphaRamp: Sendable {
    /// Processes a row of RGBA8 pixels, and returns the number of opaque ones.
    private let row:
        @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<UInt64>)
            -> Int

    /// GPUImage's chroma key filter: a ramp over the distance of a pixel's chroma from the key's.
    ///
    /// `low` and `high` are chroma distances, 0...2: alpha becomes 0 up to `low`, and stays from
    /// `high` on.
    package init(chroma key: RGB, low: Float, high: Float) {
        self.init(RampLimits(key, isChroma: true, low: low, width: max(high - low, 0)))
    }

    /// The formula that many games carry: a ramp over the distance of a pixel's color from the key's,
    /// in straight sRGB code values of 0...1.
    ///
    /// Alpha becomes 0 up to the distance `low`, and stays from `low + width` on; both 0...2, and a
    /// width of 0 is a step. With `isLinear`, colors are light instead of code values (IEC
    /// 61966-2-1), as Core Image's color cube measures them.
    package init(distance key: RGB, low: Float, width: Float, isLinear: Bool = false) {
        if isLinear {
            let ramp = LinearRamp(distance: key, low: low, width: width)
            unsafe row = { unsafe ramp($0, $1, $2, $3) }
        } else {
            unsafe row = AlphaRamp(RampLimits(key, isChroma: false, low: low, width: width)).row
        }
    }

    private init(_ limits: RampLimits) {
        let kernel = unsafe chosenKernels.ramp
        unsafe row = { unsafe kernel($0, $1, $2, limits, $3) }
    }

    /// Returns the clear pixels, and the number of opaque ones.
    package func callAsFunction(_ image: inout StraightImage) -> (clear: BitMask, opaque: Int) {
        let size = image.size
        var clear = BitMask(width: size.width, height: size.height)
        let stride = clear.stride
        func run(_ clear: Bits) -> Int {
            unsafe image.withMutablePixels { pixels in
                (0..<size.height).reduce(0) { opaque, y in
                    let pixels = unsafe UnsafeMutableRawPointer(pixels.start + y * size.width)
                    let bits = unsafe clear + y * stride
                    return unsafe opaque + row(UnsafeRawPointer(pixels), pixels, size.width, bits)
                }
            }
        }
        let opaque = unsafe run(&clear.words)
        return (clear, opaque)
    }
}

/// The ramp of mode `distance` over distances in linear light.
///
/// Tables make it as fast as reading a pixel: light has 256 values a channel.
private struct LinearRamp: Sendable {
    /// The squares of a channel's distance from the key's, for each code value.
    private let red: [Float]
    private let green: [Float]
    private let blue: [Float]
    private let low: Float
    private let width: Float

    init(distance key: RGB, low: Float, width: Float) {
        func squares(_ key: UInt8) -> [Float] {
            (0...255).map { code in
                let difference = Float(Light.of(UInt8(code)) - Light.of(key))
                return difference * difference
            }
        }
        (red, green, blue) = (squares(key.r), squares(key.g), squares(key.b))
        (self.low, self.width) = (low, width)
    }

    /// Writes a row of `count` RGBA8 pixels and a bit for each clear one; returns the number of opaque
    /// ones.
    func callAsFunction(
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        _ count: Int,
        _ clear: UnsafeMutablePointer<UInt64>
    ) -> Int {
        let source = unsafe source.assumingMemoryBound(to: StraightPixel.self)
        let target = unsafe target.assumingMemoryBound(to: StraightPixel.self)
        var opaque = 0
        for word in 0..<(count + 63) / 64 {
            var bits: UInt64 = 0
            for index in word * 64..<min(count, word * 64 + 64) {
                var pixel = unsafe source[index]
                let squares = red[Int(pixel.r)] + green[Int(pixel.g)] + blue[Int(pixel.b)]
                pixel.a = byte(Float(pixel.a) * share(squares.squareRoot()))
                if pixel.a == 0 { bits |= 1 << UInt64(index & 63) }
                opaque += pixel.a == 255 ? 1 : 0
                unsafe target[index] = pixel
            }
            unsafe clear[word] = bits
        }
        return opaque
    }

    private func share(_ distance: Float) -> Float {
        if width <= 0 { return distance > low ? 1 : 0 }
        let part = min(max((distance - low) / width, 0), 1)
        return part * part * (3 - 2 * part)
    }
}
