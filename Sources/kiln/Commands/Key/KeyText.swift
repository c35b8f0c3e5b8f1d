import Bake
import ChromaKey
import Diagnostics
import Raster

extension KeyOutcome.Success {
    /// How many areas people are shown.
    private static let mostAreas = 12

    /// What was found in the picture: indented lines for people.
    var lines: [String] {
        var lines: [String] = []
        if let screen = report.screen {
            var line = "screen \(screen.color), " + (screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(screen.noise, 1))"
            if !screen.shades.isEmpty {
                line += ", shades " + screen.shades.map(\.description).joined(separator: " ")
            }
            if screen.distanceToDeclared > 0 {
                line += ", \(screen.distanceToDeclared) levels from the declared key"
            }
            lines.append(line)
        } else {
            lines.append(isUnchanged ? "no screen" : "no screen was looked for")
        }
        if let matte = report.matte {
            lines.append(
                "repaired: cut from \(matte.background), haze \(percent(matte.share(matte.haze))), "
                    + "leaks \(percent(matte.share(matte.leaks))), "
                    + "rim \(percent(matte.share(matte.rim)))"
            )
        }
        for other in report.triangulation?.others ?? [] {
            var line = "also \(other.screen.color), " + (other.screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(other.screen.noise, 1))"
            if other.x != 0 || other.y != 0 {
                line += ", shifted by \(decimal(other.x, 2)), \(decimal(other.y, 2))"
            }
            lines.append(line)
        }
        lines.append(
            "mode \(report.mode.rawValue)" + (report.hasSubsampledChroma ? ", coarse chroma" : "")
                + (report.isPixelArt ? ", pixel art" : "")
        )
        lines.append(
            "pixels: \(report.clearPixels) clear, \(report.partialPixels) partial, "
                + "\(report.opaquePixels) opaque"
        )
        // Of several screens nothing hangs on the threshold.
        if report.triangulation == nil {
            lines.append(
                "near the threshold \(percent(report.shareNearThreshold)), fringe "
                    + "\(Fringe.percent(report.fringe)), residue \(percent(report.residue))"
            )
        }
        if let several = report.triangulation {
            let boxes = several.differences
            lines.append(
                boxes.isEmpty
                    ? "the pictures agree"
                    : "the pictures differ in \(percent(several.differingShare)): "
                        + boxes.prefix(4).map(\.sizeAndPlace).joined(separator: ", ")
                        + (boxes.count > 4 ? " and \(boxes.count - 4) more" : "")
            )
        }
        if let taken = report.taken {
            lines.append("became see-through: \(percent(taken.share)), such as \(taken.color)")
        }
        let shown = report.areas.prefix(Self.mostAreas)
        for area in shown {
            lines.append(
                "\(area.kind.rawValue) \(area.color), \(area.pixels) pixels in \(area.box.sizeAndPlace): "
                    + area.reason.rawValue
            )
        }
        if report.areas.count > shown.count {
            lines.append(
                "and \(report.areas.count - shown.count) smaller areas of the screen's hue"
            )
        }
        return lines.map { "  " + $0 }
    }
}
