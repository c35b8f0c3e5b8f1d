public import Raster

/// Why a file gave no picture.
///
/// The text names the format, the fact found and what was expected; callers put the path before it.
public enum ImageDecodingError: Error, Hashable, Sendable {
    /// Of no format that is read.
    case notAPicture(ForeignContent)
    /// A side of zero pixels.
    case empty(ImageFormat, width: Int, height: Int)
    /// The declared size passes a limit.
    case tooLarge(ImageFormat, width: Int, height: Int, limits: DecodeLimits)
    /// All frames together pass a limit.
    case tooManyFrames(ImageFormat, frames: Int, size: PixelSize, limits: DecodeLimits)
    /// The file has no layer or group of that name; `known` are those that it has.
    case noSuchPart(ImageFormat, String, known: [String])
    /// Several layers or groups of the file are called so.
    case ambiguousPart(ImageFormat, String, candidates: [String])
    /// More progressive scans than the limit.
    case tooManyScans(limit: Int)
    /// The file ends too early. `reason` may be empty, or the library's own words.
    case truncated(ImageFormat, reason: String)
    /// The contents are wrong; `reason` is the library's own words.
    case damaged(ImageFormat, reason: String)
    /// A correct file of a kind that is not read; `reason` is the library's own words.
    case unsupported(ImageFormat, reason: String)
    /// Decoding would need more memory than there is, or than the limits allow.
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
