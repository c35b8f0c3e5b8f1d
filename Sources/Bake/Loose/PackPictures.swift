public import AtlasPack
internal import ChromaKey
public import Export
public import ImageCodec
public import Raster

/// Packs a folder of pictures: what `kiln pack` does.
public struct PackRequest: Sendable {
    /// Pictures are taken from it and all folders inside; a frame's name is its picture's path
    /// relative to it, without extension.
    public var folder: String
    public var output: String
    /// What pages are called: `NAME-0.png`, `NAME-1.png` and so on.
    public var name = "atlas"
    /// Of descriptors to write beside the pages.
    public var formats: [ExportFormat] = [.texturePackerHash]
    public var packing = PackOptions()
    public var trims = true
    public var trimThreshold: UInt8 = 0
    /// Colors of the pages are multiplied by alpha.
    public var isPremultiplied = false
    /// How far visible color reaches under clear pixels, in pixels; 0 clears them, nil leaves them.
    public var bleed: Int?
    public var effort = PNGEffort.balanced
    /// A layout file to keep to, written anew with the pages; nil packs as densely as possible.
    public var layout: String?
    /// When the layout is given up.
    public var repack = RepackRule.never
    public var jobs: Int
    public var limits = DecodeLimits()

    public init(folder: String, output: String, jobs: Int) {
        self.folder = folder
        self.output = output
        self.jobs = jobs
    }
}

/// What packing did.
public struct PackSummary: Sendable {
    public var frames: Int
    /// Frames that share another's place because their pixels are equal.
    public var duplicates: Int
    /// Names of pictures without a visible pixel, which no format has words for.
    public var empty: [String]
    public var pages: [PixelSize]
    /// Sprite pixels over page pixels.
    public var occupancy: Double
    /// Paths of the files written, sorted.
    public var files: [String]
    /// Bytes of all files.
    public var bytes: Int
    /// What became of the layout; nil without one.
    public var layout: LayoutChange?
}

/// Why a folder was not packed.
public enum PackFailure: Error, Sendable {
    case noPictures(folder: String)
    /// None of the pictures has a visible pixel.
    case nothingVisible(folder: String)
    /// One for each picture that cannot be used, by path.
    case pictures([PictureFailure])
    case sameName(String, first: String, second: String)
    /// Formats that turn sprites in different directions, or not at all, with rotation allowed.
    case cannotRotate([ExportFormat])
    case layout(BrokenLayout)
    case packing(PackError)
    case export(ExportError)
}

extension PackFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPictures(let folder):
            "error: no pictures (.png, .jpg, .jpeg) in \(folder)"
        case .nothingVisible(let folder):
            "error: no picture in \(folder) has a visible pixel"
        case .pictures(let failures):
            failures.map { "\($0.path): error: \($0.message)" }.joined(separator: "\n")
        case .sameName(let name, let first, let second):
            """
            error: two pictures would be one frame '\(name)': \(first) and \(second)
              help: rename one of them
            """
        case .cannotRotate(let formats):
            """
            error: these formats do not turn sprites alike: \(formats.map(\.turning).joined(separator: ", "))
              help: leave out --rotate, or pack for each in a run of its own
            """
        case .layout(let error): "\(error)"
        case .packing(let error): "error: \(error)"
        case .export(let error): "error: \(error)"
        }
    }
}

/// Packs all pictures of a folder and writes pages and descriptors, all of them or nothing.
///
/// - Parameters:
///   - request: what to pack.
///   - disk: where it is and goes.
/// - Returns: what was done.
/// - Throws: `PackFailure` when the pictures or options do not allow it, `DiskError` when the disk
///   does not.
public func packPictures(_ request: PackRequest, disk: any Disk) async throws -> PackSummary {
    let paths = try picturesInFolder(request.folder, disk: disk)
    guard !paths.isEmpty else { throw PackFailure.noPictures(folder: request.folder) }
    try checkNames(paths)
    let rotation = ExportFormat.sharedRotation(of: request.formats)
    if request.packing.allowsRotation, rotation == .none {
        throw PackFailure.cannotRotate(request.formats)
    }
    var kept: KeptLayout?
    do {
        kept = try request.layout.map {
            try KeptLayout(at: $0, repack: request.repack, disk: disk)
        }
    } catch let error as BrokenLayout {
        throw PackFailure.layout(error)
    }
    let frames = try await loadFrames(paths, request, disk)
    guard frames.contains(where: { $0.trim != nil }) else {
        throw PackFailure.nothingVisible(folder: request.folder)
    }
    let settings = AtlasSettings(
        scales: [1],
        packing: request.packing,
        rotation: rotation,
        isPremultiplied: request.isPremultiplied,
        bleed: request.bleed,
        effort: request.effort
    )
    let list = PackingList(frames, settings: settings)
    let layout: AtlasLayout
    do throws(PackError) {
        layout = try list.packed(settings.packing, keeping: kept)
    } catch {
        throw PackFailure.packing(error)
    }
    let images = layout.pages.indices.map { "\(request.name)-\($0).png" }
    let pages = try await inParallel(layout.pages.count, jobs: request.jobs) { page in
        Result { () throws(DiskError) in
            try encodePage(page, scale: 1, of: layout, frames, settings, as: images[page])
        }
    }
    var files = try zip(images, pages).map { OutputFile(path: $0, bytes: try $1.get()) }
    let atlas = layout.description(
        name: request.name,
        scale: 1,
        images: images,
        of: frames,
        isPremultiplied: request.isPremultiplied,
        animations: []
    )
    do throws(ExportError) {
        for format in request.formats {
            for file in try export(atlas, format: format) {
                files.append(OutputFile(path: file.path, bytes: file.bytes))
            }
        }
    } catch {
        throw PackFailure.export(error)
    }
    if request.formats.contains(.spriteatlas) {
        files += try looseImages(of: [atlas], frames, effort: request.effort)
    }
    files.sort { $0.path < $1.path }
    try await publishing(layout.change.map { [$0] } ?? [], disk: disk) { [files] in
        try await OutputFolder(path: request.output, disk: disk).publish(
            .init(files: files.map { file in .init(path: file.path) { file.bytes } })
        )
    }
    return PackSummary(
        frames: frames.count,
        duplicates: frames.count { $0.trim != nil } - list.items.count,
        empty: frames.filter { $0.trim == nil }.map(\.name),
        pages: layout.pages,
        occupancy: layout.occupancy,
        files: files.map { joinPath(request.output, $0.path) },
        bytes: files.reduce(0) { $0 + $1.bytes.count },
        layout: layout.change
    )
}

private func checkNames(_ paths: [String]) throws(PackFailure) {
    var pathByName: [String: String] = [:]
    for path in paths {
        let name = withoutExtension(path)
        if let other = pathByName.updateValue(path, forKey: name) {
            throw .sameName(name, first: other, second: path)
        }
    }
}

private func loadFrames(
    _ paths: [String],
    _ request: PackRequest,
    _ disk: any Disk
) async throws -> [RenderedFrame] {
    let loaded = try await inParallel(paths.count, jobs: request.jobs) { index in
        let path = joinPath(request.folder, paths[index])
        return Result { () throws(PictureFailure) -> RenderedFrame in
            let decoded = try decodePicture(path, disk: disk, limits: request.limits)
            let frame = RenderedFrame(
                name: withoutExtension(paths[index]),
                image: decoded.image
            )
            return frame.fitted(
                scales: [1],
                trims: request.trims,
                threshold: request.trimThreshold
            )
        }
    }
    var frames: [RenderedFrame] = []
    var failures: [PictureFailure] = []
    for result in loaded {
        switch result {
        case .success(let frame): frames.append(frame)
        case .failure(let failure): failures.append(failure)
        }
    }
    guard failures.isEmpty else { throw PackFailure.pictures(failures) }
    return frames
}

/// One page at one scale, drawn and encoded.
func encodePage(
    _ page: Int,
    scale: Int,
    of layout: AtlasLayout,
    _ frames: [RenderedFrame],
    _ settings: AtlasSettings,
    as path: String
) throws(DiskError) -> [UInt8] {
    let image = layout.drawPage(
        page,
        scale: scale,
        frames: frames,
        extrude: settings.packing.extrude
    )
    guard var image else {
        throw DiskError(.write, path, reason: "the page is too large at scale \(scale)")
    }
    if let bleed = settings.bleed { image.bleedColors(reach: bleed) }
    if settings.isPremultiplied { image = image.premultiplied().bytesAsStraight }
    return try encode(image, for: path, effort: settings.effort)
}

extension Bitmap<PremultipliedPixel> {
    /// The same bytes, for a file that holds multiplied colors.
    fileprivate var bytesAsStraight: StraightImage {
        StraightImage(
            size: size,
            pixels: pixels.map { StraightPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a) }
        ) ?? StraightImage(size: size)
    }
}

extension ExportFormat {
    /// The format and how its engines turn sprites.
    fileprivate var turning: String { "\(rawValue) (\(capabilities.rotation.rawValue))" }
}
