import Raster

/// Rows and columns of a frame, and their crossings with its silhouette.
struct FrameLines {
    /// The columns and rows within its bounds, from its corner.
    let columns: Range<Int>
    let rows: Range<Int>
    let corner: PixelPoint
    private let count: Int
    private let touched: BitMask

    init?(_ frame: PixelRect, _ measure: FrameMeasure, _ count: Int) {
        guard let bounds = measure.bounds, let alpha = measure.alpha else { return nil }
        columns = bounds.x - frame.x..<bounds.maxX - frame.x
        rows = bounds.y - frame.y..<bounds.maxY - frame.y
        corner = frame.origin
        self.count = count
        touched = alpha.touched
    }

    /// The examined rows, or columns.
    func lines(of all: Range<Int>) -> StrideTo<Int> {
        let step = max(1, all.count / count)
        return stride(from: all.lowerBound + step / 2, to: all.upperBound, by: step)
    }

    /// Calls `body` for each crossing with its first pixel that is not clear, the step to the next
    /// pixel inward, the number of pixels, and the direction of four.
    ///
    /// Outside of the bounds it is clear. All columns are crossed at once, row by row, in memory
    /// order.
    @inline(__always)
    func visitCrossings(
        _ words: UnsafePointer<UInt32>,
        _ width: Int,
        _ body: (
            _ start: UnsafePointer<UInt32>, _ step: Int, _ room: Int, _ direction: Int
        ) -> Void
    ) {
        let origin = unsafe words + (corner.y &* width &+ corner.x)
        let stride = touched.stride
        // The bits of columns within the bounds, of the examined ones, and of these in the row
        // above.
        var masks = [SIMD4<UInt64>](repeating: .zero, count: stride)
        for word in 0..<stride { masks[word].x = mask(word) }
        for x in lines(of: columns) { masks[x &>> 6].y |= 1 &<< UInt64(x & 63) }
        unsafe masks.withUnsafeMutableBufferPointer { masks in
            unsafe touched.words.withUnsafeBufferPointer { touched in
                for y in lines(of: rows) {
                    let row = unsafe origin + y &* width
                    var before: UInt64 = 0
                    for word in 0..<stride {
                        let bits = unsafe touched[y &* stride &+ word] & masks[word].x
                        var changes = bits ^ (bits &<< 1 | before &>> 63)
                        before = bits
                        while changes != 0 {
                            let bit = changes.trailingZeroBitCount
                            changes &= changes &- 1
                            let x = word &* 64 &+ bit
                            if bits &>> UInt64(bit) & 1 != 0 {
                                unsafe body(row + x, 1, columns.upperBound &- x, 0)
                            } else {
                                unsafe body(row + (x &- 1), -1, x &- columns.lowerBound, 1)
                            }
                        }
                    }
                    if before &>> 63 != 0 {
                        unsafe body(row + (columns.upperBound &- 1), -1, columns.count, 1)
                    }
                }
                for y in rows.lowerBound...rows.upperBound {
                    for word in 0..<stride {
                        let isInside = y < rows.upperBound
                        let bits =
                            unsafe isInside ? touched[y &* stride &+ word] & masks[word].y : 0
                        var changes = unsafe bits ^ masks[word].z
                        if changes == 0 { continue }
                        unsafe masks[word].z = bits
                        while changes != 0 {
                            let bit = changes.trailingZeroBitCount
                            changes &= changes &- 1
                            let place = unsafe origin + (y &* width &+ word &* 64 &+ bit)
                            if bits &>> UInt64(bit) & 1 != 0 {
                                unsafe body(place, width, rows.upperBound &- y, 2)
                            } else {
                                unsafe body(place - width, -width, y &- rows.lowerBound, 3)
                            }
                        }
                    }
                }
            }
        }
    }

    /// The bits of a word that are columns within the bounds.
    private func mask(_ word: Int) -> UInt64 {
        let (first, end) = (columns.lowerBound - word * 64, columns.upperBound - word * 64)
        if first >= 64 || end <= 0 { return 0 }
        let low: UInt64 = first > 0 ? ~0 << UInt64(first) : ~0
        return end < 64 ? low & ~(~0 << UInt64(end)) : low
    }
}
