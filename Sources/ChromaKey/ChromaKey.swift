// ChromaKey: turns a painted background into alpha.
//
// In: an image with straight alpha drawn over one colored screen, settings, and hints from the
// decoder. Out: the image without the screen, with edges free of the screen's color, and a report.
// Documentation/keying.md explains the method and what each setting does for an artist.
//
// Constants that do not follow from a formula name their source. "Reference": from the numpy keyers
// that Kiln started from, tuned there by the score of generated cases with ground truth (see
// "Quality" in keying.md). "By score": set by that score here (Benchmarks/Keying/bench.py). "Not
// measured": no measurement is on record, and the comment names the trade-off. Settings and reports
// contain colors, so KernelTypes is exported.
@_exported public import KernelTypes
public import Raster

/// Removes the screen from an image.
///
/// Pixels that show only art are returned bit for bit, except in images with subsampled chroma
/// (4:2:0 and similar): there, art within a few pixels of the screen gets back the color that the
/// file format mixed with the screen's. Pixels that show only the screen become clear. Pixels in
/// between are separated into color and alpha.
///
/// Without a screen the image is returned unchanged, apart from the repair of its matte
/// (`KeySettings.matte`), and `report.screen` is nil. Over a screen, pixels that
/// already have partial alpha are composited over the screen and keep their alpha. The result
/// depends on the arguments only, never on the machine. Settings outside a documented range are
/// clamped to it. Time is proportional to the area plus the number of edge pixels.
public func key(
    _ image: StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> KeyedImage {
    var result = image
    let report = key(inPlace: &result, settings: settings, hints: hints)
    return KeyedImage(image: result, report: report)
}

/// Removes the screen in place, without a second image; otherwise as `key(_:settings:hints:)`.
public func key(
    inPlace image: inout StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> KeyReport {
    let settings = settings.clamped
    if let formula = FormulaKey(image, settings: settings) { return formula.key(&image) }
    return KeyJob(settings: settings, hints: hints).run(on: &image)
}

/// Classifies the key-hued areas of one frame, so that all frames of a figure can be keyed alike.
///
/// Join the verdicts of all frames (`AreaVerdicts(joining:)`), and pass the result as
/// `KeyHints.verdicts` when you key each of them. Costs about half as much as keying. Empty without
/// a screen, and in modes other than `best`.
public func areaVerdicts(
    of image: StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> AreaVerdicts {
    let settings = settings.clamped
    var verdicts = AreaVerdicts()
    guard settings.mode == .best else { return verdicts }
    var image = image
    _ = KeyJob(settings: settings, hints: hints).run(on: &image) {
        verdicts = $0.trimap.translucency.verdicts
    }
    return verdicts
}

/// What is known about an image besides its pixels.
public struct KeyHints: Hashable, Sendable {
    /// The JPEG file's chroma subsampling; nil for other formats, or if unknown.
    public var chromaSubsampling: ChromaSubsampling?
    /// The joined verdicts of all frames of the figure; nil for a single image.
    public var verdicts: AreaVerdicts?

    public init(chromaSubsampling: ChromaSubsampling? = nil, verdicts: AreaVerdicts? = nil) {
        self.chromaSubsampling = chromaSubsampling
        self.verdicts = verdicts
    }
}

public struct KeyedImage: Hashable, Sendable {
    /// Straight alpha, same size as the picture that came in.
    public var image: StraightImage
    public var report: KeyReport

    public init(image: StraightImage, report: KeyReport) {
        self.image = image
        self.report = report
    }

    /// The fringe as an image: gray art, its outline in blue, and fringe from yellow to red by
    /// strength.
    public var fringeMap: StraightImage {
        var map = StraightImage(size: image.size, filledWith: StraightPixel(r: 0, g: 0, b: 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                let gray = UInt8(pixel.luma * Int(pixel.a) / 255 / 3)
                map[x, y] = StraightPixel(r: gray, g: gray, b: gray)
            }
        }
        _ = Fringe(of: image, key: report.screen?.color ?? RGB(0, 255, 0)) { x, y, lean in
            let heat = UInt8(min(lean, 64) * 255 / 64)
            map[x, y] =
                lean == 0
                ? StraightPixel(r: 40, g: 80, b: 200) : StraightPixel(r: 255, g: 255 - heat, b: 0)
        }
        return map
    }
}
