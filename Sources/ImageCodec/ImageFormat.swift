/// The formats that are read.
public enum ImageFormat: String, Hashable, Sendable, Encodable {
    case png
    case jpeg
    case webp
    case gif
    case aseprite

    /// The name people use.
    public var displayName: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .aseprite: "Aseprite"
        }
    }

    /// The format by a file's first bytes; its name plays no part.
    ///
    /// - Throws: `.notAPicture` naming what the file seems to be.
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

/// What a file that is neither PNG nor JPEG seems to be.
public enum ForeignContent: Hashable, Sendable {
    case empty
    /// The beginning of a PNG signature, or one changed by a transfer in text mode.
    case brokenPNG
    /// Another format, by its name.
    case named(String)
    /// The first bytes of something unknown, at most 4.
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
        } else if let name = Self.name(of: bytes) {
            self = .named(name)
        } else {
            var head: [UInt8] = []
            for i in 0..<min(4, bytes.count) { head.append(bytes[i]) }
            self = .unknown(head)
        }
    }

    private static func name(of bytes: Span<UInt8>) -> String? {
        if bytes.contains("ftyp", at: 4) {
            if bytes.contains("avif", at: 8) || bytes.contains("avis", at: 8) { return "AVIF" }
            return bytes.contains("hei", at: 8) || bytes.contains("mif1", at: 8) ? "HEIC" : "video"
        }
        let signatures: [(text: String, name: String)] = [
            ("8BPS", "PSD (Photoshop)"), ("%PDF", "PDF"), ("qoif", "QOI"),
            ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("PK\u{3}\u{4}", "ZIP archive"),
            ("gimp xcf", "XCF (GIMP)"), ("DDS ", "DDS"),
            ("version https://git-lfs", "Git LFS pointer"),
            ("\0\0\u{1}\0", "ICO"), ("BM", "BMP"), ("P6", "PPM"), ("P5", "PGM"), ("P7", "PAM"),
        ]
        for signature in signatures where bytes.contains(signature.text, at: 0) {
            return signature.name
        }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.contains("JXL ", at: 4) { return "JPEG XL" }
        return textName(of: bytes)
    }

    /// SVG and HTML, by what stands among the first 1,024 bytes after blanks.
    private static func textName(of bytes: Span<UInt8>) -> String? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
        for i in start..<min(bytes.count, start + 1024) where bytes[i] == UInt8(ascii: "<") {
            if bytes.contains("<svg", at: i) { return "SVG" }
            if bytes.contains("<html", at: i) || bytes.contains("<!DOCTYPE html", at: i) {
                return "HTML page"
            }
        }
        return "XML"
    }
}

extension Span<UInt8> {
    func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for (i, byte) in prefix.enumerated() where self[i] != byte { return false }
        return true
    }

    /// Whether the UTF-8 bytes of `text` stand at `offset`.
    func contains(_ text: String, at offset: Int) -> Bool {
        let wanted = Array(text.utf8)
        guard count - offset >= wanted.count else { return false }
        for (i, byte) in wanted.enumerated() where self[offset + i] != byte { return false }
        return true
    }

    /// The big-endian number at `offset`, or nil past the end.
    func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        var value: UInt32 = 0
        for i in 0..<4 { value = value << 8 | UInt32(self[offset + i]) }
        return value
    }

    /// The big-endian number at `offset`, or nil past the end.
    func bigEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }
}
