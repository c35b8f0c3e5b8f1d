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
