package import KernelTypes
package import Raster

/// What is shown behind see-through art.
package enum Backdrop: Hashable, Sendable {
    /// Squares in two light grays.
    case checker
    /// One opaque color.
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
