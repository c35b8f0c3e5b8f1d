import AtlasBuilding
package import ChromaKey
package import Diagnostics
package import FileStore
import ImageCodec
package import Raster
package import SheetSlicing

/// Cuts a sheet and writes its frames, all files or none.
///
/// A sheet in which figures are sought and that is opaque all over is one figure: key it first.
///
/// - Throws: `PictureFailure`, `Obstruction`, `DiskError`; nothing was written then, but the picture of a
///   cut that found other figures than expected.
package func slicePicture(
    _ request: SliceRequest,
    disk: any Disk
) async throws -> SlicedPicture {
    let outputs = try await SliceOutputs(request, disk: disk)
    do {
        let sliced = try await withSheet(
            request.input,
            takingFrames: request.takesOwnFrames,
            disk: disk,
            need: request.need
        ) { decoded, _ in
            Result { try slicePicture(decoded, request, outputs) }
        }
        switch sliced {
        case .success(var picture):
            picture.stale = try await outputs.commit()
            return picture
        case .failure(let error):
            if error is PictureFailure, request.debugImage != nil {
                try await outputs.commitDebugImage()
            }
            throw error
        }
    } catch {
        outputs.discard()
        throw error
    }
}

private func slicePicture(
    _ decoded: consuming DecodedSheet,
    _ request: SliceRequest,
    _ outputs: SliceOutputs
) throws -> SlicedPicture {
    let hints = KeyHints(decoded.info)
    // An animation says by itself where its frames are, and they stay there.
    let ownCells = decoded.cells.count > 1 ? decoded.cells : nil
    let durations = ownCells == nil ? [] : decoded.durations
    // No one else has the sheet, so it need not be copied.
    var sheet = (consume decoded).image
    if let settings = request.keying {
        let report = key(inPlace: &sheet, settings: settings, hints: hints)
        guard report.screen != nil else {
            let lack = MissingScreen(in: &sheet, named: settings.key)
            throw request.failure("\(lack.fact), so nothing was cut", lack.help)
        }
    }
    var screen: RGB?
    if request.keying == nil, request.cut.followsFigures, sheet.isOpaque {
        screen = KeyJob(settings: KeySettings(key: .auto)).screenColor(in: &sheet)
    }
    let cut: CutSheet
    do throws(SlicingError) {
        cut = try cutSheet(sheet, ownCells.map { .rects($0) } ?? request.cut)
    } catch {
        if case .wrongCount(let found, _) = error, request.debugImage != nil {
            try outputs.addDebugImage(sheet, boxes: found, dropped: [])
        }
        // Nothing is left of a speck when its color is taken for a screen.
        let help =
            error == .onlySpecks
            ? "'--smallest 1' takes every part for a figure"
            : screen.map { "the sheet is opaque: '--key auto' removes its screen \($0) first" }
        throw request.failure("\(error)", help)
    }
    if request.debugImage != nil {
        try outputs.addDebugImage(sheet, boxes: cut.frames.map(\.box), dropped: cut.dropped)
    }
    let pixels = request.pixelation.map { $0.applied(to: cut, of: sheet) }
    guard pixels?.result != .noBlocks else {
        throw request.failure(
            "no blocks found that could become pixels",
            "say how large they are with '--pixelate N'"
        )
    }
    let (picture, frames) = pixels.map { ($0.image, $0.sheet) } ?? (sheet, cut)
    let registered =
        request.isRegistered
        ? registerFrames(
            picture,
            frames,
            request.register ?? RegisterSettings(anchor: ownCells == nil ? .feet : .none)
        ) : nil
    for (index, frame) in frames.frames.enumerated() where request.folder != nil {
        try Task.checkCancellation()
        try outputs.addFrame(
            registered?.frames[index] ?? frame.picture(from: picture),
            index: index
        )
    }
    let even = try registered.flatMap { try outputs.addSheet($0, cut) }
    if let registered { try outputs.addGIF(registered, durations) }
    return SlicedPicture(
        cut: cut,
        durations: durations,
        frames: request.folder == nil ? [] : cut.frames.indices.map { request.framePath($0) },
        pixelation: pixels?.result,
        corrections: registered?.corrections ?? [],
        sheet: even,
        others: [request.gif, request.debugImage].compactMap(\.self),
        screen: screen
    )
}

/// Cuts one sheet into frames: what `kiln slice` does.
package struct SliceRequest: Sendable {
    package var input: String
    package var cut: SheetCut
    /// Whether the frames of an animation are taken instead; else it is its first picture that is cut.
    package var takesOwnFrames = false
    /// The folder for `STEM-0.png`, `STEM-1.png` and so on; nil writes no frames.
    package var folder: String?
    /// A file for all frames on one sheet of even cells; nil writes none.
    package var sheet: String?
    /// A file for the sheet with numbered boxes; nil writes none.
    package var debugImage: String?
    /// A GIF of the frames, one after the other; nil writes none.
    package var gif: String?
    /// How fast the GIF plays, in frames a second; nil keeps the times of the file's own frames, and
    /// shows others for an eighth of a second.
    package var fps: Double?
    /// How frames are brought to stand still; nil leaves them as they were cut, but for what is one
    /// picture of all.
    package var register: RegisterSettings?
    /// Makes pixels of blocks once the sheet is cut; nil leaves them.
    package var pixelation: Pixelation?
    /// Keys the sheet first; nil leaves it as it is.
    package var keying: KeySettings?
    package var rules = ReplacementRules()

    package init(input: String, cut: SheetCut) {
        self.input = input
        self.cut = cut
    }

    /// Whether frames become as large as each other.
    var isRegistered: Bool { register != nil || sheet != nil || gif != nil }

    var need: PictureNeed {
        var need: PictureNeed = keying == nil ? .slicing : .keying
        if cut.followsFigures { need = need + .figures }
        // The frames, and the sheet that they are put on.
        if isRegistered || pixelation != nil { need = need + .picture + .picture }
        if debugImage != nil { need = need + .picture }
        return need
    }
}

/// What became of a sheet.
package struct SlicedPicture: Sendable {
    package let cut: CutSheet
    /// How long each frame of the file is shown, in milliseconds; empty where the picture was cut.
    package let durations: [Int]
    /// One for each frame, if frames were written.
    package let frames: [String]
    /// What became of blocks, if they were to become pixels.
    package let pixelation: PixelationResult?
    /// One for each frame, if they were registered.
    package let corrections: [FrameCorrection]
    /// What became of the frames that the sheet gave before, and does not any more.
    package var stale = StaleOutputs()
    /// The sheet of even cells, if one was written.
    package let sheet: EvenSheet?
    /// Other files that were written.
    package let others: [String]
    /// Of an opaque sheet that is one figure the screen that keying would remove.
    package let screen: RGB?
}

extension SlicedPicture {
    package var findings: [Diagnostic] {
        let note = screen.map { screen in
            Diagnostic(
                .note,
                about: nil,
                "the sheet is opaque, so it is one frame; --key auto removes its screen "
                    + "\(screen) first"
            )
        }
        return stale.findings + [note].compactMap(\.self)
    }
}

/// A sheet of even cells that was written.
package struct EvenSheet: Sendable, Encodable {
    package let path: String
    package let columns: Int
    package let rows: Int
    package let cellWidth: Int
    package let cellHeight: Int
    package let anchor: PixelPoint
}

extension SlicedPicture: Encodable {
    private enum CodingKeys: String, CodingKey {
        case method, confidence, rows, columns, frames, dropped, notes, sheet, others
        case pixelation = "block"
        case stale = "removed"
    }

    private enum FrameKeys: CodingKey { case path, row, column, correction }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cut.method.rawValue, forKey: .method)
        try container.encode(hundredths(cut.confidence), forKey: .confidence)
        try container.encode(cut.rows, forKey: .rows)
        try container.encode(cut.columns, forKey: .columns)
        var list = container.nestedUnkeyedContainer(forKey: .frames)
        for (index, frame) in cut.frames.enumerated() {
            let encoder = list.superEncoder()
            try frame.box.encode(to: encoder)
            var entry = encoder.container(keyedBy: FrameKeys.self)
            try entry.encode(frame.row, forKey: .row)
            try entry.encode(frame.column, forKey: .column)
            if !frames.isEmpty { try entry.encode(frames[index], forKey: .path) }
            if !corrections.isEmpty { try entry.encode(corrections[index], forKey: .correction) }
        }
        try container.encode(cut.dropped, forKey: .dropped)
        try container.encode(cut.notes.map(\.description), forKey: .notes)
        if case .blocks(let width, let height)? = pixelation {
            let sides = ["width": hundredths(width), "height": hundredths(height)]
            try container.encode(sides, forKey: .pixelation)
        }
        try container.encodeIfPresent(sheet, forKey: .sheet)
        try container.encode(others, forKey: .others)
        try container.encode(stale, forKey: .stale)
    }
}

private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
