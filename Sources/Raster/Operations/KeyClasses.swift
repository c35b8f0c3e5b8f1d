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
    /// - Returns: the two planes, and whether every pixel is opaque.
    package func keyClasses(
        red: UInt8,
        green: UInt8,
        blue: UInt8,
        distance: Int,
        cover: Float
    ) -> (screen: [UInt64], leaning: [UInt64], isOpaque: Bool) {
        let stride = (width + 63) / 64
        var isOpaque = true
        var leaning: [UInt64] = []
        let screen = unsafe [UInt64](unsafeUninitializedCapacity: stride * height) {
            screen,
            count in
            leaning = unsafe [UInt64](unsafeUninitializedCapacity: stride * height) {
                leaning,
                count in
                isOpaque = unsafe classify(
                    (red, green, blue),
                    distance,
                    cover,
                    screen.start,
                    leaning.start
                )
                count = stride * height
            }
            count = stride * height
        }
        return (screen, leaning, isOpaque)
    }

    private func classify(
        _ color: (red: UInt8, green: UInt8, blue: UInt8),
        _ distance: Int,
        _ cover: Float,
        _ screen: UnsafeMutablePointer<UInt64>,
        _ leaning: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        let stride = (width + 63) / 64
        var isOpaque = true
        unsafe withPixels { pixels in
            let source = unsafe UnsafeRawPointer(pixels.start)
            if KernelChoice.usesWideVectors {
                let limits = RasterKernelsWide.KeyClasses.Limits(
                    red: color.red,
                    green: color.green,
                    blue: color.blue,
                    distance: distance,
                    cover: cover
                )
                for y in 0..<height {
                    let row = unsafe RasterKernelsWide.KeyClasses.vector(
                        source + y * width * 4,
                        count: width,
                        limits,
                        screen: screen + y * stride,
                        leaning: leaning + y * stride
                    )
                    isOpaque = isOpaque && row
                }
            } else {
                let limits = RasterKernels.KeyClasses.Limits(
                    red: color.red,
                    green: color.green,
                    blue: color.blue,
                    distance: distance,
                    cover: cover
                )
                for y in 0..<height {
                    let row = unsafe RasterKernels.KeyClasses.vector(
                        source + y * width * 4,
                        count: width,
                        limits,
                        screen: screen + y * stride,
                        leaning: leaning + y * stride
                    )
                    isOpaque = isOpaque && row
                }
            }
        }
        return isOpaque
    }
}
