import AtlasBuilding
package import FileStore
package import ImageCodec
import Raster

/// What is read of a file.
package struct PictureReading: Hashable, Sendable {
    /// The layer or group of an Aseprite document; nil for all that is visible.
    package var part: String?
    /// Whether all its frames are, laid side by side; else the first is.
    package var isSheet = false

    /// Whether that is the first picture that the file shows.
    fileprivate var isPlain: Bool { part == nil && !isSheet }

    /// The memory that work on a file takes, by what it declares.
    func bytes(for need: PictureNeed, _ file: [UInt8], limits: DecodeLimits) -> Int {
        let ofOne = need.bytes(for: file, limits: limits)
        guard !isPlain, let header = try? readImageInfo(file, limits: limits) else {
            return ofOne
        }
        // More frames than a sheet may hold are an error before any is drawn.
        let most = max(1, limits.maximumPixels / header.size.area)
        let (all, isMore) = ofOne.multipliedReportingOverflow(by: min(header.info.frames, most))
        return isMore ? .max : all
    }
}

/// Reads and decodes the files of jobs.
package struct FileReader: Sendable {
    /// Where the files are.
    package var disk: any Disk
    /// What a file may ask for.
    package var limits = DecodeLimits()
    /// Files that were read already, by path.
    package var contents: [String: [UInt8]] = [:]

    /// The picture of a file, and where its frames are when they are its own.
    func decoded(
        _ file: RenderJob.File
    ) throws(RenderFailure) -> (picture: DecodedImage, cells: [PixelRect]?) {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = if let known = contents[file.path] { known } else { try disk.read(file.path) }
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .unreadable(error))
        }
        do throws(ImageDecodingError) {
            let (part, isSheet) = (file.reading.part, file.reading.isSheet)
            if file.reading.isPlain { return (try decodeImage(bytes, limits: limits), nil) }
            let sheet = try decodeSheet(bytes, part: part, limits: limits)
            return (DecodedImage(image: sheet.image, info: sheet.info), isSheet ? sheet.cells : nil)
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .undecodable(error))
        }
    }
}

extension RenderContext {
    /// Reads files of which some may have been read already, by path.
    func reader(_ contents: [String: [UInt8]] = [:]) -> FileReader {
        FileReader(disk: disk, limits: limits, contents: contents)
    }
}
