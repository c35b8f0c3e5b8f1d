import Bake
import ChromaKey
import Console
import FileStore
import KernelTypes
import Raster
import SheetSlicing

/// The options of `kiln slice`, and the request that they make.
enum SliceFlags {
    static let output = Flag(
        "output",
        short: "o",
        value: "DIR",
        .directory.output,
        help: "where frames go: STEM-0.png, STEM-1.png, …",
        details: "Frames of standard input are stdin-0.png, stdin-1.png, …"
    )
    static let sheet = Flag(
        "sheet",
        value: "FILE",
        .file.output,
        help: "write all frames on one sheet of even cells (PNG)",
        details: """
            Registered by feet unless --register says otherwise; the summary names the grid, for \
            catalogs.
            """
    )
    static let gif = Flag(
        "gif",
        value: "FILE",
        .file.output,
        help: "write the frames as an animation (GIF), registered as for --sheet"
    )
    static let fps = Flag(
        "fps",
        value: "N",
        .number(in: 0.01...1000),
        defaultText: "the times of the file's own frames, else 8",
        help: "frames a second of the GIF"
    )
    static let debugImage = Flag(
        "debug-image",
        value: "FILE",
        .file.output,
        help: "draw the cut with numbered boxes (PNG)",
        details: "Also written when other figures are found than --count expects."
    )
    static let grid = Flag(
        "grid",
        value: "CxR",
        .gridSize,
        defaultText: "find the figures",
        help: "cut into C columns and R rows of equal cells"
    )
    static let cell = Flag(
        "cell",
        value: "WxH",
        .cellSize,
        help: "cut into cells of W times H pixels, as many as fit"
    )
    static let rects = Flag(
        "rects",
        value: "RECTS|FILE",
        .rectangles,
        help: "cut rectangles: x,y,width,height; … or a file with one a line"
    )
    static let islands = Flag("islands", help: "find the figures, as without any of these")
    static let auto = Flag(
        "auto",
        help: "look for an even grid with clear gutters, else find the figures"
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
    static let count = Flag(
        "count",
        value: "N",
        .integer(in: 1...4096),
        help: "how many frames there are; other figures are an error",
        details: """
            Figures that touch are parted at the thinnest waist, pieces of one are joined, until \
            there are as many. Of a grid, the first N cells are cut.
            """
    )
    static let rows = Flag(
        "rows",
        value: "N",
        .integer(in: 1...4096),
        help: "how many rows figures stand in"
    )
    static let smallest = Flag(
        "smallest",
        value: "N",
        .integer(in: 1...1_000_000),
        defaultText: "a thousandth of a figure",
        help: "drop parts of fewer pixels"
    )
    static let order = Flag(
        "order",
        value: "ORDER",
        .choice(of: ReadingOrder.self),
        default: .rows,
        help: "which frame comes next"
    )
    static let keyColor = Flag(
        "key",
        value: "COLOR|auto",
        .keyColor,
        help: "remove this screen before cutting; auto finds it"
    )
    static let register = Flag(
        "register",
        value: "feet|mass|none|COLOR",
        .registerAnchor,
        defaultText: "feet with --sheet and --gif",
        help: "what of the figure stands still, on frames of one size",
        details: """
            feet: the foot line, and sideways what differs least; mass: the center of mass; none: \
            frames keep their places in even cells; a color: the middle of its pixels.
            """
    )
    static let evenHeight = Flag(
        "even-height",
        help: "make the figure equally tall on all frames"
    )

    static let pixelate = Flag(
        "pixelate",
        value: "auto|N",
        .blockSize,
        help: "make one pixel of each block: N pixels wide, or auto to find them",
        details: """
            For pixel art that was generated or enlarged, whose pixels are blocks that wobble.
            """
    )
    static let colors = Flag(
        "colors",
        value: "N",
        .integer(in: 2...256),
        defaultText: "all",
        help: "at most so many colors in all frames, with --pixelate"
    )

    /// - Throws: a usage error where options exclude or need each other.
    static func request(_ values: Values) throws -> SliceRequest {
        var request = SliceRequest(input: try values[SliceCommand.input], cut: try cut(values))
        request.takesOwnFrames = !saysHow(values)
        request.folder = try values[output]
        request.sheet = try values[sheet]
        request.gif = try values[gif]
        request.debugImage = try values[debugImage]
        guard
            request.folder != nil || request.sheet != nil || request.gif != nil
                || request.debugImage != nil
        else {
            throw values.usageError("nothing to write; '-o DIR' or '--sheet FILE' say where")
        }
        if let name = values.name(of: fps), request.gif == nil {
            throw values.usageError("'\(name)' needs '--gif'")
        }
        request.fps = try values[fps]
        let anchor = try values[register]
        let isEven = try values[evenHeight]
        if anchor != nil || isEven {
            request.register = RegisterSettings(
                anchor: anchor ?? .feet,
                height: isEven ? .even : .asDrawn
            )
        }
        if let size = try values[pixelate] {
            request.pixelation = Pixelation(size: size.pixels, colors: try values[colors])
        } else if let name = values.name(of: colors) {
            throw values.usageError("'\(name)' needs '--pixelate'")
        }
        request.keying = try values[keyColor].map { KeySettings(key: $0) }
        request.rules = try Shared.rules(values)
        return request
    }

    /// Whether anything is said of where frames are.
    private static func saysHow(_ values: Values) -> Bool {
        let told = [
            values.name(of: grid), values.name(of: cell), values.name(of: rects),
            values.name(of: islands), values.name(of: auto), values.name(of: count),
            values.name(of: rows), values.name(of: smallest), values.name(of: order),
        ]
        return told.contains { $0 != nil }
    }

    private static func cut(_ values: Values) throws -> SheetCut {
        let ways = [
            values.name(of: grid), values.name(of: cell), values.name(of: rects),
            values.name(of: islands), values.name(of: auto),
        ].compactMap(\.self)
        guard ways.count < 2 else {
            throw values.usageError("'\(ways[0])' and '\(ways[1])' exclude each other")
        }
        let (grid, cell) = (try values[grid], try values[cell])
        if grid == nil, cell == nil,
            let name = values.name(of: margin) ?? values.name(of: spacing)
                ?? values.name(of: inset)
        {
            throw values.usageError("'\(name)' needs '--grid' or '--cell'")
        }
        let rects = try values[rects]
        if grid != nil || cell != nil || rects != nil,
            let name = values.name(of: rows) ?? values.name(of: smallest)
        {
            throw values.usageError("'\(name)' is about figures, '\(ways[0])' cuts by numbers")
        }
        if rects != nil, let name = values.name(of: count) ?? values.name(of: order) {
            throw values.usageError("'\(name)' says nothing with '--rects'")
        }
        if var grid {
            grid.margin = try values[margin]
            grid.spacing = try values[spacing]
            grid.inset = try values[inset]
            grid.count = try values[count]
            grid.order = try values[order]
            return .grid(grid)
        }
        if var cell {
            cell.margin = try values[margin]
            cell.spacing = try values[spacing]
            cell.inset = try values[inset]
            cell.count = try values[count]
            cell.order = try values[order]
            return .cell(cell)
        }
        if let rects { return .rects(try rectangles(rects)) }
        if try values[auto] {
            return .auto(
                AutoSettings(
                    count: try values[count],
                    rows: try values[rows],
                    smallest: try values[smallest],
                    order: try values[order]
                )
            )
        }
        return .islands(
            IslandSettings(
                count: try values[count],
                rows: try values[rows],
                smallest: try values[smallest],
                order: try values[order]
            )
        )
    }
}
