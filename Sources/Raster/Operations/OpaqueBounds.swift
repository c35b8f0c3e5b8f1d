import Kernels
import KernelsWide

extension Bitmap<StraightPixel> {
    /// The bounds of the pixels with an alpha above `threshold`; nil without any.
    public func opaqueBounds(above threshold: UInt8 = 0) -> PixelRect? {
        let isSeen =
            unsafe KernelChoice.usesWideVectors
            ? KernelsWide.AlphaRow.vector : Kernels.AlphaRow.vector
        return unsafe withPixels { pixels in
            let base = unsafe UnsafeRawPointer(pixels.start)
            let rowIsSeen = { (y: Int) in unsafe isSeen(base + y * width * 4, width, threshold) }
            guard let top = (0..<height).first(where: rowIsSeen),
                let bottom = (top..<height).last(where: rowIsSeen)
            else { return nil }
            var left = width
            var right = -1
            // Rows are searched only outside of the bounds so far.
            for y in top...bottom {
                let row = y * width
                var x = 0
                while x < left, unsafe pixels[row + x].a <= threshold { x += 1 }
                left = min(left, x)
                x = width - 1
                while x > right, unsafe pixels[row + x].a <= threshold { x -= 1 }
                right = max(right, x)
            }
            return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
    }
}
