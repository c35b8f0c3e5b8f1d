import Bake
import ChromaKey
import Console
import FileStore
import KernelTypes
import Raster
import SheetSlicing

// The options, and the request that they make.
extension SliceCommand {
    static let output = Flag("output", short: "o", value: "DIR", .directory.output)
        .help(
            "where frames go: STEM-0.png, STEM-1.png, …",
            details: "Frames of standard input are stdin-0.png, stdin-1.png, …"
        )
    static let sheet = Flag("sheet", value: "FILE", .file.output)
        .help(
            "write all frames on one sheet of even cells (PNG)",
            details: """
                Frames are registered by feet unless --register says otherwise. The summary prints \
                the grid for catalogs.
                """
        )
    static let gif = Flag("gif", value: "FILE", .file.output)
        .help("write the frames as an animation (GIF), registered as for --sheet")
    static let fps = Flag("fps", value: "N", .number(in: 0.01...1000))
        .whenAbsent("the times of the file's own frames, else 8")
        .help("frames per second of the GIF")
        .needs(gif)
    static let debugImage = Flag("debug-image", value: "FILE", .file.output)
        .help(
            "draw the cut with numbered boxes (PNG)",
            details: "Also written if the number of figures differs from --count."
        )
    static let grid = Flag("grid", value: "CxR", .gridSize)
        .whenAbsent("find the figures")
        .help("cut into C columns and R rows of equal cells")
        .excludes(cell, rects, islands, auto)
    static let cell = Flag("cell", value: "WxH", .cellSize)
        .help("cut into cells of W times H pixels, as many as fit")
        .excludes(rects, islands, auto)
    static let rects = Flag("rects", value: "RECTS|FILE", .rectangles)
        .help("cut rectangles: x,y,width,height; … or a file with one per line")
        .excludes(islands, auto)
    static let islands = Flag("islands").help("find the figures, as without any of these")
        .excludes(auto)
    static let auto = Flag("auto")
        .help("look for an even grid with clear gutters, otherwise find the figures")
    static let margin = Flag("margin", value: "N", .integer(in: 0...16_384), default: 0)
        .help("pixels around the whole grid")
        .needs(grid, cell)
    static let spacing = Flag("spacing", value: "N", .integer(in: 0...16_384), default: 0)
        .help("pixels between cells")
        .needs(grid, cell)
    static let inset = Flag("inset", value: "N", .integer(in: 0...16_384), default: 0)
        .help("pixels to remove from all four sides of each cell")
        .needs(grid, cell)
    static let count = Flag("count", value: "N", .integer(in: 1...4096))
        .help(
            "the number of frames; any other number of figures is an error",
            details: """
                Figures that touch are separated at the thinnest waist, and pieces are joined, until \
                the number is right. With a grid, only the first N cells are cut.
                """
        )
        .excludes(rects, because: "rectangles say how many frames there are, and in which order")
    static let rows = Flag("rows", value: "N", .integer(in: 1...4096))
        .help("the number of rows of figures")
        .excludes(grid, cell, rects, because: "only figures that are found have rows and sizes")
    static let smallest = Flag("smallest", value: "N", .integer(in: 1...1_000_000))
        .whenAbsent("a thousandth of a figure")
        .help("drop parts with fewer pixels")
        .excludes(grid, cell, rects, because: "only figures that are found have rows and sizes")
    static let order = Flag("order", value: "ORDER", .choice(of: ReadingOrder.self), default: .rows)
        .help("the order of frames")
        .excludes(rects, because: "rectangles say how many frames there are, and in which order")
    static let keyColor = Flag("key", value: "COLOR|auto", .keyColor)
        .help("remove this screen before cutting; auto finds it")
    static let register = Flag("register", value: "feet|mass|none|COLOR", .registerAnchor)
        .whenAbsent("feet with --sheet and --gif")
        .help(
            "what to hold still, in frames of one size",
            details: """
                feet: the foot line, and sideways whatever differs least; mass: the center of mass; \
                none: frames keep their positions in even cells; a color: the center of its pixels.
                """
        )
    static let evenHeight = Flag("even-height").help("make the figure equally tall in all frames")

    static let pixelate = Flag("pixelate", value: "auto|N", .blockSize)
        .help(
            "make each block one pixel: blocks N pixels wide, or auto to find them",
            details: """
                For pixel art that was generated or enlarged, whose pixels are uneven blocks.
                """
        )
    static let colors = Flag("colors", value: "N", .integer(in: 2...256))
        .whenAbsent("all")
        .help("the maximum number of colors in all frames")
        .needs(pixelate)

    static func request(_ values: Values) throws -> SliceRequest {
        var request = SliceRequest(input: try values[input], cut: try cut(values))
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
        for flag in [sheet, debugImage] {
            guard let path = try values[flag], KeyCommand.looksLikeOtherPicture(path) else {
                continue
            }
            throw values.usageError(
                "invalid value for --\(flag.declaration.long), found '\(path)', expected a .png"
            )
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
        }
        request.keying = try values[keyColor].map { KeySettings(key: $0) }
        request.rules = try Shared.rules(values)
        return request
    }

    /// Whether anything is said of where frames are.
    private static func saysHow(_ values: Values) -> Bool {
        let flags: [any DeclaredFlag] = [
            grid, cell, rects, islands, auto, count, rows, smallest, order,
        ]
        return flags.contains { values.has($0) }
    }

    private static func cut(_ values: Values) throws -> SheetCut {
        let divided = try values[grid]
        if var layout = try divided ?? values[cell] {
            layout.margin = try values[margin]
            layout.spacing = try values[spacing]
            layout.inset = try values[inset]
            layout.count = try values[count]
            layout.order = try values[order]
            return divided == nil ? .cell(layout) : .grid(layout)
        }
        if let rects = try values[rects] { return .rects(try rectangles(rects)) }
        let figures = IslandSettings(
            count: try values[count],
            rows: try values[rows],
            smallest: try values[smallest],
            order: try values[order]
        )
        return try values[auto] ? .auto(figures) : .islands(figures)
    }
}
