package import ChromaKey
package import FileStore
package import ImageCodec
package import PictureFiles
package import Raster
package import SheetSlicing

/// Cuts one sheet into frames: what `kiln slice` does.
package struct SliceRequest: Sendable {
    package enum Method: Sendable {
        case grid(GridLayout)
        /// Finds figures that clear pixels separate.
        case figures
    }

    package var input: String
    /// The folder for `STEM-0.png`, `STEM-1.png` and so on.
    package var output: String
    package var method: Method
    /// Keys the sheet first; nil leaves it as it is.
    package var keying: KeySettings?
    package var limits = DecodeLimits()
    /// What frames may replace.
    package var rules = LooseRules()

    package init(input: String, output: String, method: Method) {
        self.input = input
        self.output = output
        self.method = method
    }
}

/// Why a sheet was not cut.
package struct SliceFailure: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case picture(PictureFailure)
        case grid(SlicingError)
        case noScreen
        case noFigures
    }

    /// The sheet's.
    package let path: String
    package let reason: Reason

    /// Whether the sheet could not be read at all.
    package var isUnreadable: Bool {
        if case .picture(let failure) = reason { failure.isUnreadable } else { false }
    }
}

extension SliceFailure.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .picture(let failure): failure.message
        case .grid(let error): "\(error)"
        case .noScreen: "no screen found to remove; name its color with --key"
        case .noFigures: "no figures found: every pixel is clear"
        }
    }
}

/// Cuts a sheet and writes its frames, all of them or none.
///
/// A sheet in which figures are sought and that is opaque all over is one figure: key it first.
///
/// - Parameters:
///   - request: what to cut, and how.
///   - disk: where it is.
/// - Returns: the files written and the cells they came from; and of an opaque sheet that is one
///   figure the screen that keying would remove.
/// - Throws: `SliceFailure`, `Obstruction`, `DiskError`; nothing was written then.
package func slicePicture(
    _ request: SliceRequest,
    disk: any Disk
) async throws -> (frames: [(path: String, cell: PixelRect)], screen: RGB?) {
    let outputs = try await LooseOutputs.begin(
        in: request.output,
        reading: [request.input],
        request.rules,
        disk: disk
    )
    do {
        let written = try await withPicture(
            request.input,
            disk: disk,
            limits: request.limits,
            need: request.keying == nil ? .slicing : .keying
        ) { decoded in
            Result { try slicePicture(decoded, request, outputs) }
        }.get()
        try await outputs.commit()
        return written
    } catch {
        outputs.discard()
        if let failure = error as? PictureFailure {
            throw SliceFailure(path: request.input, reason: .picture(failure))
        }
        throw error
    }
}

private func slicePicture(
    _ decoded: consuming DecodedImage,
    _ request: SliceRequest,
    _ outputs: LooseOutputs
) throws -> (frames: [(path: String, cell: PixelRect)], screen: RGB?) {
    let hints = KeyHints(decoded.info)
    // Nobody else has the sheet, so it need not be copied.
    var sheet = (consume decoded).image
    if let settings = request.keying {
        let report = key(inPlace: &sheet, settings: settings, hints: hints)
        guard report.screen != nil else {
            throw SliceFailure(path: request.input, reason: .noScreen)
        }
    }
    let cells: [PixelRect]
    switch request.method {
    case .grid(let grid):
        do throws(SlicingError) {
            cells = try grid.cells(of: sheet.size)
        } catch {
            throw SliceFailure(path: request.input, reason: .grid(error))
        }
    case .figures: cells = findFigures(on: sheet)
    }
    guard !cells.isEmpty else { throw SliceFailure(path: request.input, reason: .noFigures) }
    let stem = outputStem(of: request.input)
    let names = cells.indices.map { "\(stem)-\($0).png" }
    for (name, cell) in zip(names, cells) {
        try Task.checkCancellation()
        try outputs.add(try encode(sheet, only: cell, for: name), as: name)
    }
    var screen: RGB?
    if case .figures = request.method, request.keying == nil, sheet.isOpaque {
        screen = key(sheet, settings: KeySettings(key: .auto), hints: hints).report.screen?.color
    }
    return (zip(names, cells).map { (joinPath(request.output, $0), $1) }, screen)
}
