import AtlasBuilding
import ChromaKey
package import FileStore
import ImageCodec
import Raster
import SheetSlicing

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
