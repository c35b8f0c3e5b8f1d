// ChromaKey: a painted background becomes alpha.
//
// In: a straight-alpha picture drawn over one colored screen, settings, and what the decoder knows
// about the file. Out: the picture with the screen gone, its edges free of the screen's color, and
// a report that says what was found. How it works and what each setting does for an artist:
// Documentation/keying.md. Files are somebody else's business.
//
// Numbers that do not follow from a formula say where they come from. "Reference": as in the numpy
// keyers that Kiln started from, tuned there by the score of generated cases with known truth (see
// "Quality" in keying.md). "By score": set here by that score (Benchmarks/Keying/bench.py). "Not
// measured": no measurement is on record; what the number trades is said.
// Settings and reports are made of colors.
@_exported public import KernelTypes
public import Raster

/// Removes the screen from a picture.
///
/// Pixels that show the art alone are returned bit for bit; the only exception are pictures with
/// subsampled chroma (4:2:0 and alike), where art within a few pixels of the screen gets back the
/// color that the file format mixed with the screen's. Pixels that show the screen alone become
/// clear. Pixels between are separated into color and alpha.
///
/// A picture in which no screen is found is returned as it came, and `report.screen` is nil.
/// Pixels that already are see-through are taken as lying over the screen: they keep their alpha.
/// The result is a function of the arguments alone: it does not depend on the machine.
///
/// - Parameters:
///   - image: straight alpha, sRGB code values, any size.
///   - settings: what to remove and how; values outside a documented range are clamped to it.
///   - hints: what the decoder knows about the file.
/// - Returns: a picture of the same size, and the report.
/// - Complexity: proportional to the area, with a small factor, plus the number of edge pixels.
public func key(
    _ image: StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> KeyedImage {
    let settings = settings.clamped
    if let formula = FormulaKey(image, settings: settings) { return formula.keyed(image) }
    var result = image
    let report = KeyJob(settings: settings, hints: hints).run(on: &result, inPlace: false)
    return KeyedImage(image: result, report: report)
}

/// Removes the screen from a picture in its place: `key(_:settings:hints:)` without a second picture,
/// for callers that no longer need the first.
///
/// - Parameters:
///   - image: as for `key(_:settings:hints:)`; becomes its result.
///   - settings: what to remove and how.
///   - hints: what the decoder knows about the file.
/// - Returns: what was found.
public func key(
    inPlace image: inout StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> KeyReport {
    let settings = settings.clamped
    if let formula = FormulaKey(image, settings: settings) { return formula.key(inPlace: &image) }
    return KeyJob(settings: settings, hints: hints).run(on: &image, inPlace: true)
}

/// What one frame of a figure tells of its greens, for the other frames to be keyed alike.
///
/// Join what all frames tell (`AreaVerdicts(joining:)`), and pass it as `KeyHints.verdicts` where each is
/// keyed. Costs about half as much as keying.
///
/// - Parameters:
///   - image: as for `key(_:settings:hints:)`.
///   - settings: what the frames will be keyed with.
///   - hints: what the decoder knows about the file.
/// - Returns: nothing for a picture without a screen, and in modes other than `best`.
public func areaVerdicts(
    of image: StraightImage,
    settings: KeySettings = KeySettings(),
    hints: KeyHints = KeyHints()
) -> AreaVerdicts {
    let settings = settings.clamped
    var verdicts = AreaVerdicts()
    guard settings.mode == .best else { return verdicts }
    var image = image
    _ = KeyJob(settings: settings, hints: hints).run(on: &image, inPlace: false) {
        verdicts = $0.trimap.translucency.verdicts
    }
    return verdicts
}
