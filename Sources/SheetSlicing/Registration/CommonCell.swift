import Raster

/// The smallest cell that fits all images with their anchors at one point.
struct CommonCell {
    let frames: [StraightImage]
    let anchor: PixelPoint
    /// The position of each image's top-left corner; it may be outside.
    let places: [PixelPoint]

    /// `anchors` are in each image's pixels.
    ///
    /// If `isWhole`, clear margins need space too. `padding` is added around everything.
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
