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

/// Why a file cannot be decoded.
///
/// The text names the format, what was found and what was expected; callers add the path.
public enum ImageDecodingError: Error, Hashable, Sendable {
    case notAPicture(ForeignContent)
    case empty(ImageFormat, width: Int, height: Int)
    /// The declared size exceeds a limit.
    case tooLarge(ImageFormat, width: Int, height: Int, limits: DecodeLimits)
    case tooManyFrames(ImageFormat, frames: Int, size: PixelSize, limits: DecodeLimits)
    /// The file has no layer or group of that name; `known` lists the existing ones.
    case noSuchPart(ImageFormat, String, known: [String])
    /// Several layers or groups of the file have the name.
    case ambiguousPart(ImageFormat, String, candidates: [String])
    /// A JPEG has more progressive scans.
    case tooManyScans(limit: Int)
    /// The file is truncated.
    ///
    /// `reason` may be empty, or the library's message.
    case truncated(ImageFormat, reason: String)
    /// The contents are invalid; `reason` is the library's message.
    case damaged(ImageFormat, reason: String)
    /// A valid file that uses an unsupported feature; `reason` is the library's message.
    case unsupported(ImageFormat, reason: String)
    /// Decoding would need more memory than available or allowed.
    case outOfMemory(ImageFormat)
}

extension ImageDecodingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAPicture(let content):
            "not a PNG, JPEG, WebP, GIF or Aseprite file, \(content)"
        case .empty(let format, let width, let height):
            "\(format.displayName) declares \(width)x\(height) pixels, expected at least 1x1"
        case .tooLarge(let format, let width, let height, let limits):
            """
            \(format.displayName) declares \(width)x\(height) pixels, expected at most \
            \(limits.maximumSide) a side and \(limits.maximumPixels) in all
            """
        case .tooManyFrames(let format, let frames, _, let limits)
        where frames > limits.maximumFrames:
            "\(format.displayName) holds more than \(limits.maximumFrames) frames"
        case .tooManyFrames(let format, let frames, let size, let limits):
            """
            \(format.displayName) holds \(frames) frames of \(size) pixels, expected at most \
            \(limits.maximumSide) a side and \(limits.maximumPixels) in all when laid side by side
            """
        case .noSuchPart(let format, let part, let known):
            if known.isEmpty {
                "\(format.displayName) has no layers, found \"\(part)\" asked for"
            } else {
                """
                \(format.displayName) has no layer or group "\(part)", expected one of \
                \(known.map { "\"\($0)\"" }.joined(separator: ", "))
                """
            }
        case .ambiguousPart(let format, let part, let candidates):
            """
            \(format.displayName) has \(candidates.count) layers or groups called "\(part)", found \
            \(candidates.map { "\"\($0)\"" }.joined(separator: ", ")), expected one
            """
        case .tooManyScans(let limit):
            "JPEG has too many progressive scans, expected at most \(limit)"
        case .truncated(let format, let reason):
            "\(format.displayName) is truncated" + quoted(reason)
        case .damaged(let format, let reason):
            "\(format.displayName) is damaged" + quoted(reason)
        case .unsupported(let format, let reason):
            "\(format.displayName) is of a kind that is not supported" + quoted(reason)
        case .outOfMemory(let format):
            "\(format.displayName) needs more memory to decode than is allowed"
        }
    }

    private func quoted(_ reason: String) -> String { reason.isEmpty ? "" : ": \(reason)" }
}

/// The probable type of a file whose format is not supported.
public enum ForeignContent: Hashable, Sendable {
    case empty
    /// The beginning of a PNG signature, or one changed by a transfer in text mode.
    case brokenPNG
    /// An image format, by name.
    case picture(String)
    case named(String)
    /// Up to 4 first bytes.
    case unknown([UInt8])

    init(sniffing bytes: Span<UInt8>) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        if bytes.contains("PNG", at: 1) || bytes.starts(with: [0x89, 0x50])
            || bytes.contains("IHDR", at: 12)
        {
            self = .brokenPNG
        } else if let name = Self.pictureName(of: bytes) {
            self = .picture(name)
        } else if let name = Self.name(of: bytes) {
            self = name == "SVG" ? .picture(name) : .named(name)
        } else {
            var head: [UInt8] = []
            for i in 0..<min(4, bytes.count) { head.append(bytes[i]) }
            self = .unknown(head)
        }
    }

    private static func pictureName(of bytes: Span<UInt8>) -> String? {
        if bytes.contains("ftyp", at: 4) {
            if bytes.contains("avif", at: 8) || bytes.contains("avis", at: 8) { return "AVIF" }
            if bytes.contains("hei", at: 8) || bytes.contains("mif1", at: 8) { return "HEIC" }
        }
        if bytes.contains("PK\u{3}\u{4}", at: 0) { return zipName(of: bytes) }
        let signatures: [(text: String, name: String)] = [
            ("8BPS", "PSD (Photoshop)"), ("gimp xcf", "XCF (GIMP)"), ("%PDF", "PDF"),
            ("%!PS", "EPS"), ("CSFCHUNK", "CLIP (Clip Studio Paint)"), ("PDN3", "PDN (Paint.NET)"),
            ("qoif", "QOI"), ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("II+\0", "TIFF"),
            ("MM\0+", "TIFF"), ("DDS ", "DDS"), ("\0\0\u{1}\0", "ICO"), ("BM", "BMP"),
            ("P6", "PPM"), ("P5", "PGM"), ("P7", "PAM"), ("farbfeld", "farbfeld"), ("icns", "ICNS"),
        ]
        for signature in signatures where bytes.contains(signature.text, at: 0) {
            return signature.name
        }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.contains("JXL ", at: 4) { return "JPEG XL" }
        if bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return "OpenEXR" }
        if bytes.starts(with: [0x00, 0xFF, 0x4B, 0x41]) { return "Affinity document" }
        return nil
    }

    /// Painting programs store documents as archives; identified by their first file.
    private static func zipName(of bytes: Span<UInt8>) -> String? {
        // Name and contents follow a header of 30 bytes (APPNOTE.TXT, 4.3.7).
        if bytes.contains("mimetypeapplication/x-krita", at: 30) { return "KRA (Krita)" }
        if bytes.contains("mimetypeimage/openraster", at: 30) { return "ORA (OpenRaster)" }
        for at in 0..<max(0, min(bytes.count, 1 << 16))
        where bytes[at] == UInt8(ascii: "D") && bytes.contains("Document.archive", at: at) {
            return "Procreate document"
        }
        return nil
    }

    private static func name(of bytes: Span<UInt8>) -> String? {
        if bytes.contains("PK\u{3}\u{4}", at: 0) { return "ZIP archive" }
        if bytes.contains("version https://git-lfs", at: 0) { return "Git LFS pointer" }
        if bytes.contains("ftyp", at: 4) { return "video" }
        return textName(of: bytes)
    }

    /// JSON or an XML format, identified by the first 1,024 bytes after whitespace.
    private static func textName(of bytes: Span<UInt8>) -> String? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        guard start < bytes.count else { return nil }
        if [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[start]) {
            // No JSON begins as templates do.
            return bytes.contains("{{", at: start) ? nil : "JSON"
        }
        guard bytes[start] == UInt8(ascii: "<") else { return nil }
        for i in start..<min(bytes.count, start + 1024) where bytes[i] == UInt8(ascii: "<") {
            if bytes.contains("<svg", at: i) { return "SVG" }
            if bytes.contains("<html", at: i) || bytes.contains("<!DOCTYPE html", at: i) {
                return "HTML page"
            }
        }
        return "XML"
    }
}

extension ForeignContent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "the file is empty"
        case .brokenPNG: "found a broken PNG signature"
        case .picture(let name): "found \(name); export it as PNG"
        case .named("Git LFS pointer"): "found Git LFS pointer; fetch the file with 'git lfs pull'"
        case .named(let name): "found \(name)"
        case .unknown(let bytes):
            "found unknown data beginning with "
                + bytes.map { byte in
                    let digits = String(byte, radix: 16, uppercase: true)
                    return digits.count == 1 ? "0" + digits : digits
                }.joined(separator: " ")
        }
    }
}
