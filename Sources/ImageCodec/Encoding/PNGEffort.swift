/// The time spent on making a PNG smaller; pixels are the same at every level.
public enum PNGEffort: String, Hashable, Sendable, CaseIterable {
    /// For previews and caches.
    case fast
    /// For builds.
    case balanced
    /// For releases: tries many ways on a part, and takes the smallest.
    case best
    /// For frequent downloads: tries all promising ways on the whole image.
    case max
}

public enum ImageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    case outOfMemory(width: Int, height: Int)

    public var description: String {
        switch self {
        case .outOfMemory(let width, let height):
            "not enough memory to encode a PNG of \(width)x\(height) pixels"
        }
    }
}
