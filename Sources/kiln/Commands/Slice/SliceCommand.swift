import AtlasBuilding
import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import Raster
import SheetSlicing

/// `kiln slice INPUT -o DIR`: cuts a sheet into frames, without a catalog.
enum SliceCommand {
    static let input = Positional("INPUT", .stream).help("the sheet, or - for standard input")

    static let command = Command<Action>(
        "slice",
        summary: "cut a sheet into frames",
        description: """
            Cuts along a grid. Without one, finds the figures: whatever clear pixels separate, \
            in reading order. Small parts join the nearest figure, and specks are dropped. With \
            --count, figures that touch are separated. --register and --sheet give all frames \
            one size and hold the figure still. GIF, WebP, APNG and Aseprite files with several \
            frames are split into them, unless an option says how to cut the first. Frames that \
            an earlier cut of the same sheet left in DIR, and that this one does not have, are \
            removed.
            """,
        examples: [
            "kiln slice dog.png -o frames --grid 4x2": "Cut four columns and two rows.",
            "kiln slice row.png -o frames --key auto": "Key, then find the figures.",
            "kiln slice row.png --key auto --count 6 --sheet pet.png --gif pet.gif":
                "Make an animation of a generated row of six figures.",
        ],
        positionals: [input],
        groups: [
            "Output": [
                output, sheet, gif, fps, debugImage, Shared.force, Shared.json, Shared.quiet,
                Shared.memory,
            ],
            "Cutting": [
                grid, cell, rects, islands, auto, margin, spacing, inset, count, rows, smallest,
                order, keyColor,
            ],
            "Pixels": [pixelate, colors],
            "Registration": [register, evenHeight],
        ],
        action: run
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try request(values)
        let disk = try Shared.disk(reading: [request.input], values)
        let sliced = try await interruptible { [request] in
            try await slicePicture(request, disk: disk)
        }
        try values.report(sliced.findings)
        try values.present(sliced) { lines(sliced) }
        return .clean
    }

    private static func lines(_ sliced: SlicedPicture) -> [PrintableText] {
        var lines = zip(sliced.frames, sliced.cut.frames).enumerated().map {
            index,
            written -> PrintableText in
            // Where a frame of an animation lay while it was worked on is no place in the file.
            let isOwn = sliced.durations.indices.contains(index)
            let box = written.1.box
            let what = isOwn ? "\(box.size), \(sliced.durations[index]) ms" : "\(box)"
            return "wrote \(written.0) (\(what))"
        }
        if let sheet = sliced.sheet {
            lines.append(
                "wrote \(sheet.path) (--grid \(sheet.columns)x\(sheet.rows), cells of "
                    + "\(sheet.cellWidth)x\(sheet.cellHeight), anchor at \(sheet.anchor))"
            )
        }
        lines += sliced.others.map { "wrote \($0)" }
        lines += staleLines(sliced.stale.removed).map { PrintableText($0) }
        let cut = sliced.cut
        if cut.method == .gutters {
            lines.append(
                "found a grid of \(cut.columns)x\(cut.rows), \(percent(cut.confidence)) sure"
            )
        }
        if case .blocks(let width, let height)? = sliced.pixelation {
            lines.append(
                "made pixels of blocks of \(tenths(width))x\(tenths(height)) pixels"
            )
        }
        for note in cut.notes where note != .opaque {
            lines.append("\(note), \(percent(cut.confidence)) sure")
        }
        // What keying leaves of noise, a pixel here and there, is no one's loss.
        let dropped = cut.dropped.filter { $0.size.area >= 9 }
        if !dropped.isEmpty {
            let boxes = dropped.prefix(8).map(\.description).joined(separator: ", ")
            let more = dropped.count > 8 ? ", …" : ""
            lines.append("dropped \(counted(dropped.count, "speck")): \(boxes)\(more)")
        }
        return lines
    }

    private static func tenths(_ value: Double) -> String {
        "\(Double((value * 10).rounded()) / 10)"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
