internal import ChromaKey
internal import Color
internal import Diagnostics
package import LooseTools
internal import PictureFiles

/// A keyed picture as `kiln key --json` and `--report` show it.
package struct KeyEntry: Encodable {
    struct Screen: Encodable {
        var color: String
        var isFlat: Bool
        /// Absent when there is one.
        var shades: [String]?
        var noise: Double
        var distanceToDeclared: Int
    }

    struct Report: Encodable {
        var mode: String
        var screen: Screen?
        var hasSubsampledChroma: Bool
        var isPixelArt: Bool
        var clearPixels: Int
        var partialPixels: Int
        var opaquePixels: Int
        var shareNearThreshold: Double
        var fringe: Double
        var residue: Double
        var taken: Taken?
    }

    /// Art that became see-through.
    struct Taken: Encodable {
        var share: Double
        var color: String
    }

    var input: String
    var outputs: [String]?
    var report: Report?
    var error: String?

    package init(_ outcome: KeyOutcome) {
        input = outcome.input
        switch outcome.result {
        case .success(let success):
            outputs = success.outputs
            report = Report(success.report)
        case .failure(let failure):
            error = failure.message
        }
    }

    /// Indented lines for people.
    package var lines: [String] {
        guard let report else { return [] }
        var lines: [String] = []
        if let screen = report.screen {
            var line = "screen \(screen.color), " + (screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(screen.noise, 1))"
            if let shades = screen.shades {
                line += ", shades " + shades.joined(separator: " ")
            }
            if screen.distanceToDeclared > 0 {
                line += ", \(screen.distanceToDeclared) levels from the declared key"
            }
            lines.append(line)
        } else {
            lines.append("no screen was looked for")
        }
        lines.append(
            "mode \(report.mode)" + (report.hasSubsampledChroma ? ", coarse chroma" : "")
                + (report.isPixelArt ? ", pixel art" : "")
        )
        lines.append(
            "pixels: \(report.clearPixels) clear, \(report.partialPixels) partial, "
                + "\(report.opaquePixels) opaque"
        )
        lines.append(
            "near the threshold \(percent(report.shareNearThreshold)), fringe "
                + "\(percent(report.fringe)), residue \(percent(report.residue))"
        )
        if let taken = report.taken {
            lines.append("became see-through: \(percent(taken.share)), such as \(taken.color)")
        }
        return lines.map { "  " + $0 }
    }
}

extension KeyEntry.Report {
    fileprivate init(_ report: KeyReport) {
        self.init(
            mode: report.mode.rawValue,
            screen: report.screen.map {
                KeyEntry.Screen(
                    color: $0.color.description,
                    isFlat: $0.isFlat,
                    shades: $0.shades.isEmpty ? nil : $0.shades.map(\.description),
                    noise: $0.noise,
                    distanceToDeclared: $0.distanceToDeclared
                )
            },
            hasSubsampledChroma: report.hasSubsampledChroma,
            isPixelArt: report.isPixelArt,
            clearPixels: report.clearPixels,
            partialPixels: report.partialPixels,
            opaquePixels: report.opaquePixels,
            shareNearThreshold: report.shareNearThreshold,
            fringe: report.fringe,
            residue: report.residue,
            taken: report.taken.map {
                KeyEntry.Taken(share: $0.share, color: $0.color.description)
            }
        )
    }
}
