import AtlasBuilding
package import Catalog
package import ChromaKey
import ImageCodec
package import Raster

/// What is asked to be done with a picture's background.
package struct Keying: Hashable, Sendable {
    package let wish: KeyWish
    /// Nil when it is never keyed.
    package let settings: KeySettings?
    /// How pictures are repaired that are not keyed.
    let matte: Matte

    package init(_ wish: KeyWish, _ settings: KeySettings) {
        self.wish = wish
        self.settings = wish == .never ? nil : settings
        matte = settings.matte
    }

    /// For pictures that stay as they are.
    package static let never = Keying(.never, KeySettings())

    /// Nil when a picture is not keyed.
    func settings(for decoded: borrowing DecodedImage) -> KeySettings? {
        let isTransparent = decoded.info.hasAlpha && !decoded.image.isOpaque
        return wish == .whenOpaque && isTransparent ? nil : settings
    }
}

/// A picture from the sources, decoded and keyed.
package struct SourcePicture: Hashable, Sendable {
    /// As it was decoded; straight alpha.
    ///
    /// Nil when it was keyed, unless asked for.
    package let source: StraightImage?
    /// Straight alpha; the source itself when it was neither keyed nor repaired.
    package let image: StraightImage
    /// Nil when the picture was not keyed.
    package let report: KeyReport?
    /// What was repaired in a picture that is cut out already; nil when nothing was.
    package let matte: MatteReport?
    /// Where the frames are that the file has of its own; nil when it is one picture.
    package let ownCells: [PixelRect]?
    /// Why what the file says of its colors could not be honored; nil when it was.
    package let colorTrouble: String?
    /// Hard edges and few colors; such art is enlarged without smoothing.
    package let isPixelArt: Bool

    /// Keys a decoded picture.
    ///
    /// `cells` are where its file's own frames are; `verdicts` are of all frames, where this is one of
    /// several files. With `keepsSource` a keyed picture is a second one; otherwise it replaces the
    /// decoded one.
    init(
        _ decoded: consuming DecodedImage,
        _ cells: [PixelRect]?,
        keying: Keying,
        verdicts: AreaVerdicts?,
        keepsSource: Bool
    ) {
        ownCells = cells
        colorTrouble = decoded.info.colorTrouble
        let settings = keying.settings(for: decoded)
        guard let settings else {
            var picture = decoded.image
            source = decoded.image
            report = nil
            matte = repairMatte(of: &picture, keying.matte)
            image = picture
            isPixelArt = picture.isHardEdged
            return
        }
        var hints = KeyHints(decoded.info)
        hints.verdicts = verdicts
        source = keepsSource ? decoded.image : nil
        var picture = (consume decoded).image
        let found = key(inPlace: &picture, settings: settings, hints: hints)
        (image, report, isPixelArt) = (picture, found, found.isPixelArt)
        matte = found.matte
    }

    /// Keys pictures of one figure over several screens.
    ///
    /// The first is the one that is wanted; with `keepsSource` it is kept as it was, too.
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
        matte = nil
    }
}
