/// How much time the search for a small PNG may take; the pixels are the same at every level.
public enum PNGEffort: String, Hashable, Sendable, CaseIterable {
    /// For previews and caches.
    case fast
    /// For builds.
    case balanced
    /// For releases: many ways are tried on a part, and the smallest is taken.
    case best
    /// For what is downloaded often: every way that may be the best is tried on the whole picture.
    case max
}

/// Why a picture could not be encoded.
public enum ImageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    case outOfMemory(width: Int, height: Int)

    public var description: String {
        switch self {
        case .outOfMemory(let width, let height):
            "not enough memory to encode a PNG of \(width)x\(height) pixels"
        }
    }
}
