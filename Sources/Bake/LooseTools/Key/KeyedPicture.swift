import AtlasBuilding
import ChromaKey
package import Diagnostics
import FileStore
import ImageCodec
package import Raster

/// A loose picture without its screen.
struct KeyedPicture {
    var image: StraightImage
    var report: KeyReport
    /// Nothing was to be removed.
    var isUnchanged = false
    /// Shows where pictures of one figure differ; nil of one picture.
    var differences: (() -> StraightImage)?
}

extension KeyRequest {
    /// Keys a picture by itself.
    func keyedAlone(
        _ decoded: consuming DecodedImage,
        of input: String
    ) throws(PictureFailure) -> KeyedPicture {
        var hints = KeyHints(decoded.info)
        hints.verdicts = verdicts
        // No one else has the picture, so it need not be copied.
        var image = (consume decoded).image
        let report = key(inPlace: &image, settings: settings, hints: hints)
        if report.screen != nil || settings.mode.isFormula {
            return KeyedPicture(image: image, report: report)
        }
        if report.clearPixels > 0 {
            return KeyedPicture(image: image, report: report, isUnchanged: report.matte == nil)
        }
        let lack = MissingScreen(in: &image, named: settings.key)
        throw PictureFailure(
            path: input,
            message: "\(lack.fact), so nothing was removed",
            help: lack.help
        )
    }

    /// Keys a picture with those over other screens.
    func keyedTogether(
        _ decoded: consuming DecodedImage,
        of input: String,
        _ disk: any Disk
    ) throws(PictureFailure) -> KeyedPicture {
        var hints = [KeyHints(decoded.info)]
        var pictures = [(consume decoded).image]
        for path in also {
            let other = try decodePicture(path, disk: disk)
            hints.append(KeyHints(other.info))
            pictures.append(other.image)
        }
        do throws(TriangulationError) {
            let together = try triangulate(
                pictures,
                keys: keys,
                settings: settings,
                hints: hints
            )
            return KeyedPicture(
                image: together.image,
                report: together.report,
                differences: { together.differenceMap }
            )
        } catch {
            let names = [input] + also
            throw PictureFailure(
                path: names[error.place ?? 0],
                message: error.message(names),
                help: error.help(names, isCatalog: false)
            )
        }
    }
}

/// What was found where a screen should be.
struct MissingScreen {
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

extension KeyedPictures {
    /// What is wrong with the pictures, or worth knowing though it went well.
    package var findings: [Diagnostic] {
        let findings = outcomes.flatMap { outcome in
            switch outcome.result {
            case .failure(let failure): [failure.finding]
            case .success(let success): success.findings(in: outcome.input)
            }
        }
        return findings
            + clashes.map { first, second in
                Diagnostic(
                    .warning,
                    about: second,
                    "the name differs only in case from \(first), so that on some file systems they "
                        + "are the same file"
                )
            }
    }
}

extension KeyOutcome.Success {
    fileprivate func findings(in input: String) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        func note(_ severity: Severity, _ message: String, help: String? = nil) {
            findings.append(Diagnostic(severity, about: input, message, help: help))
        }
        if framesLeft > 0 {
            let others = framesLeft == 1 ? "1 other is" : "\(framesLeft) others are"
            note(
                .warning,
                "only the first frame was keyed, \(others) left out",
                help: "'kiln slice \(input) -o frames' takes them apart, then "
                    + "'kiln key frames --frames -o DIR' keys them all"
            )
        }
        if let matte = report.matte {
            note(
                .note,
                "no screen found; the picture was cut from \(matte.background) and is repaired"
            )
            return findings
        }
        if isUnchanged {
            note(.note, "no screen found; the picture is cut out already, so it stays as it is")
            return findings
        }
        if report.clearPixels > 0, report.partialPixels + report.opaquePixels == 0 {
            note(.warning, "all of it is taken for screen, so that nothing is left")
        }
        if let boxes = report.triangulation?.differences, let first = boxes.first {
            note(
                .warning,
                "the pictures show different things, found \(first.sizeAndPlace)"
                    + (boxes.count == 1 ? "" : " and \(boxes.count - 1) more")
                    + "; there this picture was keyed by itself"
            )
        }
        for box in missedBoxes {
            note(
                .warning,
                "the box \(box.sizeAndPlace) of '--keep' or '--clear' lies outside of the picture"
            )
        }
        return findings
    }
}

extension PixelRect {
    /// Such as `8x4 at 10,20`.
    package var sizeAndPlace: String { "\(size) at \(origin)" }
}
