package import FileStore
package import ImageCodec
import Raster

/// Reads a picture file with all its frames, and works on them while holding the memory that this needs.
///
/// - Parameters:
///   - path: the file.
///   - disk: where it is.
///   - limits: what it may declare.
///   - need: what reading and the work take together, for each pixel of the sheet.
///   - work: gets a sheet that nobody else has, and what the file says of its frames.
/// - Returns: what `work` does.
/// - Throws: `PictureFailure` when there is no picture, or not enough memory for it.
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
