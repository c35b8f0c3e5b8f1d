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
        // Relative to the anchors.
        let drawn = zip(pictures, anchors).compactMap { picture, anchor in
            (isWhole ? PixelRect(picture.size) : picture.opaqueBounds()).flatMap {
                let origin = PixelPoint(x: $0.x - anchor.x, y: $0.y - anchor.y)
                return PixelRect(origin: origin, size: $0.size)
            }
        }
        let all = drawn.dropFirst().reduce(drawn.first ?? PixelRect(.onePixel)) { $0.union($1) }
        let anchor = PixelPoint(x: padding - all.x, y: padding - all.y)
        let size =
            PixelSize(width: all.width + 2 * padding, height: all.height + 2 * padding)
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
