internal import Arguments
internal import Bake
internal import ChromaKey
internal import Console
internal import Diagnostics
internal import FileStore
internal import LooseTools
internal import PictureFiles
internal import Raster
internal import Results
internal import SheetSlicing

/// `kiln slice INPUT -o DIR`: cuts a sheet into frames, without a catalog.
enum SliceCommand {
    static let input = Positional(
        "INPUT",
        .stream,
        help: "the sheet (PNG, JPEG, WebP, or the first frame of a GIF), or - for standard input"
    )
    static let output = Flag(
        required: "output",
        short: "o",
        value: "DIR",
        .directory,
        help: "where frames go: STEM-0.png, STEM-1.png, …",
        details: "Frames of standard input are stdin-0.png, stdin-1.png, …"
    )
    static let grid = Flag(
        "grid",
        value: "CxR",
        .gridSize,
        defaultText: "find the figures",
        help: "cut into C columns and R rows of equal cells"
    )
    static let margin = Flag(
        "margin",
        value: "N",
        .integer(in: 0...16_384),
        default: 0,
        help: "pixels around the whole grid"
    )
    static let spacing = Flag(
        "spacing",
        value: "N",
        .integer(in: 0...16_384),
        default: 0,
        help: "pixels between cells"
    )
    static let inset = Flag(
        "inset",
        value: "N",
        .integer(in: 0...16_384),
        default: 0,
        help: "pixels taken off each cell's four sides once it is cut"
    )
    static let keyColor = Flag(
        "key",
        value: "COLOR|auto",
        .keyColor,
        help: "remove this screen before cutting; auto finds it"
    )

    static let command = Command<Action>(
        "slice",
        summary: "cut a sheet into frames",
        description: """
            Cuts along a grid, or without one finds the figures: what is drawn, separated by clear \
            pixels, in reading order. Small parts go with the nearest figure.
            """,
        examples: [
            Example("kiln slice dog.png -o frames --grid 4x2", "Cut four columns and two rows."),
            Example("kiln slice row.png -o frames --key auto", "Key, then find the figures."),
        ],
        positionals: [input],
        groups: [
            FlagGroup("Output", [output, Shared.force, Shared.json, Shared.quiet, Shared.memory]),
            FlagGroup("Cutting", [grid, margin, spacing, inset, keyColor]),
        ],
        action: Shared.budgeted(run)
    )

    static func run(_ values: Values) async throws -> ExitStatus {
        var method = SliceRequest.Method.figures
        if var layout = try values[grid] {
            layout.margin = try values[margin]
            layout.spacing = try values[spacing]
            layout.inset = try values[inset]
            method = .grid(layout)
        } else if let name = values.name(of: margin) ?? values.name(of: spacing)
            ?? values.name(of: inset)
        {
            throw values.usageError("'\(name)' needs '--grid'")
        }
        var request = SliceRequest(
            input: try values[input],
            output: try values[output],
            method: method
        )
        request.keying = try values[keyColor].map { KeySettings(key: $0) }
        request.rules = try Shared.rules(values)
        let disk = try Shared.disk(reading: [request.input], values)
        let (frames, screen) = try await interruptible { [request] in
            try await slicePicture(request, disk: disk)
        }
        if try values[Shared.json] {
            let entries = frames.map { SliceEntry($0.path, $0.cell) }
            Console.standardOutput.print(try Document(encoding: entries))
        } else if try !values[Shared.quiet] {
            for (file, cell) in frames {
                Console.standardOutput.print("wrote \(file) (\(cell))")
            }
        }
        if let screen {
            Console.standardError.print(
                "note: the sheet is opaque, so it is one frame; --key auto removes its screen "
                    + "\(screen) first"
            )
        }
        return .clean
    }
}

extension ValueKind where Value == GridLayout {
    /// `4x2`: columns and rows.
    fileprivate static var gridSize: ValueKind {
        ValueKind(expected: "columns and rows as CxR") { text in
            let parts = text.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]),
                (1...4096).contains(columns), (1...4096).contains(rows)
            else { return nil }
            return GridLayout(columns: columns, rows: rows)
        }
    }
}
