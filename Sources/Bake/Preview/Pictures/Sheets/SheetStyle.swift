package import Raster

/// How picture sheets look: dark letters on white, unless something else is set.
package struct SheetStyle: Hashable, Sendable {
    /// The page.
    package let paper = StraightPixel(r: 255, g: 255, b: 255)
    /// Labels, and lines between them.
    let ink = StraightPixel(r: 28, g: 28, b: 36)
    let faintInk = StraightPixel(r: 120, g: 120, b: 132)
    /// What is behind see-through art.
    package var backdrop = Backdrop.checker
    /// Pixels a dot of the letters, at least 1.
    private(set) var textScale = 1
    /// Pixels between pictures.
    let gap = 8

    package init() {}

    /// The same with larger letters when pictures are so large that small ones are overlooked.
    package func suited(toWidth width: Int) -> SheetStyle {
        var style = self
        style.textScale = max(textScale, min(3, width / 128))
        return style
    }

    /// Height of a line of text in pixels.
    var lineHeight: Int { PixelFont.height * textScale }
}

extension Bitmap<StraightPixel> {
    /// Draws a line of text in a box of `width` pixels, shortened to fit.
    mutating func label(
        _ text: String,
        at corner: PixelPoint,
        width: Int,
        _ style: SheetStyle,
        color: StraightPixel? = nil,
        isCentered: Bool = false
    ) {
        let scale = style.textScale
        let font = PixelFont.standard
        let shown = font.shortened(text, to: width / scale)
        let slack = isCentered ? (width - font.width(of: shown) * scale) / 2 : 0
        let place = PixelPoint(x: corner.x + slack, y: corner.y)
        font.draw(shown, at: place, color: color ?? style.ink, scale: scale, on: &self)
    }
}
