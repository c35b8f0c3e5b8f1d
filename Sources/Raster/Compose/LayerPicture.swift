/// An image ready for a canvas or an atlas at one scale.
public struct LayerPicture: Hashable, Sendable {
    /// Its sides are whole points: multiples of the scale.
    public let image: StraightImage
    /// The pivot's position in the image, in points; the same at every scale.
    public let pivotX: Double
    public let pivotY: Double

    /// The maximum number of pixels: more than any page has, but safe for memory.
    public static let largestArea = 1 << 26

    public init(image: StraightImage, pivotX: Double, pivotY: Double) {
        self.image = image
        self.pivotX = pivotX
        self.pivotY = pivotY
    }
}

/// Resamples and transforms an image to `scale` pixels per point; nil if the result exceeds
/// `LayerPicture.largestArea`.
///
/// An upright image that already has the target size, or is resampled with `nearest`, keeps its
/// pixels bit for bit; others are resampled once. `density` is in pixels per point of the straight
/// `source`; both are at least 1. `nearest` rotates without smoothing too.
public func renderLayer(
    _ source: StraightImage,
    density: Int,
    transform: LayerTransform,
    scale: Int,
    using method: Resampling
) -> LayerPicture? {
    let part = transform.size.visiblePart(of: source.size)
    let points = transform.size.points(width: part.width, height: part.height, density: density)
    let frame = LayerFrame(width: points.width, height: points.height, transform: transform)
    guard let size = frame.size?.scaled(by: scale), size.area <= LayerPicture.largestArea else {
        return nil
    }
    // Rounded to whole pixels, at least one.
    let drawn = PixelSize(
        width: max(1, Int((points.width * Double(scale)).rounded())),
        height: max(1, Int((points.height * Double(scale)).rounded()))
    )
    guard let drawn, drawn.area <= LayerPicture.largestArea else { return nil }
    let picture = part.size == source.size ? source : source.cropped(to: part)
    let unscaled = transform.isFlipped ? picture.flippedHorizontally() : picture
    if transform.isUpright, method == .nearest || drawn == picture.size {
        let image = unscaled.sampled(to: drawn).cropped(to: PixelRect(size))
        return LayerPicture(image: image, pivotX: frame.pivotX, pivotY: frame.pivotY)
    }
    let upright = unscaled.premultiplied().resampled(to: drawn, using: method)
    var canvas = PremultipliedImage(size: size)
    if transform.isUpright {
        canvas.copy(from: upright, at: .zero)
    } else {
        let pivot = (
            x: transform.pivotX * Double(drawn.width), y: transform.pivotY * Double(drawn.height)
        )
        guard
            let turned = upright.rotated(
                by: frame.turn,
                about: pivot,
                isPixelArt: method == .nearest
            )
        else { return nil }
        canvas.copy(
            from: turned.image,
            at: PixelPoint(
                x: Int(frame.pivotX) * scale - Int(turned.pivot.x),
                y: Int(frame.pivotY) * scale - Int(turned.pivot.y)
            )
        )
    }
    return LayerPicture(image: canvas.straight(), pivotX: frame.pivotX, pivotY: frame.pivotY)
}
