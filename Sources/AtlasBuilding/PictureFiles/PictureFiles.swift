import ChromaKey
package import Diagnostics
package import FileStore
package import ImageCodec
package import Raster

// PictureFiles: reads and writes images, as many at once as memory allows.
//
// In: paths, and the memory that work on an image takes (`PictureNeed`). Out: decoded images,
// encoded ones, and a `PictureFailure` for each file that fails.
//
// `inParallel` bounds concurrency, `MemoryBudget` memory, and `Machine` provides the limits of
// both.

/// Why a picture, or a file that describes pictures, cannot be used.
package struct PictureFailure: Error, Hashable, Sendable {
    package var path: String
    /// Whether the file's bytes could not be read at all.
    package var isUnreadable: Bool
    package var message: String
    /// What to do about it, unless the message says it.
    package var help: String?

    package init(path: String, isUnreadable: Bool = false, message: String, help: String? = nil) {
        self.path = path
        self.isUnreadable = isUnreadable
        self.message = message
        self.help = help
    }

    package var finding: Diagnostic { Diagnostic(.error, about: path, message, help: help) }
}

extension PictureFailure: Encodable {
    private enum CodingKeys: String, CodingKey {
        case path
        case message = "error"
    }
}

/// Reads and decodes an image file; throws `PictureFailure`, also if the pixels exceed the memory
/// limit.
package func decodePicture(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits = DecodeLimits()
) throws(PictureFailure) -> DecodedImage {
    let bytes = try readBytes(path, disk: disk)
    let need = PictureNeed.reading.bytes(for: bytes)
    let allowed = MemoryBudget.current.bytes
    guard need <= allowed else {
        let shortage = MemoryShortage(need: need, allowed: allowed)
        throw PictureFailure(path: path, message: shortage.description)
    }
    return try decoding(path) { () throws(ImageDecodingError) in
        try decodeImage(bytes, limits: limits)
    }
}

/// Reads an image file, and works on the image while reserving memory.
///
/// `need` covers reading and the work. `work` gets a uniquely referenced image. Throws
/// `PictureFailure` if the file is invalid, or memory insufficient.
package func withPicture<Success>(
    _ path: String,
    disk: any Disk,
    need: PictureNeed,
    _ work: (consuming DecodedImage) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    let bytes = try readBytes(path, disk: disk)
    let need = need.bytes(for: bytes)
    return try await holding(need, for: path) { () throws(PictureFailure) in
        try work(try decoding(path) { () throws(ImageDecodingError) in try decodeImage(bytes) })
    }
}

private func holding<Success>(
    _ need: Int,
    for path: String,
    _ work: () throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    try await MemoryBudget.current.holding(
        need,
        orFailing: { PictureFailure(path: path, message: $0.description) },
        work
    )
}

/// Reads a file; throws `PictureFailure` if that fails.
package func readBytes(_ path: String, disk: any Disk) throws(PictureFailure) -> [UInt8] {
    do throws(DiskError) {
        return try disk.read(path)
    } catch {
        throw PictureFailure(path: path, isUnreadable: true, message: error.reason)
    }
}

private func decoding<Value>(
    _ path: String,
    _ decode: () throws(ImageDecodingError) -> Value
) throws(PictureFailure) -> Value {
    do throws(ImageDecodingError) {
        return try decode()
    } catch {
        throw PictureFailure(path: path, message: error.description)
    }
}

/// Reads an image file with all its frames, or its first image alone, and works on the sheet while
/// reserving memory.
///
/// `need` covers reading and the work, per pixel of the sheet. `work` gets a uniquely referenced
/// sheet, and the file's facts if it was read with its frames. Throws `PictureFailure` if the file
/// is invalid, or memory insufficient.
package func withSheet<Success>(
    _ path: String,
    takingFrames: Bool,
    disk: any Disk,
    need: PictureNeed,
    _ work: (consuming DecodedSheet, SheetFacts?) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    guard takingFrames else {
        return try await withPicture(path, disk: disk, need: need) {
            decoded throws(PictureFailure) in
            try work(DecodedSheet(still: consume decoded), nil)
        }
    }
    let bytes = try readBytes(path, disk: disk)
    let facts = try decoding(path) { () throws(ImageDecodingError) in try readSheetFacts(bytes) }
    let need = need.bytes(for: bytes, frames: facts.frames)
    return try await holding(need, for: path) { () throws(PictureFailure) in
        let sheet = try decoding(path) { () throws(ImageDecodingError) in try decodeSheet(bytes) }
        return try work(sheet, facts)
    }
}

extension KeyHints {
    package init(_ info: ImageInfo) {
        self.init(chromaSubsampling: info.format == .jpeg ? info.chromaSubsampling : nil)
    }
}

/// Encodes an image as PNG.
///
/// Throws `DiskError` with the path if out of memory.
package func encode(
    _ image: StraightImage,
    for path: String,
    effort: Effort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

extension PNGEncoding {
    /// Compresses bands here and in all spare lanes, in no particular order.
    ///
    /// The caller owns one of `lanes`, whose number does not change the bytes.
    package func bands(
        _ indices: [Int],
        in lanes: Lanes
    ) async throws(ImageEncodingError) -> [Band] {
        typealias Outcome = Result<[Band], ImageEncodingError>
        let waiting = WorkQueue(indices)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            let own = Outcome { () throws(ImageEncodingError) in
                try bands {
                    let index = waiting.first()
                    while waiting.count > 0, let lane = lanes.spare() {
                        group.addTask {
                            defer { lanes.giveBack(lane) }
                            return Outcome { () throws(ImageEncodingError) in
                                try bands(waiting.first)
                            }
                        }
                    }
                    return index
                }
            }
            return await group.reduce(into: [own]) { $0.append($1) }
        }
        var result: [Band] = []
        for outcome in outcomes { result += try outcome.get() }
        return result
    }
}

/// Whether the name is that of a supported image file, ignoring case.
package func isPictureName(_ name: String) -> Bool {
    ends(name, in: [".png", ".jpg", ".jpeg"]) || isAnimationName(name)
}

/// Whether the name is that of an image file that may have frames.
///
/// A PNG may be an animation too, but rarely is, and viewers show its first image.
package func isAnimationName(_ name: String) -> Bool {
    isDocumentName(name) || ends(name, in: [".apng", ".gif", ".webp"])
}

/// Whether the name is that of an Aseprite document, which has layers.
package func isDocumentName(_ name: String) -> Bool { ends(name, in: [".aseprite", ".ase"]) }

private func ends(_ name: String, in endings: [String]) -> Bool {
    let lower = name.lowercased()
    return endings.contains { lower.hasSuffix($0) && lower.count > $0.count }
}

/// The images in a folder and its subfolders, relative to it, sorted by path in byte order; files
/// are not opened.
///
/// Skips hidden files, links, the folder `output` inside, and, if `skipsPacked`, pages written by
/// packing.
package func picturesInFolder(
    _ folder: String,
    without output: String? = nil,
    skipsPacked: Bool = false,
    disk: any Disk
) throws(DiskError) -> [String] {
    let root = disk.realPath(folder) ?? folder
    if disk.kind(of: root) == .file {
        throw DiskError(
            .list,
            folder,
            reason: "it is a file, expected a folder of pictures",
            help: "name the folder that holds the pictures"
        )
    }
    let excluded = output.flatMap { disk.realPath($0) }
    var found: [String] = []
    var packed: Set<String> = []
    var waiting = [""]
    while let inner = waiting.popLast() {
        if skipsPacked {
            let pages = packedFiles(in: joinPath(folder, inner), disk: disk)
            packed.formUnion(pages.map { joinPath(inner, $0) })
        }
        for entry in try disk.list(joinPath(folder, inner)) where !entry.name.hasPrefix(".") {
            let path = joinPath(inner, entry.name)
            switch entry.kind {
            case .folder: if joinPath(root, path) != excluded { waiting.append(path) }
            case .file: if isPictureName(entry.name) { found.append(path) }
            case .link, .other: break
            }
        }
    }
    found.removeAll(where: packed.contains)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
