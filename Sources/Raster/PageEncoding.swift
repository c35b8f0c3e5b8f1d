/// A file format of pages.
public enum PageEncoding: String, Hashable, Sendable, CaseIterable {
    case png
    case webp
    case avif

    public var displayName: String {
        switch self {
        case .png: "PNG"
        case .webp: "WebP"
        case .avif: "AVIF"
        }
    }

    /// As HTTP names it.
    public var mediaType: String { "image/\(rawValue)" }

    /// The longest side that the format holds, in pixels.
    public var largestSide: Int {
        switch self {
        case .png: Int(Int32.max)
        case .webp: 16_383
        case .avif: 65_536
        }
    }
}
