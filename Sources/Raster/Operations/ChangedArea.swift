extension Bitmap where Pixel: Equatable {
    /// The bounds of the pixels that differ in `other`, which has the same size; nil without any.
    @inlinable
    package func changedArea(from other: Bitmap) -> PixelRect? {
        precondition(size == other.size, "\(size) compared with \(other.size)")
        var (left, top, right, bottom) = (width, height, -1, -1)
        for y in 0..<height {
            for x in 0..<width where self[x, y] != other[x, y] {
                left = min(left, x)
                right = max(right, x)
                top = min(top, y)
                bottom = y
            }
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
