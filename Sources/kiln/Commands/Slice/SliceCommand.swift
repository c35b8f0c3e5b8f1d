import AtlasBuilding
import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import Raster
import Results
import SheetSlicing

/// `kiln slice INPUT -o DIR`: cuts a sheet into frames, without a catalog.
enum SliceCommand {
    static let input = Positional(
        "INPUT",
        .stream,
        help: "the sheet, or - for standard input"
    )

    static let command = Command<Action>(
        "slice",
        summary: "cut a sheet into frames",
        description: """
            Cuts along a grid, or without one finds the figures: what is drawn, separated by clear \
            pixels, in reading order. Small parts go with the nearest figure, specks are dropped; \
            with --count, figures that touch are parted. --register and --sheet make frames of one \
            size that stand still. GIF, WebP, APNG and Aseprite files with several frames are taken \
            apart, unless an option says how to cut their first. Frames that an earlier cut of a sheet \
            of the same name left in DIR, and that this one does not have, are removed.
            """,
        examples: [
            Example("kiln slice dog.png -o frames --grid 4x2", "Cut four columns and two rows."),
            Example("kiln slice row.png -o frames --key auto", "Key, then find the figures."),
            Example(
                "kiln slice row.png --key auto --count 6 --sheet pet.png --gif pet.gif",
                "Make an animation of a generated row of six figures."
            ),
        ],
        positionals: [input],
        groups: [
            FlagGroup(
                "Output",
                [
                    SliceFlags.output, SliceFlags.sheet, SliceFlags.gif, SliceFlags.fps,
                    SliceFlags.debugImage, Shared.force, Shared.json, Shared.quiet, Shared.memory,
                ]
            ),
            FlagGroup(
                "Cutting",
                [
                    SliceFlags.grid, SliceFlags.cell, SliceFlags.rects, SliceFlags.islands,
                    SliceFlags.auto, SliceFlags.margin, SliceFlags.spacing, SliceFlags.inset,
                    SliceFlags.count, SliceFlags.rows, SliceFlags.smallest, SliceFlags.order,
                    SliceFlags.keyColor,
                ]
            ),
            FlagGroup("Pixels", [SliceFlags.pixelate, SliceFlags.colors]),
            FlagGroup("Registration", [SliceFlags.register, SliceFlags.evenHeight]),
        ],
        action: Shared.budgeted(run)
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        let request = try SliceFlags.request(values)
        let disk = try Shared.disk(reading: [request.input], values)
        let sliced = try await interruptible { [request] in
            try await slicePicture(request, disk: disk)
        }
        Shared.warn(ofChanged: sliced.stale)
        if try values[Shared.json] {
            Console.standardOutput.print(try Document(encoding: SliceReport(sliced)))
        } else if try !values[Shared.quiet] {
            tell(sliced)
        }
        if let screen = sliced.screen {
            Console.standardError.print(
                "note: the sheet is opaque, so it is one frame; --key auto removes its screen "
                    + "\(screen) first"
            )
        }
        return .clean
    }

    private static func tell(_ sliced: SlicedPicture) {
        let out = Console.standardOutput
        for (index, (file, frame)) in zip(sliced.frames, sliced.cut.frames).enumerated() {
            // Where a frame of an animation lay while it was worked on is no place in the file.
            let isOwn = sliced.durations.indices.contains(index)
            let what = isOwn ? "\(frame.box.size), \(sliced.durations[index]) ms" : "\(frame.box)"
            out.print("wrote \(file) (\(what))")
        }
        if let sheet = sliced.sheet {
            out.print(
                "wrote \(sheet.path) (--grid \(sheet.columns)x\(sheet.rows), cells of "
                    + "\(sheet.cell), anchor at \(sheet.anchor))"
            )
        }
        for path in sliced.others { out.print("wrote \(path)") }
        for line in staleLines(sliced.stale.removed) { out.print("\(line)") }
        let cut = sliced.cut
        if cut.method == .gutters {
            out.print(
                "found a grid of \(cut.columns)x\(cut.rows), \(percent(cut.confidence)) sure"
            )
        }
        if case .blocks(let width, let height)? = sliced.pixelation {
            out.print("made pixels of blocks of \(tenths(width))x\(tenths(height)) pixels")
        }
        for note in cut.notes where note != .opaque {
            out.print("\(note), \(percent(cut.confidence)) sure")
        }
        // What keying leaves of noise, a pixel here and there, is nobody's loss.
        let dropped = cut.dropped.filter { $0.size.area >= 9 }
        if !dropped.isEmpty {
            let boxes = dropped.prefix(8).map(\.description).joined(separator: ", ")
            let more = dropped.count > 8 ? ", …" : ""
            out.print("dropped \(counted(dropped.count, "speck")): \(boxes)\(more)")
        }
    }

    private static func tenths(_ value: Double) -> String {
        "\(Double((value * 10).rounded()) / 10)"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
