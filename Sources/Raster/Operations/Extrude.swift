extension Bitmap {
    /// Repeats the edge pixels of `rect` outward by `distance` pixels on all four sides, cropped to
    /// the image.
    public mutating func extrude(_ rect: PixelRect, by distance: Int) {
        guard distance > 0, let inside = rect.intersection(PixelRect(size)), inside == rect else {
            return
        }
        let left = max(0, rect.x - distance)
        let right = min(width, rect.maxX + distance)
        for y in rect.y..<rect.maxY {
            for x in left..<rect.x { self[x, y] = self[rect.x, y] }
            for x in rect.maxX..<right { self[x, y] = self[rect.maxX - 1, y] }
        }
        for y in max(0, rect.y - distance)..<rect.y {
            for x in left..<right { self[x, y] = self[x, rect.y] }
        }
        for y in rect.maxY..<min(height, rect.maxY + distance) {
            for x in left..<right { self[x, y] = self[x, rect.maxY - 1] }
        }
    }
}
