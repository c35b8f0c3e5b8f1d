import AtlasBuilding
package import Bake
import ChromaKey
import Diagnostics
import KernelTypes
import Raster

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
        var areas: [Area]
        var also: [Other]?
        var differences: [BoxEntry]?
        var differingShare: Double?
    }

    /// A picture of the same figure over another screen.
    struct Other: Encodable {
        var screen: Screen
        var x: Double
        var y: Double
    }

    /// How many areas people are shown.
    private static let mostAreas = 12

    /// An area of the screen's hue.
    struct Area: Encodable {
        var kind: String
        var reason: String
        var box: BoxEntry
        var pixels: Int
        var color: String
    }

    /// Art that became see-through.
    struct Taken: Encodable {
        var share: Double
        var color: String
    }

    var input: String
    var outputs: [String]?
    var report: Report?
    /// True when the picture was cut out already and stayed as it was; else missing.
    var isUnchanged: Bool?
    var error: String?
    /// Boxes of `--keep` and `--clear` that lie outside of the picture; nil without any.
    private var missedBoxes: [BoxEntry]?
    /// How many frames of the file were left out; nil without any.
    private var framesLeft: Int?

    package init(_ outcome: KeyOutcome) {
        input = outcome.input
        switch outcome.result {
        case .success(let success):
            outputs = success.outputs
            report = Report(success.report)
            isUnchanged = success.isUnchanged ? true : nil
            let missed = success.missedBoxes.map(BoxEntry.init)
            missedBoxes = missed.isEmpty ? nil : missed
            framesLeft = success.framesLeft == 0 ? nil : success.framesLeft
        case .failure(let failure):
            error = failure.message
        }
    }

    /// What people should know though it went well.
    package var notes: [String] {
        var notes: [String] = []
        if let framesLeft {
            let others = framesLeft == 1 ? "1 other is" : "\(framesLeft) others are"
            notes.append("\(input): warning: only the first frame was keyed, \(others) left out")
            notes.append(
                "  help: 'kiln slice \(input) -o frames' takes them apart, then "
                    + "'kiln key frames --frames -o DIR' keys them all"
            )
        }
        if isUnchanged == true {
            notes.append(
                "\(input): note: no screen found; the picture is cut out already, so it stays as it is"
            )
            return notes
        }
        if let report, report.clearPixels > 0, report.partialPixels + report.opaquePixels == 0 {
            notes.append(
                "\(input): warning: all of it is taken for screen, so that nothing is left"
            )
        }
        if let boxes = report?.differences, let first = boxes.first {
            notes.append(
                "\(input): warning: the pictures show different things, found \(text(first))"
                    + (boxes.count == 1 ? "" : " and \(boxes.count - 1) more")
                    + "; there this picture was keyed by itself"
            )
        }
        for box in missedBoxes ?? [] {
            notes.append(
                "\(input): warning: the box \(text(box)) of '--keep' or '--clear' lies outside of the picture"
            )
        }
        return notes
    }

    private func text(_ box: BoxEntry) -> String {
        "\(box.width)x\(box.height) at \(box.x),\(box.y)"
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
            lines.append(isUnchanged == true ? "no screen" : "no screen was looked for")
        }
        for other in report.also ?? [] {
            var line = "also \(other.screen.color), " + (other.screen.isFlat ? "flat" : "uneven")
            line += ", noise \(decimal(other.screen.noise, 1))"
            if other.x != 0 || other.y != 0 {
                line += ", shifted by \(decimal(other.x, 2)), \(decimal(other.y, 2))"
            }
            lines.append(line)
        }
        lines.append(
            "mode \(report.mode)" + (report.hasSubsampledChroma ? ", coarse chroma" : "")
                + (report.isPixelArt ? ", pixel art" : "")
        )
        lines.append(
            "pixels: \(report.clearPixels) clear, \(report.partialPixels) partial, "
                + "\(report.opaquePixels) opaque"
        )
        // Of several screens nothing hangs on the threshold.
        if report.also == nil {
            lines.append(
                "near the threshold \(percent(report.shareNearThreshold)), fringe "
                    + "\(Fringe.percent(report.fringe)), residue \(percent(report.residue))"
            )
        }
        if let boxes = report.differences, let share = report.differingShare {
            lines.append(
                boxes.isEmpty
                    ? "the pictures agree"
                    : "the pictures differ in \(percent(share)): "
                        + boxes.prefix(4).map(text).joined(separator: ", ")
                        + (boxes.count > 4 ? " and \(boxes.count - 4) more" : "")
            )
        }
        if let taken = report.taken {
            lines.append("became see-through: \(percent(taken.share)), such as \(taken.color)")
        }
        let shown = report.areas.prefix(Self.mostAreas)
        for area in shown {
            lines.append(
                "\(area.kind) \(area.color), \(area.pixels) pixels in \(text(area.box)): "
                    + area.reason
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

extension KeyEntry.Report {
    fileprivate init(_ report: KeyReport) {
        self.init(
            mode: report.mode.rawValue,
            screen: report.screen.map(KeyEntry.Screen.init),
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
            },
            areas: report.areas.map {
                KeyEntry.Area(
                    kind: $0.kind.rawValue,
                    reason: $0.reason.rawValue,
                    box: BoxEntry($0.box),
                    pixels: $0.pixels,
                    color: $0.color.description
                )
            },
            also: report.triangulation?.others.map {
                KeyEntry.Other(screen: KeyEntry.Screen($0.screen), x: $0.x, y: $0.y)
            },
            differences: report.triangulation?.differences.map(BoxEntry.init),
            differingShare: report.triangulation?.differingShare
        )
    }
}

extension KeyEntry.Screen {
    fileprivate init(_ screen: KeyReport.Screen) {
        self.init(
            color: screen.color.description,
            isFlat: screen.isFlat,
            shades: screen.shades.isEmpty ? nil : screen.shades.map(\.description),
            noise: screen.noise,
            distanceToDeclared: screen.distanceToDeclared
        )
    }
}
