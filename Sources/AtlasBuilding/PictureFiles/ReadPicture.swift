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
}

extension PictureFailure {
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
    limits: DecodeLimits
) throws(PictureFailure) -> DecodedImage {
    let bytes = try readPicture(path, disk: disk)
    let (need, allowed) = (
        PictureNeed.reading.bytes(for: bytes, limits: limits), MemoryBudget.current.bytes
    )
    guard need <= allowed else {
        throw PictureFailure(path, MemoryShortage(need: need, allowed: allowed))
    }
    return try decodePicture(bytes, of: path, limits: limits)
}

/// Reads an image file, and works on the image while reserving memory.
///
/// `need` covers reading and the work. `work` gets a uniquely referenced image. Throws
/// `PictureFailure` if the file is invalid, or memory insufficient.
package func withPicture<Success>(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits,
    need: PictureNeed,
    _ work: (consuming DecodedImage) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    try await withBytes(
        path,
        disk: disk,
        plan: { ((), need.bytes(for: $0, limits: limits)) },
        work: { bytes, _ throws(PictureFailure) in
            try work(try decodePicture(bytes, of: path, limits: limits))
        }
    )
}

/// Reads a file, and works on its bytes while reserving memory.
///
/// `plan` reads facts, and the memory that they imply.
func withBytes<Facts, Success>(
    _ path: String,
    disk: any Disk,
    plan: ([UInt8]) throws(PictureFailure) -> (facts: Facts, need: Int),
    work: ([UInt8], Facts) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    let bytes = try readPicture(path, disk: disk)
    let (facts, need) = try plan(bytes)
    let result: Result<Success, PictureFailure>
    do throws(MemoryShortage) {
        result = try await MemoryBudget.current.holding(need) {
            Result { () throws(PictureFailure) in try work(bytes, facts) }
        }
    } catch {
        throw PictureFailure(path, error)
    }
    return try result.get()
}

private func readPicture(_ path: String, disk: any Disk) throws(PictureFailure) -> [UInt8] {
    do throws(DiskError) {
        return try disk.read(path)
    } catch {
        throw PictureFailure(path: path, isUnreadable: true, message: error.reason)
    }
}

private func decodePicture(
    _ bytes: [UInt8],
    of path: String,
    limits: DecodeLimits
) throws(PictureFailure) -> DecodedImage {
    do throws(ImageDecodingError) {
        return try decodeImage(bytes, limits: limits)
    } catch {
        throw PictureFailure(path: path, message: error.description)
    }
}

extension PictureFailure {
    fileprivate init(_ path: String, _ shortage: MemoryShortage) {
        self.init(path: path, message: shortage.description)
    }
}

/// Reads an image file with all its frames, and works on them while reserving memory.
///
/// `need` covers reading and the work, per pixel of the sheet. `work` gets a uniquely referenced
/// sheet, and the file's facts. Throws `PictureFailure` if the file is invalid, or memory
/// insufficient.
package func withSheet<Success>(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits,
    need: PictureNeed,
    _ work: (consuming DecodedSheet, SheetFacts) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    try await withBytes(
        path,
        disk: disk,
        plan: { bytes throws(PictureFailure) in
            let facts: SheetFacts
            do throws(ImageDecodingError) {
                facts = try readSheetFacts(bytes, limits: limits)
            } catch {
                throw PictureFailure(path: path, message: error.description)
            }
            return (facts, need.bytes(for: bytes, frames: facts.frames, limits: limits))
        },
        work: { bytes, facts throws(PictureFailure) in
            let sheet: DecodedSheet
            do throws(ImageDecodingError) {
                sheet = try decodeSheet(bytes, limits: limits)
            } catch {
                throw PictureFailure(path: path, message: error.description)
            }
            return try work(sheet, facts)
        }
    )
}
