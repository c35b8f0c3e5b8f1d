/// A maximum size in pixels; nil for no limit.
package struct PixelRoom: Hashable, Sendable {
    package var width: Int?
    package var height: Int?

    package init(width: Int? = nil, height: Int? = nil) {
        self.width = width
        self.height = height
    }
}

extension Bitmap<StraightPixel> {
    /// Shrinks the image by area, keeping its aspect ratio, if it exceeds `room`; sides below 1
    /// count as 1.
    package func fitted(into room: PixelRoom) -> StraightImage {
        if size.width <= room.width ?? .max && size.height <= room.height ?? .max { return self }
        // The tighter side is exact, the other rounded.
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
