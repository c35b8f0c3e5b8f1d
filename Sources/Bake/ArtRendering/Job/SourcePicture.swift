import AtlasBuilding
package import Catalog
package import ChromaKey
package import ImageCodec
package import Raster

/// What keying is asked to do with a picture.
package enum Keying: Hashable, Sendable {
    case never
    /// Unless the picture has transparency already.
    case whenOpaque(KeySettings)
    case always(KeySettings)

    package var wish: KeyWish {
        switch self {
        case .never: .never
        case .whenOpaque: .whenOpaque
        case .always: .always
        }
    }

    /// Nil for never.
    package var settings: KeySettings? {
        switch self {
        case .never: nil
        case .whenOpaque(let settings), .always(let settings): settings
        }
    }

    /// Nil when a picture stays as it is.
    func settings(for decoded: borrowing DecodedImage) -> KeySettings? {
        switch self {
        case .never: nil
        case .always(let settings): settings
        case .whenOpaque(let settings):
            decoded.info.hasAlpha && !decoded.image.isOpaque ? nil : settings
        }
    }
}

/// A picture from the sources, decoded and keyed.
package struct SourcePicture: Hashable, Sendable {
    /// As it was decoded; straight alpha.
    ///
    /// Nil when it was keyed, unless asked for.
    package let source: StraightImage?
    /// Straight alpha; the source itself when it was not keyed.
    package let image: StraightImage
    /// Nil when the picture was not keyed.
    package let report: KeyReport?
    /// Where the frames lie that the file has of its own; nil when it is one picture.
    package let ownCells: [PixelRect]?
    /// Why what the file says of its colors could not be honored; nil when it was.
    package let colorTrouble: String?
    /// Hard edges and few colors; such art is enlarged without smoothing.
    package let isPixelArt: Bool

    /// Decodes and keys.
    ///
    /// `verdicts` are of all frames, where this is one of several files. With `keepsSource` a keyed picture is a second one; otherwise it takes the decoded one's place.
    ///
    /// - Throws: `ImageDecodingError` when the file gives no picture.
    package init(
        decoding bytes: [UInt8],
        _ reading: PictureReading = PictureReading(),
        limits: DecodeLimits,
        keying wish: Keying,
        verdicts: AreaVerdicts? = nil,
        keepsSource: Bool = false
    ) throws(ImageDecodingError) {
        let decoded: DecodedImage
        (decoded, ownCells) = try reading.decode(bytes, limits: limits)
        colorTrouble = decoded.info.colorTrouble
        let settings = wish.settings(for: decoded)
        guard let settings else {
            image = decoded.image
            source = decoded.image
            report = nil
            isPixelArt = decoded.image.isHardEdged
            return
        }
        var hints = KeyHints(decoded.info)
        hints.verdicts = verdicts
        source = keepsSource ? decoded.image : nil
        if keepsSource {
            let keyed = key(decoded.image, settings: settings, hints: hints)
            (image, report, isPixelArt) = (keyed.image, keyed.report, keyed.report.isPixelArt)
        } else {
            var picture = (consume decoded).image
            let found = key(inPlace: &picture, settings: settings, hints: hints)
            (image, report, isPixelArt) = (picture, found, found.isPixelArt)
        }
    }

    /// Keys pictures of one figure over several screens.
    ///
    /// - Parameters:
    ///   - pictures: decoded; the first is the one that is wanted.
    ///   - settings: what to do with edges.
    ///   - keepsSource: whether the first is kept as it was.
    /// - Throws: `TriangulationError` when they do not go together.
    init(
        _ pictures: [(picture: DecodedImage, cells: [PixelRect]?)],
        _ settings: KeySettings,
        keepsSource: Bool
    ) throws(TriangulationError) {
        let keyed = try triangulate(
            pictures.map(\.picture.image),
            settings: settings,
            hints: pictures.map { KeyHints($0.picture.info) }
        )
        ownCells = pictures[0].cells
        colorTrouble = pictures.lazy.compactMap(\.picture.info.colorTrouble).first
        source = keepsSource ? pictures[0].picture.image : nil
        (image, report, isPixelArt) = (keyed.image, keyed.report, keyed.image.isHardEdged)
    }
}
