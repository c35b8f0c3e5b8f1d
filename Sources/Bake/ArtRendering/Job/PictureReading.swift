import AtlasBuilding
package import ImageCodec
package import Raster

/// What is read of a file.
package struct PictureReading: Hashable, Sendable {
    /// The layer or group of an Aseprite document; nil for all that is visible.
    package var part: String?
    /// Whether all its frames are, laid side by side; else the first is.
    package var isSheet = false

    package init() {}

    /// Decodes a file.
    ///
    /// - Returns: the picture, and where its frames lie when they are its own.
    /// - Throws: `ImageDecodingError` when the file gives no picture.
    package func decode(
        _ bytes: [UInt8],
        limits: DecodeLimits
    ) throws(ImageDecodingError) -> (picture: DecodedImage, cells: [PixelRect]?) {
        guard isSheet || part != nil else {
            return (try decodeImage(bytes, limits: limits), nil)
        }
        let sheet = try decodeSheet(bytes, part: part, limits: limits)
        return (DecodedImage(image: sheet.image, info: sheet.info), isSheet ? sheet.cells : nil)
    }

    /// The memory that work on a file takes, by what it declares.
    func bytes(for need: PictureNeed, _ file: [UInt8], limits: DecodeLimits) -> Int {
        let ofOne = need.bytes(for: file, limits: limits)
        guard isSheet || part != nil, let header = try? readImageInfo(file, limits: limits) else {
            return ofOne
        }
        // More frames than a sheet may hold are an error before any is drawn.
        let most = max(1, limits.maximumPixels / header.size.area)
        let (all, isMore) = ofOne.multipliedReportingOverflow(by: min(header.info.frames, most))
        return isMore ? .max : all
    }
}
