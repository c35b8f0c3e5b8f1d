public import Raster

/// Why a picture could not be encoded.
public enum ImageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    case outOfMemory(width: Int, height: Int)
    case tooLarge(PageEncoding, PixelSize)
    /// The build has no such encoder.
    case unavailable(PageEncoding)
    /// In the library's words.
    case failed(PageEncoding, reason: String)
    case canceled

    public var description: String {
        switch self {
        case .outOfMemory(let width, let height):
            "not enough memory to encode a picture of \(width)x\(height) pixels"
        case .tooLarge(let format, let size):
            "\(format.displayName) holds at most \(format.largestSide) pixels a side, found "
                + "\(size.width)x\(size.height)"
        case .unavailable(let format):
            "this build of kiln cannot write \(format.displayName)"
        case .failed(let format, let reason):
            "\(format.displayName) cannot be written: \(reason)"
        case .canceled: "canceled"
        }
    }
}
