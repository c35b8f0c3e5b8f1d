import Raster

/// The smallest cell on which all pictures have room when their anchors lie on one point.
struct CommonCell {
    let frames: [StraightImage]
    /// Where the anchor is.
    let anchor: PixelPoint
    /// Where each picture's top-left corner is; it may lie outside.
    let places: [PixelPoint]

    /// - Parameters:
    ///   - pictures: what is put on the cell.
    ///   - anchors: of each picture, in its pixels.
    ///   - isWhole: whether clear margins of the pictures need room too.
    ///   - padding: clear pixels around it all.
    init(
        _ pictures: [StraightImage],
        _ anchors: [PixelPoint],
        isWhole: Bool,
        _ padding: Int
    ) {
        var (left, top, right, bottom) = (0, 0, 1, 1)
        var isFirst = true
        for (picture, anchor) in zip(pictures, anchors) {
            guard let drawn = isWhole ? PixelRect(picture.size) : picture.opaqueBounds() else {
                continue
            }
            let (x, y) = (drawn.x - anchor.x, drawn.y - anchor.y)
            left = isFirst ? x : min(left, x)
            top = isFirst ? y : min(top, y)
            right = isFirst ? x + drawn.width : max(right, x + drawn.width)
            bottom = isFirst ? y + drawn.height : max(bottom, y + drawn.height)
            isFirst = false
        }
        let anchor = PixelPoint(x: padding - left, y: padding - top)
        let size =
            PixelSize(width: right - left + 2 * padding, height: bottom - top + 2 * padding)
            ?? .onePixel
        let places = anchors.map { PixelPoint(x: anchor.x - $0.x, y: anchor.y - $0.y) }
        frames = zip(pictures, places).map { picture, place in
            var frame = StraightImage(size: size)
            frame.copy(from: picture, at: place)
            return frame
        }
        self.anchor = anchor
        self.places = places
    }
}
