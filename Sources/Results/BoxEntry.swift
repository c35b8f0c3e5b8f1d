import Raster

/// A rectangle in pixels.
struct BoxEntry: Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    init(_ rect: PixelRect) {
        (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height)
    }
}
