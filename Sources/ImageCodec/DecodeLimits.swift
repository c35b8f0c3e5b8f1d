public import Raster

/// Limits for reading a file, checked before anything is allocated, and how to read it.
public struct DecodeLimits: Hashable, Sendable {
    public var maximumSide = 16_384
    public var maximumPixels = 64 << 20
    /// Each frame costs memory in addition to its pixels.
    public var maximumFrames = 65_536
    /// For progressive JPEGs: each scan may cost a pass over all pixels.
    public var maximumScans = 100
    /// Whether to convert colors to sRGB; false keeps the file's values.
    public var convertsColors = true

    public init() {}

    /// Whether an image of this size may be read, and therefore written.
    public func allow(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= maximumSide && size.area <= maximumPixels
    }

    /// Throws `.empty` if a side is zero, `.tooLarge` beyond a limit.
    func check(
        width: UInt32,
        height: UInt32,
        in format: ImageFormat
    ) throws(ImageDecodingError) -> PixelSize {
        let (width, height) = (Int(width), Int(height))
        guard width > 0, height > 0 else {
            throw .empty(format, width: width, height: height)
        }
        // Sides are below 2^32, so the area fits an Int only after the sides were checked.
        guard width <= maximumSide, height <= maximumSide, width * height <= maximumPixels,
            let size = PixelSize(width: width, height: height)
        else {
            throw .tooLarge(format, width: width, height: height, limits: self)
        }
        return size
    }
}
