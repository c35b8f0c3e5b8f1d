package import KernelTypes
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

/// What is shown behind see-through art.
package enum Backdrop: Hashable, Sendable {
    /// Squares in two light grays.
    case checker
    case color(RGB)

    /// The backdrop that the user typed: `checker`, `white`, `black` or `#RRGGBB`.
    ///
    /// Returns nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "checker": self = .checker
        case "white": self = .color(RGB(255, 255, 255))
        case "black": self = .color(RGB(0, 0, 0))
        default:
            guard let color = RGB(text) else { return nil }
            self = .color(color)
        }
    }

    /// An opaque picture of the backdrop alone.
    package func picture(_ size: PixelSize) -> StraightImage {
        switch self {
        case .color(let color):
            return StraightImage(size: size, filledWith: StraightPixel(color))
        case .checker:
            let pixels = (0..<size.height).flatMap { y in
                (0..<size.width).map { x in
                    let gray: UInt8 = (x / 8 + y / 8).isMultiple(of: 2) ? 238 : 204
                    return StraightPixel(r: gray, g: gray, b: gray)
                }
            }
            return StraightImage(size: size, pixels: pixels) ?? StraightImage(size: size)
        }
    }
}

extension Bitmap<StraightPixel> {
    /// The picture over `backdrop`, opaque.
    package func laid(over backdrop: Backdrop) -> StraightImage {
        var canvas = backdrop.picture(size).premultiplied()
        canvas.draw(premultiplied(), at: .zero)
        return canvas.straight()
    }
}
