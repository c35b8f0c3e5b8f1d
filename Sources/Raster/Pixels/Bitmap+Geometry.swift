extension Bitmap {
    /// The pixels of `rect`; outside of the image they are clear.
    public func cropped(to rect: PixelRect) -> Bitmap {
        let whole = PixelRect(size)
        if rect == whole { return self }
        if whole.contains(rect) { return part(rect) }
        var result = Bitmap(size: rect.size)
        result.copy(from: self, at: PixelPoint(x: -rect.x, y: -rect.y))
        return result
    }

    private func part(_ rect: PixelRect) -> Bitmap {
        let ownWidth = width
        return unsafe Bitmap(size: rect.size) { to in
            unsafe withPixels { from in
                for y in 0..<rect.height {
                    unsafe (to.start + y * rect.width).initialize(
                        from: from.start + ((rect.y + y) * ownWidth + rect.x),
                        count: rect.width
                    )
                }
            }
        }
    }

    /// Copies `source` with its top-left corner at `point`, cropped to this image; without
    /// blending.
    public mutating func copy(from source: Bitmap, at point: PixelPoint) {
        unsafe visitRows(under: source, at: point) { own, other, count in
            unsafe own.update(from: other, count: count)
        }
    }

    /// Calls `body` with the rows of pixels that another image covers with its top-left corner at
    /// `point`, and the pixels that cover them.
    @inline(__always)
    mutating func visitRows(
        under source: Bitmap,
        at point: PixelPoint,
        _ body: (_ own: UnsafeMutablePointer<Pixel>, UnsafePointer<Pixel>, _ count: Int) -> Void
    ) {
        guard let placed = PixelRect(origin: point, size: source.size),
            let visible = placed.intersection(PixelRect(size))
        else { return }
        let ownWidth = width
        unsafe source.withPixels { from in
            unsafe withMutablePixels { to in
                for y in visible.y..<visible.maxY {
                    let start = (y - point.y) * source.width + visible.x - point.x
                    unsafe body(
                        to.start + (y * ownWidth + visible.x),
                        from.start + start,
                        visible.width
                    )
                }
            }
        }
    }

    @inlinable
    public mutating func fill(_ rect: PixelRect, with pixel: Pixel) {
        guard let visible = rect.intersection(PixelRect(size)) else { return }
        for y in visible.y..<visible.maxY {
            for x in visible.x..<visible.maxX { self[x, y] = pixel }
        }
    }

    @inlinable
    public func flippedHorizontally() -> Bitmap {
        remapped(to: size) { x, y in (width - 1 - x, y) }
    }

    @inlinable
    public func flippedVertically() -> Bitmap {
        remapped(to: size) { x, y in (x, height - 1 - y) }
    }

    @inlinable
    public func rotatedHalfTurn() -> Bitmap {
        remapped(to: size) { x, y in (width - 1 - x, height - 1 - y) }
    }

    /// Rotated by 90 degrees clockwise: the left column becomes the top row.
    @inlinable
    public func rotatedClockwise() -> Bitmap {
        remapped(to: size.transposed) { x, y in (y, height - 1 - x) }
    }

    /// Rotated by 90 degrees counterclockwise: the right column becomes the top row.
    @inlinable
    public func rotatedCounterclockwise() -> Bitmap {
        remapped(to: size.transposed) { x, y in (width - 1 - y, x) }
    }

    /// Mirrored on the main diagonal: rows become columns.
    @inlinable
    public func transposed() -> Bitmap {
        remapped(to: size.transposed) { x, y in (y, x) }
    }

    /// A new image whose pixel at (x, y) is this one's at `place(x, y)`, which must be inside.
    @inlinable @inline(__always)
    func remapped(
        to newSize: PixelSize,
        _ place: (_ x: Int, _ y: Int) -> (Int, Int)
    ) -> Bitmap {
        let ownWidth = width
        return unsafe Bitmap(size: newSize) { to in
            unsafe withPixels { from in
                for y in 0..<newSize.height {
                    let row = y &* newSize.width
                    for x in 0..<newSize.width {
                        let (fromX, fromY) = place(x, y)
                        unsafe to[row &+ x] = from[fromY &* ownWidth &+ fromX]
                    }
                }
            }
        }
    }
}
