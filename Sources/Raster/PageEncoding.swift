/// A file format of pages.
public enum PageEncoding: String, Hashable, Sendable, CaseIterable {
    case png
    case webp
    case avif
    case ktx2

    public var displayName: String {
        switch self {
        case .png: "PNG"
        case .webp: "WebP"
        case .avif: "AVIF"
        case .ktx2: "KTX2"
        }
    }

    /// As HTTP names it.
    public var mediaType: String { "image/\(rawValue)" }

    /// The longest side that the format holds, in pixels.
    public var largestSide: Int {
        switch self {
        case .png, .ktx2: Int(Int32.max)
        case .webp: 16_383
        case .avif: 65_536
        }
    }
}

/// How the pixels of a texture are compressed, for GPUs to read them as they are.
public enum TextureBlock: String, Hashable, Sendable, CaseIterable {
    /// Not at all: 4 bytes a pixel.
    case none
    case astc4x4 = "4x4"
    case astc5x5 = "5x5"
    case astc6x6 = "6x6"
    case astc8x8 = "8x8"

    /// In pixels; 1 without compression.
    public var side: Int {
        switch self {
        case .none: 1
        case .astc4x4: 4
        case .astc5x5: 5
        case .astc6x6: 6
        case .astc8x8: 8
        }
    }
}

/// A file format of pages with its settings.
public struct PageEncoder: Hashable, Sendable {
    public var encoding: PageEncoding
    /// Of WebP and AVIF: 1...100; 100 is lossless.
    public var quality = 100
    /// Of KTX2.
    public var block = TextureBlock.none
    /// The level of Zstandard in KTX2: 0...19; 0 leaves it out.
    public var zstd = 0

    public static let png = PageEncoder(.png)

    /// Unless said otherwise, hard pixels are kept as they are, and the level of Zstandard follows the effort.
    public init(
        _ encoding: PageEncoding,
        quality: Int? = nil,
        block: TextureBlock? = nil,
        zstd: Int? = nil,
        hasHardPixels: Bool = false,
        effort: Effort = .balanced
    ) {
        self.encoding = encoding
        switch encoding {
        case .png: break
        case .webp: self.quality = quality ?? 100
        case .avif: self.quality = quality ?? (hasHardPixels ? 100 : 80)
        case .ktx2:
            self.block = block ?? (hasHardPixels ? .none : .astc4x4)
            self.zstd = zstd ?? effort.zstdLevel
        }
    }

    public var isLossless: Bool { quality >= 100 && block == .none }
}

extension Effort {
    fileprivate var zstdLevel: Int {
        switch self {
        case .fast: 3
        case .balanced: 12
        case .best, .max: 19
        }
    }
}
