import AtlasBuilding
import ChromaKey
package import Diagnostics
package import Raster

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
