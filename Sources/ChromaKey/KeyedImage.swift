public import Raster

/// A picture without its screen.
public struct KeyedImage: Hashable, Sendable {
    /// Straight alpha, same size as the picture that came in.
    public var image: StraightImage
    public var report: KeyReport

    /// Puts together what keying in place leaves.
    public init(image: StraightImage, report: KeyReport) {
        self.image = image
        self.report = report
    }

    /// The alpha alone, one byte a pixel.
    public var mask: Mask {
        Mask(size: image.size, pixels: image.pixels.map(\.a)) ?? Mask(size: image.size)
    }

    /// Where the silhouette leans to the screen's hue: opaque, grey art with the silhouette in
    /// blue, from there over yellow to red with the strength of the fringe.
    public var fringeMap: StraightImage {
        var map = StraightImage(size: image.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
        let key = report.screen?.color ?? RGB(0, 255, 0)
        let order = ChannelOrder(forKey: key)
        var clear = BitMask(width: image.width, height: image.height)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                if pixel.a == 0 {
                    clear[x, y] = true
                } else {
                    let luma = (Int(pixel.r) * 3 + Int(pixel.g) * 6 + Int(pixel.b)) / 10
                    let grey = UInt8(luma * Int(pixel.a) / 255 / 3)
                    map[x, y] = StraightPixel(r: grey, g: grey, b: grey)
                }
            }
        }
        let rim = clear.dilated(1).subtracting(clear)
        rim.visit { x, y in
            let strength = min(fringeExcess(of: image, x, y, outside: rim, order), 64)
            let heat = UInt8(strength * 255 / 64)
            map[x, y] =
                strength <= 4
                ? StraightPixel(r: 40, g: 80, b: 200) : StraightPixel(r: 255, g: 255 - heat, b: 0)
        }
        return map
    }
}
