import AtlasBuilding
import ChromaKey
import FileStore
import ImageCodec
import Raster

/// A loose picture without its screen.
struct KeyedPicture {
    var image: StraightImage
    var report: KeyReport
    /// Nothing was to be removed.
    var isUnchanged = false
    /// Frames of the file behind the one that was keyed.
    var framesLeft = 0
    /// Shows where pictures of one figure differ; nil of one picture.
    var differences: (() -> StraightImage)?
}

/// Keys a picture, by itself or with those over other screens.
///
/// - Throws: `PictureFailure` when it has no screen and is not cut out already, or the pictures do not go
///   together.
func keyed(
    _ decoded: consuming DecodedImage,
    of input: String,
    _ request: KeyRequest,
    _ disk: any Disk
) throws(PictureFailure) -> KeyedPicture {
    let framesLeft = max(0, decoded.info.frames - 1)
    var picture =
        request.also.isEmpty
        ? try keyedAlone(decoded, of: input, request)
        : try keyedTogether(decoded, of: input, request, disk)
    picture.framesLeft = framesLeft
    return picture
}

private func keyedAlone(
    _ decoded: consuming DecodedImage,
    of input: String,
    _ request: KeyRequest
) throws(PictureFailure) -> KeyedPicture {
    var hints = KeyHints(decoded.info)
    hints.verdicts = request.verdicts
    // No one else has the picture, so it need not be copied.
    var image = (consume decoded).image
    let report = key(inPlace: &image, settings: request.settings, hints: hints)
    if report.screen != nil || request.settings.mode.isFormula {
        return KeyedPicture(image: image, report: report)
    }
    if report.clearPixels > 0 {
        return KeyedPicture(image: image, report: report, isUnchanged: report.matte == nil)
    }
    let lack = MissingScreen(in: &image, named: request.settings.key)
    throw PictureFailure(
        path: input,
        message: "\(lack.fact), so nothing was removed",
        help: lack.help
    )
}

/// What was found where a screen should be.
package struct MissingScreen: Hashable, Sendable {
    let fact: String
    let help: String

    init(in image: inout StraightImage, named wanted: KeyColor) {
        guard case .color(let color) = wanted else {
            fact = "no screen found"
            help = "name its color with '--key'"
            return
        }
        if let other = KeyJob(settings: KeySettings(key: .auto)).screenColor(in: &image) {
            fact = "no screen of \(color) found, the border is \(other)"
            help = "'--key auto' removes the color of the border"
        } else {
            fact = "no screen of \(color) found, nor one of another color"
            help = "a screen is one color that reaches all around the picture's border"
        }
    }
}

private func keyedTogether(
    _ decoded: consuming DecodedImage,
    of input: String,
    _ request: KeyRequest,
    _ disk: any Disk
) throws(PictureFailure) -> KeyedPicture {
    var hints = [KeyHints(decoded.info)]
    var pictures = [(consume decoded).image]
    for path in request.also {
        let other = try decodePicture(path, disk: disk, limits: request.limits)
        hints.append(KeyHints(other.info))
        pictures.append(other.image)
    }
    do throws(TriangulationError) {
        let together = try triangulate(
            pictures,
            keys: request.keys,
            settings: request.settings,
            hints: hints
        )
        return KeyedPicture(
            image: together.image,
            report: together.report,
            differences: { together.differenceMap }
        )
    } catch {
        let names = [input] + request.also
        throw PictureFailure(
            path: names[error.place ?? 0],
            message: error.message(names),
            help: error.help(names, isCatalog: false)
        )
    }
}
