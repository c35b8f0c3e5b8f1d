package import AtlasBuilding
package import FileStore
package import ImageCodec
import Raster

/// What a picture file holds, for `kiln inspect`.
package struct PictureFacts: Hashable, Sendable, Encodable {
    package var path: String
    package var format: ImageFormat
    package var width: Int
    package var height: Int
    package var hasAlpha: Bool
    package var frames: Int
    /// How long each frame is shown, in milliseconds; nil for a still picture.
    package var durations: [Int]?
    /// The layers and groups of an Aseprite document that can be asked for; nil elsewhere.
    package var layers: [String]?
    package var tags: [Tag]?
    package var slices: [Slice]?
    /// What the file calls the meaning of its numbers; nil when it says nothing.
    package var colorSpace: String?
    /// Why that cannot be honored; nil when it can.
    package var colorTrouble: String?
    /// Of the decoded pixels: straight-alpha RGBA8, row-major, packed; as the file has them, before
    /// colors are converted.
    package var rgba8SHA256: String

    /// A named run of frames.
    package struct Tag: Hashable, Sendable, Encodable {
        package var name: String
        package var first: Int
        package var last: Int
        /// "forward", "reverse", "pingpong" or "pingpong-reverse".
        package var direction: String
        /// 0 is without end.
        package var repeats: Int
    }

    /// A named rectangle of a frame, in pixels.
    package struct Slice: Hashable, Sendable, Encodable {
        package var name: String
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        package var isNineSlice: Bool
        package var hasPivot: Bool
    }
}

extension PictureFacts {
    /// Adds what a file says of its frames.
    fileprivate mutating func add(_ facts: SheetFacts) {
        if facts.frames > 1 { durations = facts.durations }
        guard format == .aseprite else { return }
        layers = facts.parts
        tags = facts.tags.map { tag in
            Tag(
                name: tag.name,
                first: tag.frames.lowerBound,
                last: tag.frames.upperBound,
                direction: tag.direction.rawValue,
                repeats: tag.repeats
            )
        }
        slices = facts.slices.map { slice in
            Slice(
                name: slice.name,
                x: slice.bounds.x,
                y: slice.bounds.y,
                width: slice.bounds.width,
                height: slice.bounds.height,
                isNineSlice: slice.center != nil,
                hasPivot: slice.pivot != nil
            )
        }
    }
}

/// Reads and decodes a picture file.
///
/// - Throws: `PictureFailure` when it cannot be read or decoded.
package func inspectPicture(
    _ path: String,
    disk: any Disk,
    limits: DecodeLimits = DecodeLimits()
) throws(PictureFailure) -> PictureFacts {
    var limits = limits
    limits.convertsColors = false
    let decoded = try decodePicture(path, disk: disk, limits: limits)
    var result = PictureFacts(
        path: path,
        format: decoded.info.format,
        width: decoded.image.width,
        height: decoded.image.height,
        hasAlpha: decoded.info.hasAlpha,
        frames: decoded.info.frames,
        colorSpace: decoded.info.colorSpace,
        colorTrouble: decoded.info.colorTrouble,
        rgba8SHA256: unsafe decoded.image.withPixels { pixels in
            unsafe Digest(of: UnsafeRawBufferPointer(pixels)).text
        }
    )
    guard decoded.info.format == .aseprite || decoded.info.frames > 1,
        let bytes = try? disk.read(path), let facts = try? readSheetFacts(bytes, limits: limits)
    else { return result }
    result.add(facts)
    return result
}
