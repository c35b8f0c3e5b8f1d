import KernelTypes
import Raster

/// The ramp of mode `distance` over distances in linear light.
///
/// Tables make it as fast as reading a pixel: light has 256 values a channel.
struct LinearRamp: Sendable {
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
