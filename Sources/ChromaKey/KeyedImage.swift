public import Raster

public struct KeyedImage: Hashable, Sendable {
    /// Straight alpha, same size as the picture that came in.
    public var image: StraightImage
    public var report: KeyReport

    public init(image: StraightImage, report: KeyReport) {
        self.image = image
        self.report = report
    }

    /// The fringe as an image: gray art, its outline in blue, and fringe from yellow to red by
    /// strength.
    public var fringeMap: StraightImage {
        var map = StraightImage(size: image.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                let gray = UInt8(pixel.luma * Int(pixel.a) / 255 / 3)
                map[x, y] = StraightPixel(r: gray, g: gray, b: gray)
            }
        }
        _ = Fringe(of: image, key: report.screen?.color ?? RGB(0, 255, 0)) { x, y, lean in
            let heat = UInt8(min(lean, 64) * 255 / 64)
            map[x, y] =
                lean == 0
                ? StraightPixel(r: 40, g: 80, b: 200) : StraightPixel(r: 255, g: 255 - heat, b: 0)
        }
        return map
    }
}
