package import Raster

/// A permutation of channels after which the screen is green, so that one set of formulas serves
/// every key color.
///
/// Compositing is linear in each channel, and stays so when channels are swapped or all inverted: a
/// swap turns a blue screen green, inversion a magenta one.
package struct ChannelOrder: Equatable {
    /// The channel swapped with green: 0 red, 1 green (none), 2 blue.
    let swapped: Int
    let isInverted: Bool

    package static let identity = ChannelOrder(swapped: 1, isInverted: false)

    @inline(__always)
    package func callAsFunction(_ pixel: StraightPixel) -> StraightPixel {
        var result = pixel
        if swapped == 0 {
            result.r = pixel.g
            result.g = pixel.r
        } else if swapped == 2 {
            result.b = pixel.g
            result.g = pixel.b
        }
        if isInverted {
            result.r = 255 - result.r
            result.g = 255 - result.g
            result.b = 255 - result.b
        }
        return result
    }

    package func callAsFunction(_ color: RGB) -> RGB {
        let turned = self(StraightPixel(color))
        return RGB(turned.r, turned.g, turned.b)
    }

    /// Turns every pixel, in place if the buffer is unique.
    func turn(_ image: inout StraightImage) {
        if self == .identity { return }
        unsafe image.withMutablePixels { pixels in
            for index in 0..<pixels.count { unsafe pixels[index] = self(pixels[index]) }
        }
    }
}

extension ChannelOrder {
    /// The order for a key color: its strongest channel, or, when two are strong, the weakest
    /// channel of a negative.
    package init(forKey key: RGB) {
        let channels = [Int(key.r), Int(key.g), Int(key.b)]
        let sorted = channels.sorted()
        let isInverted = sorted[1] - sorted[0] > sorted[2] - sorted[1]
        let wanted = isInverted ? sorted[0] : sorted[2]
        // Green first, so that grays stay unchanged.
        let swapped = [1, 0, 2].first { channels[$0] == wanted } ?? 1
        self.init(swapped: swapped, isInverted: isInverted)
    }
}
