package import FileStore
package import ImageCodec
import Raster

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
                throw PictureFailure(path: path, isUnreadable: false, message: error.description)
            }
            return (facts, need.bytes(for: bytes, frames: facts.frames, limits: limits))
        },
        work: { bytes, facts throws(PictureFailure) in
            let sheet: DecodedSheet
            do throws(ImageDecodingError) {
                sheet = try decodeSheet(bytes, limits: limits)
            } catch {
                throw PictureFailure(path: path, isUnreadable: false, message: error.description)
            }
            return try work(sheet, facts)
        }
    )
}
