public import ChromaKey
internal import ImageCodec
public import Raster

/// What keying is asked to do with a picture.
public enum Keying: Hashable, Sendable {
    case never
    /// Unless the picture has transparency already.
    case whenOpaque(KeySettings)
    case always(KeySettings)

    /// Nil for never.
    var settings: KeySettings? {
        switch self {
        case .never: nil
        case .whenOpaque(let settings), .always(let settings): settings
        }
    }
}

/// A picture from the sources, decoded and keyed.
public struct SourcePicture: Hashable, Sendable {
    /// As it was decoded; straight alpha.
    public let source: StraightImage
    /// Straight alpha; the source itself when it was not keyed.
    public let image: StraightImage
    /// Nil when the picture was not keyed.
    public let report: KeyReport?
    /// Hard edges and few colors; such art is enlarged without smoothing.
    public let isPixelArt: Bool

    /// Decodes and keys.
    ///
    /// - Throws: `ImageDecodingError` when the file gives no picture.
    init(
        decoding bytes: [UInt8],
        limits: DecodeLimits,
        keying wish: Keying
    ) throws(ImageDecodingError) {
        let decoded = try decodeImage(bytes, limits: limits)
        source = decoded.image
        let settings: KeySettings? =
            switch wish {
            case .never: nil
            case .always(let settings): settings
            case .whenOpaque(let settings):
                decoded.info.hasAlpha && !decoded.image.isOpaque ? nil : settings
            }
        guard let settings else {
            image = decoded.image
            report = nil
            isPixelArt = decoded.image.isHardEdged
            return
        }
        let keyed = key(decoded.image, settings: settings, hints: KeyHints(decoded.info))
        image = keyed.image
        report = keyed.report
        isPixelArt = keyed.report.isPixelArt
    }
}
