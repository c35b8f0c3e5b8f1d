internal import RasterKernels
internal import RasterKernelsWide

extension Bitmap<StraightPixel> {
    /// Tells which pixels show a flat screen alone and which lean to its hue.
    ///
    /// One bit a pixel, lowest first; each row is padded with zeros to whole 64-bit words.
    ///
    /// - Parameters:
    ///   - red: the screen's color, in a channel order in which it is green.
    ///   - green: see `red`.
    ///   - blue: see `red`.
    ///   - distance: a pixel is screen when the squares of its channels' differences from it add
    ///     up to less than this; at most 10816.
    ///   - cover: a pixel leans to the screen's hue when Vlahos' alpha is less than this, 0...1.
    /// - Returns: the two planes.
    package func keyClasses(
        red: UInt8,
        green: UInt8,
        blue: UInt8,
        distance: Int,
        cover: Float
    ) -> (screen: [UInt64], leaning: [UInt64]) {
        let stride = (width + 63) / 64
        var screen = [UInt64](repeating: 0, count: stride * height)
        var leaning = screen
        unsafe withPixels { pixels in
            unsafe screen.withUnsafeMutableBufferPointer { screenBits in
                unsafe leaning.withUnsafeMutableBufferPointer { leaningBits in
                    let source = unsafe UnsafeRawPointer(pixels.start)
                    let first = unsafe screenBits.start
                    let second = unsafe leaningBits.start
                    if KernelChoice.usesWideVectors {
                        let limits = RasterKernelsWide.KeyClasses.Limits(
                            red: red,
                            green: green,
                            blue: blue,
                            distance: distance,
                            cover: cover
                        )
                        for y in 0..<height {
                            unsafe RasterKernelsWide.KeyClasses.vector(
                                source + y * width * 4,
                                count: width,
                                limits,
                                screen: first + y * stride,
                                leaning: second + y * stride
                            )
                        }
                    } else {
                        let limits = RasterKernels.KeyClasses.Limits(
                            red: red,
                            green: green,
                            blue: blue,
                            distance: distance,
                            cover: cover
                        )
                        for y in 0..<height {
                            unsafe RasterKernels.KeyClasses.vector(
                                source + y * width * 4,
                                count: width,
                                limits,
                                screen: first + y * stride,
                                leaning: second + y * stride
                            )
                        }
                    }
                }
            }
        }
        return (screen, leaning)
    }
}
