public import Raster

public struct DecodedImage: Hashable, Sendable {
    public var image: StraightImage
    public var info: ImageInfo

    package init(image: StraightImage, info: ImageInfo) {
        self.image = image
        self.info = info
    }
}

/// What a file declares besides its size.
public struct ImageInfo: Hashable, Sendable {
    public var format: ImageFormat
    /// Whether the file has an alpha channel or a tRNS chunk.
    public var hasAlpha: Bool
    /// Bits per sample (or palette index): 1, 2, 4, 8 or 16.
    public var bitDepth: Int
    /// The chroma subsampling of a JPEG; 1 x 1 for PNG, gray and RGB.
    public var chromaSubsampling = ChromaSubsampling.none
    /// The EXIF orientation of a JPEG, which decoding applies; `.up` without one.
    public var orientation = ExifOrientation.up
    /// The number of frames; `decodeImage` returns the first (an APNG's default image).
    public var frames: Int
    /// The color space declared by the file: a profile's name, "sRGB", "gamma 0.5"; nil for none.
    public var colorSpace: String?
    /// Why the colors could not be converted and were assumed to be sRGB; nil if they could.
    public var colorTrouble: String?

    package init(format: ImageFormat, hasAlpha: Bool, bitDepth: Int, frames: Int = 1) {
        self.format = format
        self.hasAlpha = hasAlpha
        self.bitDepth = bitDepth
        self.frames = frames
    }
}

public enum ImageFormat: String, Hashable, Sendable, Encodable {
    case png
    case jpeg
    case webp
    case gif
    case aseprite

    public var displayName: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .aseprite: "Aseprite"
        }
    }

    /// Detects the format by a file's first bytes, not its name; throws `.notAPicture`.
    init(sniffing bytes: Span<UInt8>) throws(ImageDecodingError) {
        if bytes.starts(with: PNGHeader.signature) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.contains("RIFF", at: 0), bytes.contains("WEBP", at: 8) {
            self = .webp
        } else if bytes.contains("GIF8", at: 0) {
            self = .gif
        } else if bytes.count > 5, bytes[4] == 0xE0, bytes[5] == 0xA5 {
            self = .aseprite
        } else {
            throw .notAPicture(ForeignContent(sniffing: bytes))
        }
    }
}

/// The image format of a file by its first bytes, supported or not; nil for other files.
package func pictureFormatName(of bytes: [UInt8]) -> String? {
    do throws(ImageDecodingError) {
        return try ImageFormat(sniffing: bytes.span).displayName
    } catch {
        switch error {
        case .notAPicture(.picture(let name)): return name
        case .notAPicture(.brokenPNG): return ImageFormat.png.displayName
        default: return nil
        }
    }
}

extension Span<UInt8> {
    func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for (i, byte) in prefix.enumerated() where self[i] != byte { return false }
        return true
    }

    func contains(_ text: String, at offset: Int) -> Bool {
        offset <= count && extracting(offset...).starts(with: Array(text.utf8))
    }

    /// Nil past the end.
    func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        var value: UInt32 = 0
        for i in 0..<4 { value = value << 8 | UInt32(self[offset + i]) }
        return value
    }

    /// Nil past the end.
    func bigEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}

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
