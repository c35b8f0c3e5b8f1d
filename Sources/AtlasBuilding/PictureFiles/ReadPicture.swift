import ChromaKey
package import Diagnostics
package import FileStore
package import ImageCodec
import Raster

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
    let need = PictureNeed.reading.bytes(for: bytes, limits: limits)
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
