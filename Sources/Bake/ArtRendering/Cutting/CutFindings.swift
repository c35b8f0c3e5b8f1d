import Catalog
package import Diagnostics
import Raster
import SheetSlicing

extension Check {
    package static let figureCount = Check("figure-count", isFixed: true)
    package static let unsureCut = Check("unsure-cut", .warning)
    package static let sheetCut = Check("sheet-cut", .note)
    package static let droppedDebris = Check("dropped-debris", .note)
    package static let registerLimit = Check("register-limit", .warning)
    package static let noBlocks = Check("no-blocks", .warning)
    /// What cutting a sheet may report.
    package static let ofCutting: [Check] = [
        .figureCount, .unsureCut, .sheetCut, .droppedDebris, .registerLimit, .noBlocks,
    ]
}

/// A cut that is less sure than this is reported.
private let leastConfidence = 0.6

extension CutReport {
    /// Findings about how a sheet was cut, with the severities of the checks.
    func findings(of cutting: FrameCutting, at path: String) -> [Diagnostic] {
        var found: [Diagnostic] = []
        func add(_ check: Check, _ message: String, _ help: String) {
            let place = SourceLocation(path: path)
            found.append(Diagnostic(check, at: place, message: message, help: help))
        }
        let count = "\"count\": \(cut.frames.count)"
        let isFound = cutting.cut.followsFigures
        if isFound, cut.notes.contains(.opaque) {
            add(
                .unsureCut,
                "no figures can be distinguished, found a picture without clear pixels",
                "remove its background with \"key\": true"
            )
        } else if isFound, cut.confidence < leastConfidence {
            add(
                .unsureCut,
                "it is uncertain where to cut the sheet, found \(figures), sure to "
                    + percent(cut.confidence),
                "look at the cut with 'kiln slice --debug-image', and say how many there are: "
                    + count
            )
        }
        for excess in excesses { add(.registerLimit, excess.fact, excess.help) }
        if isFound, cutting.isCountOpen {
            // What was found, for somebody who did not say it.
            var message = "found \(figures), sure to \(percent(cut.confidence))"
            if !changes.isEmpty { message += "; \(changes)" }
            for note in cut.notes { message += "; \(note)" }
            add(.sheetCut, message, "\(count) makes sure that it stays so")
        }
        if pixelation == .noBlocks {
            add(
                .noBlocks,
                "no pixel grid was found, so the picture stays as it is",
                "say how large they are, such as \"pixelate\": 6, or leave out \"pixelate\""
            )
        }
        // What keying leaves of noise, a pixel here and there, is no one's loss.
        let dropped = cut.dropped.filter { $0.width * $0.height >= 9 }
        if !dropped.isEmpty {
            add(
                .droppedDebris,
                "what belongs to no figure was left out, found "
                    + "\(counted(dropped.count, "speck")): \(list(dropped))",
                "erase it, or say with \"smallest\" of \"islands\" what is large enough"
            )
        }
        return found
    }

    /// How a sheet was cut and what was corrected, in words.
    package var words: String {
        "cut into \(figures)" + (changes.isEmpty ? "" : ", \(changes)")
    }

    private var changes: String {
        var changes: [String] = []
        if case .blocks(let width, let height)? = pixelation {
            changes.append("blocks of \(rounded(width))x\(rounded(height)) made pixels")
        }
        let moves = corrections.map { max($0.dx.magnitude, $0.dy.magnitude) }.max() ?? 0
        if moves > 0 { changes.append("moved by up to \(counted(Int(moves), "pixel"))") }
        let growth = corrections.map { abs($0.scale - 1) }.max() ?? 0
        if growth >= 0.005 { changes.append("heights changed by up to \(percent(growth))") }
        return changes.joined(separator: ", ")
    }

    private var figures: String {
        let way =
            switch cut.method {
            case .gutters: "between clear gutters"
            case .islands: "by what is drawn"
            case .grid, .cell, .rects: "as the catalog says"
            }
        let count = counted(cut.frames.count, "figure")
        return "\(count) in \(counted(cut.rows, "row")), \(way)"
    }
}

extension RegisterExcess {
    fileprivate var fact: String {
        switch self {
        case .drift(let frame, let found, let limit):
            "frame \(frame) stands apart from the others' places, found it \(rounded(found)) pixels "
                + "off, expected at most \(rounded(limit))"
        case .breathing(let frame, let found, let limit):
            "frame \(frame) shows the subject in another size, found its height \(percent(found)) "
                + "off the others', expected at most \(percent(limit))"
        case .tilt(let frame, let found, let limit):
            "the ground under frame \(frame) leans, found \(rounded(found)) degrees against the "
                + "others, expected at most \(rounded(limit))"
        case .noAnchor(let frame):
            "frame \(frame) lacks the color that frames are registered by, found none of it"
        }
    }

    fileprivate var help: String {
        switch self {
        case .drift: "it was moved back; if it jumps on purpose, raise \"maxDrift\""
        case .breathing:
            "make heights even with \"height\": \"animation\", or raise \"maxBreathing\""
        case .tilt: "turn the figure upright in the picture, or raise \"maxTilt\""
        case .noAnchor: "paint the mark in all frames; this one was put on its feet"
        }
    }
}

/// Of many boxes the first.
func list(_ boxes: [PixelRect]) -> String {
    let shown = boxes.prefix(12).map(\.description).joined(separator: ", ")
    return boxes.count > 12 ? "\(shown) and \(boxes.count - 12) more" : shown
}

/// With one digit behind the point where it says something.
private func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
}
