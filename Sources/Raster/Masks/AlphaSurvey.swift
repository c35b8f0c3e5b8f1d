import Kernels
import KernelsWide

/// What one look at a rectangle's pixels tells of their alpha.
package struct AlphaSurvey: Hashable, Sendable {
    /// Where classes of alpha begin and end.
    package struct Limits: Sendable {
        /// What has less is as good as clear, 1...128.
        let touched: UInt8
        /// What has less is not seen, 1...128.
        let seen: UInt8
        /// What is neither clear nor solid, from 1...128 to 128...254.
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

    /// Around what is seen, in image coordinates; nil when there is nothing.
    package let bounds: PixelRect?
    /// How many pixels have an alpha of 128 or more.
    package let solid: Int
    /// How many pixels are soft.
    package let softCount: Int
    /// Which pixels are touched, and which are soft, from the rectangle's corner.
    package let touched: BitMask
    package let soft: BitMask

    /// Looks at the pixels of a rectangle that lies inside of the picture.
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
