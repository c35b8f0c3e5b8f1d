// Compose: from images and placements to a dressed pet.
//
// In: straight images, a transform for each, a scale. Out: `LayerPicture`s, which atlases contain,
// and composites of them. A composite is made of the same pixels as an atlas, so a game that draws
// the atlas matches the preview bit for bit.

/// An image and the position of its top-left corner on the canvas, in pixels.
public struct PlacedLayer: Hashable, Sendable {
    public let image: StraightImage
    public let position: PixelPoint

    public init(image: StraightImage, position: PixelPoint) {
        self.image = image
        self.position = position
    }
}

/// Draws `layers`, back to front, source-over, on a clear canvas.
///
/// Each layer is premultiplied to 8 bits, then composited in 8 bits, both rounded to nearest. Parts
/// outside of the canvas are cropped.
public func compose(_ layers: [PlacedLayer], on canvas: PixelSize) -> PremultipliedImage {
    var result = PremultipliedImage(size: canvas)
    for layer in layers { result.draw(layer.image.premultiplied(), at: layer.position) }
    return result
}
