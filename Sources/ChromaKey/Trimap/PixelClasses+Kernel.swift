import KernelTypes
import Raster

extension StraightImage {
    /// The pixels that show only a flat screen, the key-hued ones, and whether every pixel is
    /// opaque.
    func classified(
        _ limits: ClassificationLimits
    ) -> (screen: BitMask, keyHued: BitMask, isOpaque: Bool) {
        let kernels = unsafe chosenKernels
        let stride = (width + 63) / 64
        var isOpaque = true
        var keyHued: [UInt64] = []
        let screen = unsafe [UInt64](unsafeUninitializedCapacity: stride * height) {
            screen,
            count in
            keyHued = unsafe [UInt64](unsafeUninitializedCapacity: stride * height) {
                keyHued,
                count in
                unsafe withPixels { pixels in
                    let areOpaque = inRowBands(height, width: width) { rows in
                        var isOpaque = true
                        for y in rows {
                            let row = unsafe kernels.classify(
                                UnsafeRawPointer(pixels.start + y * width),
                                width,
                                limits,
                                screen.start + y * stride,
                                keyHued.start + y * stride
                            )
                            isOpaque = isOpaque && row
                        }
                        return isOpaque
                    }
                    isOpaque = !areOpaque.contains(false)
                }
                count = stride * height
            }
            count = stride * height
        }
        return (
            BitMask(width: width, height: height, words: screen),
            BitMask(width: width, height: height, words: keyHued), isOpaque
        )
    }
}
