public import Raster

/// How a file is read: what it may ask for, checked before anything is allocated.
public struct DecodeLimits: Hashable, Sendable {
    /// The longest side, in pixels.
    public var maximumSide = 16_384
    /// The largest area, in pixels.
    public var maximumPixels = 64 << 20
    /// The most frames, whatever their size: each costs memory beside its pixels.
    public var maximumFrames = 65_536
    /// The most scans of a progressive JPEG; each may cost a pass over all pixels.
    public var maximumScans = 100
    /// Whether colors become sRGB, as they should; otherwise pixels are as the file has them.
    public var convertsColors = true

    public init() {}

    /// Whether a picture of this size may be read, and so should be written.
    public func allow(_ size: PixelSize) -> Bool {
        max(size.width, size.height) <= maximumSide && size.area <= maximumPixels
    }

    /// The declared size as a `PixelSize`.
    ///
    /// - Throws: `.empty` when a side is zero, `.tooLarge` when a limit is passed.
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
