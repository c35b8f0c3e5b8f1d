package import Raster

extension Bitmap<StraightPixel> {
    /// The picture `factor` times as large: each pixel becomes a square.
    ///
    /// - Parameter factor: at least 1.
    /// - Returns: nil when a side would pass the largest raster side.
    package func enlarged(by factor: Int) -> StraightImage? {
        precondition(factor >= 1, "a picture enlarged by \(factor)")
        guard factor > 1 else { return self }
        guard let size = size.scaled(by: factor) else { return nil }
        let source = pixels
        var result: [StraightPixel] = []
        result.reserveCapacity(size.area)
        for y in 0..<height {
            let start = result.count
            for x in 0..<width {
                let pixel = source[y * width + x]
                for _ in 0..<factor { result.append(pixel) }
            }
            for _ in 1..<factor {
                result.append(contentsOf: result[start..<(start + size.width)])
            }
        }
        return StraightImage(size: size, pixels: result)
    }
}

/// The most pixels that there is room for; nil where there is no limit.
package struct PixelRoom: Hashable, Sendable {
    package var width: Int?
    package var height: Int?

    package init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }

    func holds(_ size: PixelSize) -> Bool {
        size.width <= width ?? .max && size.height <= height ?? .max
    }
}

extension Bitmap<StraightPixel> {
    /// The picture enlarged by `scale`, or by less where the room is small.
    ///
    /// Whole factors down to 1, pixels stay squares; a picture that does not fit even so is shrunk
    /// by area, its proportions kept.
    ///
    /// - Parameters:
    ///   - room: where it has to fit; sides below 1 count as 1.
    ///   - scale: the wanted factor, at least 1.
    /// - Returns: a picture that fits.
    package func fitted(into room: PixelRoom, scale: Int = 1) -> StraightImage {
        var factor = max(1, scale)
        while factor > 1 {
            if let size = size.scaled(by: factor), room.holds(size) { break }
            factor -= 1
        }
        if factor > 1 || room.holds(size) { return enlarged(by: factor) ?? self }
        // The tighter side is met exactly, the other one rounded.
        let widthLimit = max(1, min(width, room.width ?? width))
        let heightLimit = max(1, min(height, room.height ?? height))
        let isWidthTighter = widthLimit * height <= heightLimit * width
        let target = PixelSize(
            width: isWidthTighter
                ? widthLimit : max(1, (width * heightLimit + height / 2) / height),
            height: isWidthTighter
                ? max(1, (height * widthLimit + width / 2) / width) : heightLimit
        )
        guard let target else { return self }
        return premultiplied().resampled(to: target, using: .area).straight()
    }
}
