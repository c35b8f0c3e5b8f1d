public import ChromaKey
public import ImageCodec
public import Raster
public import SheetSlicing

/// Cuts one sheet into frames: what `kiln slice` does.
public struct SliceRequest: Sendable {
    public enum Method: Sendable {
        case grid(GridLayout)
        /// Finds figures that clear pixels separate.
        case figures
    }

    public var input: String
    /// The folder for `STEM-0.png`, `STEM-1.png` and so on.
    public var output: String
    public var method: Method
    /// Keys the sheet first; nil leaves it as it is.
    public var keying: KeySettings?
    public var limits = DecodeLimits()
    /// What frames may replace.
    public var rules = LooseRules()

    public init(input: String, output: String, method: Method) {
        self.input = input
        self.output = output
        self.method = method
    }
}

/// Why a sheet was not cut.
public enum SliceFailure: Error, Hashable, Sendable {
    case picture(PictureFailure)
    case grid(SlicingError)
    case noScreen
    case noFigures
}

extension SliceFailure: CustomStringConvertible {
    public var description: String {
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
/// - Returns: the files written and the cells they came from.
/// - Throws: `SliceFailure`, `Obstruction`, `DiskError`; nothing was written then.
public func slicePicture(
    _ request: SliceRequest,
    disk: any Disk
) async throws -> [(path: String, cell: PixelRect)] {
    let decoded: DecodedImage
    do throws(PictureFailure) {
        decoded = try decodePicture(request.input, disk: disk, limits: request.limits)
    } catch {
        throw SliceFailure.picture(error)
    }
    var sheet = decoded.image
    if let settings = request.keying {
        let keyed = key(sheet, settings: settings, hints: KeyHints(decoded.info))
        guard keyed.report.screen != nil else { throw SliceFailure.noScreen }
        sheet = keyed.image
    }
    let cells: [PixelRect]
    switch request.method {
    case .grid(let grid):
        do throws(SlicingError) {
            cells = try grid.cells(of: sheet.size)
        } catch {
            throw SliceFailure.grid(error)
        }
    case .figures: cells = findFigures(on: sheet)
    }
    guard !cells.isEmpty else { throw SliceFailure.noFigures }
    let stem = withoutExtension(lastPart(of: request.input))
    let names = cells.indices.map { "\(stem)-\($0).png" }
    let outputs = try await LooseOutputs.begin(
        in: request.output,
        expecting: names,
        reading: [request.input],
        request.rules,
        disk: disk
    )
    do {
        for (name, cell) in zip(names, cells) {
            try Task.checkCancellation()
            try outputs.add(try encode(sheet.cropped(to: cell), for: name), as: name)
        }
        try await outputs.commit()
    } catch {
        outputs.discard()
        throw error
    }
    return zip(names, cells).map { (joinPath(request.output, $0), $1) }
}
