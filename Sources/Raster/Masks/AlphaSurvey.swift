import Kernels
import KernelsWide

/// What one pass over a rectangle finds out about its alpha.
package struct AlphaSurvey: Hashable, Sendable {
    package struct Limits: Sendable {
        /// Lower alpha is practically clear, 1...128.
        let touched: UInt8
        let seen: UInt8
        /// Neither clear nor solid, from 1...128 to 128...254.
        let soft: ClosedRange<UInt8>

        package init(touched: UInt8, seen: UInt8, soft: ClosedRange<UInt8>) {
            precondition(
                (1...128).contains(touched) && (1...128).contains(seen)
                    && (1...128).contains(soft.lowerBound)
                    && (128...254).contains(soft.upperBound),
                "limits \(touched), \(seen), \(soft)"
            )
            (self.touched, self.seen, self.soft) = (touched, seen, soft)
        }
    }

    /// The bounds of visible pixels, in image coordinates; nil without any.
    package let bounds: PixelRect?
    /// The number of pixels with an alpha of 128 or more.
    package let solid: Int
    package let softCount: Int
    /// The touched pixels, and the soft ones, relative to the rectangle.
    package let touched: BitMask
    package let soft: BitMask

    /// The rectangle must be inside of the image.
    package init(_ image: StraightImage, in rect: PixelRect, _ limits: Limits) {
        precondition(PixelRect(image.size).contains(rect), "\(rect) lies outside of \(image.size)")
        let classify =
            unsafe KernelChoice.usesReference
            ? Kernels.AlphaClasses.reference
            : KernelChoice.usesWideVectors
                ? KernelsWide.AlphaClasses.vector : Kernels.AlphaClasses.vector
        let classes = SIMD4(
            limits.touched,
            limits.seen,
            limits.soft.lowerBound,
            limits.soft.upperBound
        )
        let stride = (rect.width + 63) / 64
        let count = stride * rect.height
        var columns = [UInt64](repeating: 0, count: stride)
        var summary = (top: 0, bottom: 0, between: 0, solid: 0)
        var softWords: [UInt64] = []
        let touchedWords = unsafe [UInt64](unsafeUninitializedCapacity: count) { touched, filled in
            softWords = unsafe [UInt64](unsafeUninitializedCapacity: count) { soft, filled in
                summary = unsafe image.withWords { words in
                    unsafe classify(
                        words.start + (rect.y * image.width + rect.x),
                        image.width * 4,
                        rect.width,
                        rect.height,
                        classes,
                        touched.start,
                        soft.start,
                        &columns
                    )
                }
                filled = count
            }
            filled = count
        }
        touched = BitMask(width: rect.width, height: rect.height, words: touchedWords)
        soft = BitMask(width: rect.width, height: rect.height, words: softWords)
        (solid, softCount) = (summary.solid, summary.between)
        guard let first = columns.firstIndex(where: { $0 != 0 }),
            let last = columns.lastIndex(where: { $0 != 0 })
        else {
            bounds = nil
            return
        }
        let left = first * 64 + columns[first].trailingZeroBitCount
        let right = last * 64 + 63 - columns[last].leadingZeroBitCount
        bounds = PixelRect(
            x: rect.x + left,
            y: rect.y + summary.top,
            width: right - left + 1,
            height: summary.bottom - summary.top + 1
        )
    }
}
