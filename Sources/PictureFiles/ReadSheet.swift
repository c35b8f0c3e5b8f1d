package import FileStore
package import ImageCodec
internal import Raster

/// Reads a picture file with all its frames, and works on them while holding the memory that this needs.
///
/// - Parameters:
///   - path: the file.
///   - disk: where it is.
///   - limits: what it may declare.
///   - need: what reading and the work take together, for each pixel of the sheet.
///   - work: gets the sheet, and what the file says of its frames.
/// - Returns: what `work` does.
/// - Throws: `PictureFailure` when there is no picture, or not enough memory for it.
package func withSheet<Success>(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits,
    need: PictureNeed,
    _ work: (DecodedSheet, SheetFacts) throws(PictureFailure) -> Success
) async throws(PictureFailure) -> Success {
    let bytes: [UInt8]
    do throws(DiskError) {
        bytes = try disk.read(path)
    } catch {
        throw PictureFailure(path: path, isUnreadable: true, message: error.reason)
    }
    let facts: SheetFacts
    do throws(ImageDecodingError) {
        facts = try readSheetFacts(bytes, limits: limits)
    } catch {
        throw PictureFailure(path: path, isUnreadable: false, message: error.description)
    }
    // The facts were within the limits, so the product is small.
    let whole = need.bytes(for: facts.size) * facts.frames
    let result: Result<Success, PictureFailure>
    do throws(MemoryShortage) {
        result = try await MemoryBudget.current.holding(whole) {
            Result { () throws(PictureFailure) in
                try work(try decodedSheet(bytes, of: path, limits: limits), facts)
            }
        }
    } catch {
        throw PictureFailure(path: path, isUnreadable: false, message: error.description)
    }
    return try result.get()
}

private func decodedSheet(
    _ bytes: [UInt8],
    of path: String,
    limits: DecodeLimits
) throws(PictureFailure) -> DecodedSheet {
    do throws(ImageDecodingError) {
        return try decodeSheet(bytes, limits: limits)
    } catch {
        throw PictureFailure(path: path, isUnreadable: false, message: error.description)
    }
}
