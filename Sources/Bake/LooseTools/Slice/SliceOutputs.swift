import AtlasBuilding
import FileStore
import ImageCodec
import KernelTypes
import Raster
import SheetSlicing

/// The files that slicing makes, in as many folders as the request names.
struct SliceOutputs {
    private let request: SliceRequest
    /// By folder; one for all files that go there.
    private let folders: [String: LooseOutputs]
    /// Apart from the others, because it is also written where a cut fails.
    private let debugFolder: LooseOutputs?

    init(_ request: SliceRequest, disk: any Disk) async throws {
        self.request = request
        var known: [String: [String]] = [:]
        if let folder = request.folder { known[folder] = [] }
        for path in [request.sheet, request.gif].compactMap(\.self) {
            known[parentFolder(of: path), default: []].append(lastPart(of: path))
        }
        func begin(_ folder: String, _ names: [String]) async throws -> LooseOutputs {
            try await LooseOutputs(
                in: folder,
                expecting: names,
                reading: [request.input],
                request.rules,
                disk: disk
            )
        }
        var folders: [String: LooseOutputs] = [:]
        do {
            for (folder, names) in known.sorted(by: { $0.key < $1.key }) {
                folders[folder] = try await begin(folder, names)
            }
            debugFolder =
                if let path = request.debugImage {
                    try await begin(parentFolder(of: path), [lastPart(of: path)])
                } else { nil }
        } catch {
            for outputs in folders.values { outputs.discard() }
            throw error
        }
        self.folders = folders
    }

    func discard() {
        for outputs in folders.values { outputs.discard() }
        debugFolder?.discard()
    }

    /// - Returns: what became of the frames that the sheet gave before.
    func commit() async throws -> StaleOutputs {
        var stale = StaleOutputs()
        for (folder, outputs) in folders.sorted(by: { $0.key < $1.key }) {
            let earlier = try await outputs.commit()
            if folder == request.folder { stale = earlier }
        }
        try await debugFolder?.commit()
        return stale
    }

    /// Puts only the picture of the cut in place.
    func commitDebugImage() async throws {
        for outputs in folders.values { outputs.discard() }
        try await debugFolder?.commit()
    }

    func addFrame(_ picture: StraightImage, index: Int) throws {
        let name = request.frameName(index)
        try request.folder.flatMap { folders[$0] }?.add(
            try encode(picture, for: name),
            as: name,
            in: LooseSet(.slice, outputStem(of: request.input))
        )
    }

    /// - Returns: nil where none is wanted.
    func addSheet(_ registered: RegisteredSheet, _ cut: CutSheet) throws -> EvenSheet? {
        guard let path = request.sheet else { return nil }
        let columns = min(cut.columns, registered.frames.count)
        let rows = (registered.frames.count + columns - 1) / columns
        let cell = registered.size
        let size = PixelSize(width: cell.width * columns, height: cell.height * rows)
        guard let size, size.area <= 1 << 28,
            let picture = StraightImage.apart(registered.frames, columns: columns)?.image
        else { throw request.tooLarge }
        try add(try encode(picture, for: path), as: path)
        return EvenSheet(
            path: path,
            columns: columns,
            rows: rows,
            cellWidth: cell.width,
            cellHeight: cell.height,
            anchor: registered.anchor
        )
    }

    /// Durations are in milliseconds, one for each frame that has a time of its own; none without.
    func addGIF(_ registered: RegisteredSheet, _ durations: [Int]) throws {
        guard let path = request.gif else { return }
        let keepsTimes = request.fps == nil && durations.count == registered.frames.count
        let sequence = PictureSequence(
            frames: registered.frames,
            fps: request.fps ?? 8,
            durations: keepsTimes ? durations.map { min(max(1, $0), 60_000) } : nil
        )
        guard let sequence, let bytes = encodeGIF(sequence)
        else { throw request.tooLarge }
        try add(bytes, as: path)
    }

    func addDebugImage(_ sheet: StraightImage, boxes: [PixelRect], dropped: [PixelRect]) throws {
        guard let path = request.debugImage else { return }
        let picture = drawnCut(sheet, boxes: boxes, dropped: dropped)
        try debugFolder?.add(try encode(picture, for: path), as: lastPart(of: path))
    }

    private func add(_ bytes: [UInt8], as path: String) throws {
        try folders[parentFolder(of: path)]?.add(bytes, as: lastPart(of: path))
    }
}

extension SliceRequest {
    func frameName(_ index: Int) -> String { "\(outputStem(of: input))-\(index).png" }

    func failure(_ message: String, _ help: String? = nil) -> PictureFailure {
        PictureFailure(path: input, message: message, help: help)
    }

    fileprivate var tooLarge: PictureFailure {
        failure("the frames are too many or too large for one picture")
    }

    func framePath(_ index: Int) -> String { joinPath(folder ?? "", frameName(index)) }
}

/// A sheet with numbered boxes around its frames, and red ones around what was dropped.
///
/// Clear pixels become grey.
func drawnCut(
    _ sheet: StraightImage,
    boxes: [PixelRect],
    dropped: [PixelRect]
) -> StraightImage {
    var picture = sheet.laid(over: .color(RGB(96, 96, 96)))
    // Two colors in turn, so that neighbors are distinguished.
    let colors = [StraightPixel(r: 255, g: 0, b: 200), StraightPixel(r: 0, g: 220, b: 255)]
    let stroke = max(1, min(sheet.width, sheet.height) / 400)
    for (index, box) in boxes.enumerated() {
        picture.outline(box, stroke, colors[index % colors.count])
    }
    for (index, box) in boxes.enumerated() {
        let scale = max(1, min(box.width, box.height) / 60) + stroke
        picture.write(index, at: box.origin, scale: scale, on: colors[index % colors.count])
    }
    let red = StraightPixel(r: 255, g: 40, b: 40)
    for box in dropped { picture.outline(box, largerBy: 3 * stroke, stroke, red) }
    return picture
}

extension StraightImage {
    /// Draws a frame inside of a box that is larger than `box` by some pixels at each side.
    mutating func outline(
        _ box: PixelRect,
        largerBy margin: Int = 0,
        _ stroke: Int,
        _ color: StraightPixel
    ) {
        let (x, y) = (box.x - margin, box.y - margin)
        let (width, height) = (box.width + 2 * margin, box.height + 2 * margin)
        let sides = [
            PixelRect(x: x, y: y, width: width, height: stroke),
            PixelRect(x: x, y: y + height - stroke, width: width, height: stroke),
            PixelRect(x: x, y: y, width: stroke, height: height),
            PixelRect(x: x + width - stroke, y: y, width: stroke, height: height),
        ]
        for side in sides { if let side { fill(side, with: color) } }
    }

    /// Writes a number on a plate, at its top-left corner.
    fileprivate mutating func write(
        _ number: Int,
        at corner: PixelPoint,
        scale: Int,
        on plate: StraightPixel
    ) {
        let digits = "\(number)".compactMap(\.wholeNumberValue)
        let black = StraightPixel(r: 0, g: 0, b: 0)
        func square(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect? {
            PixelRect(
                x: corner.x + x * scale,
                y: corner.y + y * scale,
                width: width * scale,
                height: height * scale
            )
        }
        if let back = square(0, 0, 4 * digits.count + 1, 7) { fill(back, with: plate) }
        for (place, digit) in digits.enumerated() {
            for (row, bits) in digitRows[digit].enumerated() {
                for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
                    if let dot = square(1 + 4 * place + column, 1 + row, 1, 1) {
                        fill(dot, with: black)
                    }
                }
            }
        }
    }
}

/// The digits in 3x5 pixels, a row a number, the left pixel in the highest of three bits.
private let digitRows: [[Int]] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
]
