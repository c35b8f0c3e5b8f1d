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
