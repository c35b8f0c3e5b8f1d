public import ChromaKey
public import ImageCodec
public import Raster

/// Keys loose pictures: what `kiln key` does.
public struct KeyRequest: Sendable {
    /// Pictures, and folders of pictures (with all folders inside).
    public var inputs: [String]
    /// A file for a single picture when the name ends in `.png`; a folder otherwise.
    public var output: String
    public var settings: KeySettings
    /// Also writes `STEM-mask.png`, the alpha.
    public var writesMask = false
    /// Also writes `STEM-fringe.png`, a heat map of edge pixels that lean to the screen.
    public var writesFringe = false
    public var jobs: Int
    public var limits = DecodeLimits()

    public init(inputs: [String], output: String, settings: KeySettings, jobs: Int) {
        self.inputs = inputs
        self.output = output
        self.settings = settings
        self.jobs = jobs
    }
}

/// What became of one picture.
public struct KeyOutcome: Sendable {
    public var input: String
    public var result: Result<Success, PictureFailure>

    public struct Success: Sendable {
        /// The files written.
        public var outputs: [String]
        public var report: KeyReport
    }
}

/// Keys every picture and writes the results, each in one step: a file is whole or not there.
///
/// A picture in which no screen is found gives no file and a failure.
///
/// - Parameters:
///   - request: what to key.
///   - disk: where the pictures are, and the results go.
/// - Returns: one outcome a picture, in the order of the inputs.
/// - Throws: `KeyPlanError` when two pictures would give one file or a folder cannot be listed;
///   nothing was written then.
public func keyPictures(_ request: KeyRequest, disk: any Disk) async throws -> [KeyOutcome] {
    let plan = try planKeying(request, disk: disk)
    return try await inParallel(plan.count, jobs: request.jobs) { index in
        let (input, output) = plan[index]
        return KeyOutcome(
            input: input,
            result: await Result(of: { () async throws(PictureFailure) in
                try await withPicture(
                    input,
                    disk: disk,
                    limits: request.limits,
                    need: request.need
                ) { decoded throws(PictureFailure) in
                    try keyPicture(decoded, of: input, to: output, request, disk)
                }
            })
        )
    }
}

/// Why keying did not begin.
public enum KeyPlanError: Error, Hashable, Sendable {
    case unreadable(DiskError)
    case noPictures([String])
    case sameOutput(String, first: String, second: String)
}

extension KeyPlanError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let error): "error: \(error)"
        case .noPictures(let inputs):
            "error: no pictures (.png, .jpg, .jpeg) in \(inputs.joined(separator: ", "))"
        case .sameOutput(let output, let first, let second):
            """
            error: two pictures would be written to \(output): \(first) and \(second)
              help: key them in two runs with another -o, or rename one
            """
        }
    }
}

/// Input and output paths, in order.
private func planKeying(
    _ request: KeyRequest,
    disk: any Disk
) throws(KeyPlanError) -> [(input: String, output: String)] {
    if request.inputs.count == 1, request.output.lowercased().hasSuffix(".png"),
        disk.stamp(request.inputs[0])?.isFolder != true,
        disk.stamp(request.output)?.isFolder != true
    {
        return [(request.inputs[0], request.output)]
    }
    var plan: [(input: String, output: String)] = []
    var inputByOutput: [String: String] = [:]
    for input in request.inputs {
        var pictures = [(path: input, name: lastPart(of: input))]
        if disk.stamp(input)?.isFolder == true {
            do throws(DiskError) {
                pictures = try picturesInFolder(input, disk: disk).map {
                    (joinPath(input, $0), $0)
                }
            } catch {
                throw .unreadable(error)
            }
        }
        for picture in pictures {
            let output = joinPath(request.output, withoutExtension(picture.name) + ".png")
            if let other = inputByOutput.updateValue(picture.path, forKey: output) {
                throw .sameOutput(output, first: other, second: picture.path)
            }
            plan.append((picture.path, output))
        }
    }
    guard !plan.isEmpty else { throw .noPictures(request.inputs) }
    return plan
}

extension KeyRequest {
    /// Pictures beside the keyed one are made one after the other.
    fileprivate var need: PictureNeed {
        var need = PictureNeed.keying
        if settings.spill > 0 { need = need + .spill }
        if writesMask || writesFringe { need = need + .picture }
        return need
    }
}

private func keyPicture(
    _ decoded: consuming DecodedImage,
    of input: String,
    to output: String,
    _ request: KeyRequest,
    _ disk: any Disk
) throws(PictureFailure) -> KeyOutcome.Success {
    let hints = KeyHints(decoded.info)
    // Nobody else has the picture, so it need not be copied.
    var image = (consume decoded).image
    let report = key(inPlace: &image, settings: request.settings, hints: hints)
    let keyed = KeyedImage(image: image, report: report)
    guard keyed.report.screen != nil || request.settings.mode == .gpuimage else {
        throw PictureFailure(
            path: input,
            isUnreadable: false,
            message: "no screen found, so nothing was removed; name its color with --key"
        )
    }
    var files: [(String, make: () -> StraightImage)] = [(output, { keyed.image })]
    if request.writesMask {
        let path = withoutExtension(output) + "-mask.png"
        files.append((path, { StraightImage(alphaOf: keyed.image) }))
    }
    if request.writesFringe {
        files.append((withoutExtension(output) + "-fringe.png", { keyed.fringeMap }))
    }
    for (path, make) in files {
        do throws(DiskError) {
            try writePicture(make(), to: path, disk: disk)
        } catch {
            throw PictureFailure(path: path, isUnreadable: true, message: error.description)
        }
    }
    return KeyOutcome.Success(outputs: files.map(\.0), report: keyed.report)
}

/// Writes a picture as a PNG, in one step: the file is whole or not there.
///
/// - Throws: `DiskError`.
public func writePicture(
    _ image: StraightImage,
    to path: String,
    disk: any Disk
) throws(DiskError) {
    try writeWhole(try encode(image, for: path), to: path, disk: disk)
}

/// Writes a file in one step: it is whole or not there.
///
/// - Throws: `DiskError`.
public func writeWhole(
    _ bytes: [UInt8],
    to path: String,
    disk: any Disk
) throws(DiskError) {
    let part = path + ".part"
    try disk.write(bytes, to: part)
    try disk.rename(part, to: path)
}

/// A picture, or a part of it, as the bytes of a PNG file.
///
/// - Throws: `DiskError` that names the file when there is not enough memory.
func encode(
    _ image: StraightImage,
    only part: PixelRect? = nil,
    for path: String,
    effort: PNGEffort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, only: part ?? PixelRect(image.size), effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

extension KeyHints {
    /// What the decoder knows about a file.
    init(_ info: ImageInfo) {
        let chroma = info.chromaSubsampling
        let isJPEG = info.format == .jpeg
        self.init(
            chromaSubsampling: isJPEG
                ? .init(horizontal: chroma.horizontal, vertical: chroma.vertical) : nil
        )
    }
}

extension Bitmap<StraightPixel> {
    /// The alpha of a picture as opaque gray.
    init(alphaOf image: StraightImage) {
        self = Bitmap(size: image.size)
        for y in 0..<height {
            for x in 0..<width {
                let value = image[x, y].a
                self[x, y] = StraightPixel(r: value, g: value, b: value)
            }
        }
    }
}
