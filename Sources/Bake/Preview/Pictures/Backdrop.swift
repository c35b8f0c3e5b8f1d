import KernelTypes
package import Raster

/// What is shown behind see-through art.
package enum Backdrop: Hashable, Sendable {
    /// Squares in two light grays.
    case checker
    /// One opaque color, sRGB code values.
    case color(r: UInt8, g: UInt8, b: UInt8)

    package static let white = Backdrop.color(r: 255, g: 255, b: 255)
    package static let black = Backdrop.color(r: 0, g: 0, b: 0)

    /// The backdrop that the user typed: `checker`, `white`, `black` or `#RRGGBB`.
    ///
    /// Returns nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "checker": self = .checker
        case "white": self = .white
        case "black": self = .black
        default:
            guard let color = RGB(text) else { return nil }
            self = .color(r: color.r, g: color.g, b: color.b)
        }
    }

    /// An opaque picture of the backdrop alone.
    package func picture(_ size: PixelSize) -> StraightImage {
        switch self {
        case .color(let r, let g, let b):
            return StraightImage(size: size, filledWith: StraightPixel(r: r, g: g, b: b))
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
