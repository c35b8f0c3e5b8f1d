package import AtlasBuilding
package import FileStore
public import ImageCodec
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
    package var tags: [SheetFacts.Tag]?
    package var slices: [SheetFacts.Slice]?
    /// What the file calls the meaning of its numbers; nil when it says nothing.
    package var colorSpace: String?
    /// Why that cannot be honored; nil when it can.
    package var colorTrouble: String?
    /// Of the decoded pixels: straight-alpha RGBA8, row-major, packed; as the file has them, before
    /// colors are converted.
    package var rgba8SHA256: String
}

extension SheetFacts.Tag: Encodable {
    private enum CodingKeys: CodingKey { case name, first, last, direction, repeats }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(frames.lowerBound, forKey: .first)
        try container.encode(frames.upperBound, forKey: .last)
        try container.encode(direction.rawValue, forKey: .direction)
        try container.encode(repeats, forKey: .repeats)
    }
}

extension SheetFacts.Slice: Encodable {
    private enum CodingKeys: CodingKey { case name, isNineSlice, hasPivot }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try bounds.encode(to: encoder)
        try container.encode(center != nil, forKey: .isNineSlice)
        try container.encode(pivot != nil, forKey: .hasPivot)
    }
}

package func inspectPicture(
    _ path: String,
    disk: any Disk
) throws(PictureFailure) -> PictureFacts {
    var limits = DecodeLimits()
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
    if facts.frames > 1 { result.durations = facts.durations }
    if result.format == .aseprite {
        (result.layers, result.tags, result.slices) = (facts.parts, facts.tags, facts.slices)
    }
    return result
}
