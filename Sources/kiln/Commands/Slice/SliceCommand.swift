import AtlasBuilding
import Bake
import ChromaKey
import Console
import Diagnostics
import FileStore
import KernelTypes
import Raster
import SheetSlicing

/// `kiln slice INPUT -o DIR`: cuts a sheet into frames, without a catalog.
enum SliceCommand {
    static let input = Positional("INPUT", .stream).help("the sheet, or - for standard input")

    static let command = Command<Action>(
        "slice",
        summary: "cut a sheet into frames",
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

// The options, and the request that they make.
extension SliceCommand {
    static let output = Flag("output", short: "o", value: "DIR", .directory.output)
        .help("where frames go: STEM-0.png, STEM-1.png, …")
    static let sheet = Flag("sheet", value: "FILE", .file.output)
        .help("write all frames on one sheet of even cells (PNG)")
    static let gif = Flag("gif", value: "FILE", .file.output)
        .help("write the frames as an animation (GIF), registered as for --sheet")
    static let fps = Flag("fps", value: "N", .number(in: 0.01...1000))
        .whenAbsent("the times of the file's own frames, else 8")
        .help("frames per second of the GIF")
        .needs(gif)
    static let debugImage = Flag("debug-image", value: "FILE", .file.output)
        .help("draw the cut with numbered boxes (PNG)")
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
        .help("the number of frames; any other number of figures is an error")
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
        .help("what to hold still, in frames of one size")
    static let evenHeight = Flag("even-height").help("make the figure equally tall in all frames")

    static let pixelate = Flag("pixelate", value: "auto|N", .blockSize)
        .help("make each block one pixel: blocks N pixels wide, or auto to find them")
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
                "invalid value for --\(flag.declaration.name), found '\(path)', expected a .png"
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
        let flags: [any Declared] = [
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

/// Two whole numbers in `range` with an x between them.
private func twoNumbers(_ text: String, in range: ClosedRange<Int>) -> (Int, Int)? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
        range.contains(first), range.contains(second)
    else { return nil }
    return (first, second)
}

extension ValueKind where Value == GridLayout {
    /// `4x2`: columns and rows.
    static var gridSize: ValueKind {
        ValueKind(expected: "columns and rows as CxR") { text in
            twoNumbers(text, in: 1...4096).map { GridLayout(columns: $0, rows: $1) }
        }
    }

    /// `64x64`: width and height.
    static var cellSize: ValueKind {
        ValueKind(expected: "width and height as WxH") { text in
            twoNumbers(text, in: 1...65_536).map {
                GridLayout(columns: 1, rows: 1, cellWidth: $0, cellHeight: $1)
            }
        }
    }
}

extension ValueKind where Value == RegisterAnchor {
    /// `feet`, `mass`, `none` or a color.
    static var registerAnchor: ValueKind {
        ValueKind(
            expected: "feet, mass, none or a color as #RRGGBB",
            completion: .words(["feet", "mass", "none"])
        ) { text in
            switch text {
            case "feet": .feet
            case "mass": .mass
            case "none": RegisterAnchor.none
            default: RGB(text).map { .color($0) }
            }
        }
    }
}

/// The side of a block that stands for a pixel.
struct BlockSize: Sendable {
    /// Nil finds it.
    var pixels: Double?
}

extension ValueKind where Value == BlockSize {
    /// `auto`, or a number that need not be whole.
    static var blockSize: ValueKind {
        ValueKind(expected: "auto or a number from 2 to 256", completion: .words(["auto"])) {
            text in
            if text == "auto" { return BlockSize() }
            return Double(text).flatMap { (2...256).contains($0) ? BlockSize(pixels: $0) : nil }
        }
    }
}

/// Rectangles that were typed, or the file that holds them.
enum RectangleList: Sendable {
    case rectangles([PixelRect])
    case file(String)
}

extension ValueKind where Value == RectangleList {
    /// `0,0,64,64;64,0,64,64`, or a path.
    static var rectangles: ValueKind {
        ValueKind(
            expected: "rectangles as x,y,width,height; …, or a path",
            completion: .files
        ) { text in
            guard !text.isEmpty, text != "-" else { return nil }
            // Numbers that no rectangle has are typed all the same.
            let isTyped = text.utf8.allSatisfy { "0123456789,; -+.".utf8.contains($0) }
            return isTyped ? parsedRectangles(text).map { .rectangles($0) } : .file(text)
        }
    }
}

func rectangles(_ list: RectangleList) throws -> [PixelRect] {
    switch list {
    case .rectangles(let rectangles): return rectangles
    case .file(let path):
        let text = String(decoding: try RealDisk().read(path), as: UTF8.self)
        var rectangles: [PixelRect] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.isNewline
        ).enumerated() {
            guard let found = parsedRectangles(String(line)) else {
                throw CommandFailure(
                    "\(path):\(index + 1): no rectangle, expected x,y,width,height in whole pixels"
                )
            }
            rectangles += found
        }
        return rectangles
    }
}

/// Nil when some of the text is no rectangle; empty lines hold none.
func parsedRectangles(_ text: String) -> [PixelRect]? {
    var rectangles: [PixelRect] = []
    for part in text.split(separator: ";") {
        let words = part.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = words.compactMap { word in
            Int(String(word.filter { !$0.isWhitespace }))
        }
        if words.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
        guard numbers.count == 4, words.count == 4,
            let rectangle = PixelRect(
                x: numbers[0],
                y: numbers[1],
                width: numbers[2],
                height: numbers[3]
            )
        else { return nil }
        rectangles.append(rectangle)
    }
    return rectangles
}
