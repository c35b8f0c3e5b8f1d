public import Raster

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
