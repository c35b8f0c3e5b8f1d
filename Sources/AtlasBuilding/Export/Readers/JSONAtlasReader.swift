import Catalog
import FileStore
import Raster

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The TexturePacker family: JSON hash and array, Pixi, Phaser's multiatlas. One reader handles all:
// `frames` is an object or an array, or `textures` contains pages.

/// `namesURLs`: the engine loads images by URL, so names of images are escaped.
///
/// Throws `FormatFault`, which names the member.
func readJSONAtlas(
    _ file: ExportedFile,
    namesURLs: Bool
) throws(FormatFault) -> AtlasDescription {
    let root: Root
    do {
        root = try JSONDecoder().decode(Root.self, from: Data(file.bytes))
    } catch {
        throw FormatFault(message(of: error))
    }
    var atlas = AtlasDescription(name: file.stem, pages: [])
    if let animations = root.anims {
        atlas.animations = try animations.map { animation throws(FormatFault) in
            try animation.animation()
        }
        return atlas
    }
    for var texture in try root.pages() {
        if namesURLs {
            texture.image = path(ofURLReference: texture.image)
            texture.normalMap = texture.normalMap.map(path(ofURLReference:))
        }
        atlas.scale = texture.scale?.value ?? 1
        atlas.pages.append(try texture.page())
    }
    // No format stores the speed of an animation: Pixi's players default to a frame per tick.
    atlas.animations = (root.animations ?? [:]).sorted { $0.key < $1.key }.map {
        .init(name: $0.key, frames: $0.value, framesPerSecond: 60, loops: true)
    }
    return atlas
}

/// The format of the family; nil for other JSON.
func detectedJSON(in file: ExportedFile) -> AtlasFormat? {
    guard let root = try? JSONDecoder().decode(Root.self, from: Data(file.bytes)) else {
        return nil
    }
    if root.textures != nil || root.anims != nil { return .phaser }
    guard let frames = root.frames, root.meta != nil else { return nil }
    switch frames {
    case .array: return .texturePackerArray
    case .hash(let records):
        let isPixi =
            root.animations != nil || root.meta?.scale?.isNumber == true
            || records.contains { $0.value.anchor != nil || $0.value.borders != nil }
        return isPixi ? .pixi : .texturePackerHash
    }
}

/// A member's path and the problem.
private func message(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "the file is not JSON" }
    let context: DecodingError.Context? =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    let path = (context?.codingPath ?? []).map(\.stringValue).joined(separator: ".")
    let detail = context?.debugDescription ?? "the file is not JSON"
    return path.isEmpty ? detail : "\(path): \(detail)"
}

private struct Root: Decodable {
    var frames: Records?
    var textures: [Texture]?
    var animations: [String: [String]]?
    var meta: Meta?
    /// In Phaser's file of animations.
    var anims: [PhaserAnimation]?

    func pages() throws(FormatFault) -> [Texture] {
        if let textures { return textures }
        guard let frames, let meta else {
            throw FormatFault("found neither \"textures\" nor \"frames\" with \"meta\"")
        }
        guard let image = meta.image else { throw FormatFault("found no \"meta.image\"") }
        guard let size = meta.size else { throw FormatFault("found no \"meta.size\"") }
        return [Texture(image: image, size: size, scale: meta.scale, frames: frames)]
    }
}

private struct Meta: Decodable {
    var image: String?
    var size: Size?
    var scale: Scale?
}

private struct PhaserAnimation: Decodable {
    struct Step: Decodable {
        var frame: String
        var duration: Double?
    }

    var key: String
    var frames: [Step]
    var frameRate: Double?
    var `repeat`: Int?

    func animation() throws(FormatFault) -> AtlasDescription.Animation {
        var animation = AtlasDescription.Animation(
            name: key,
            frames: frames.map(\.frame),
            framesPerSecond: frameRate ?? 24,
            loops: (`repeat` ?? 0) != 0
        )
        let durations = frames.compactMap { $0.duration.flatMap(pixels) }.filter { $0 > 0 }
        if durations.count == frames.count, !durations.isEmpty { animation.durations = durations }
        return animation
    }
}

private enum Records: Decodable {
    case hash([String: Record])
    case array([Record])

    init(from decoder: any Decoder) throws {
        // Selects the more useful error.
        if let array = try? decoder.unkeyedContainer(), array.count != nil {
            self = .array(try [Record](from: decoder))
        } else {
            self = .hash(try [String: Record](from: decoder))
        }
    }

    var named: [(name: String?, record: Record)] {
        switch self {
        case .hash(let records): records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        case .array(let records): records.map { ($0.filename, $0) }
        }
    }
}

private struct Texture: Decodable {
    var image: String
    var size: Size
    var scale: Scale?
    var frames: Records
    var normalMap: String?

    func page() throws(FormatFault) -> AtlasDescription.Page {
        var drawn: [AtlasFrame] = []
        for (name, record) in frames.named {
            guard let name else { throw FormatFault("found a frame without \"filename\"") }
            do throws(FormatFault) {
                drawn.append(try record.frame(name, scale: scale?.value ?? 1))
            } catch {
                throw FormatFault("frame \"\(name)\": \(error.message)")
            }
        }
        return .init(
            imageFile: image,
            width: size.w.value,
            height: size.h.value,
            frames: drawn,
            normalMapFile: normalMap
        )
    }
}

private struct Record: Decodable {
    var filename: String?
    var frame: Rectangle
    var rotated: Bool?
    var trimmed: Bool?
    var spriteSourceSize: Rectangle?
    var sourceSize: Size?
    var pivot: Point?
    var anchor: Point?
    var borders: Borders?
    var scale9Borders: Rectangle?
    var vertices: [[Pixels]]?
    var verticesUV: [[Pixels]]?
    var triangles: [[Pixels]]?

    func frame(_ name: String, scale: Double) throws(FormatFault) -> AtlasFrame {
        var result = AtlasFrame(
            name,
            [frame.x.value, frame.y.value, frame.w.value, frame.h.value],
            rotation: rotated == true ? .clockwise : .none,
            pivot: (anchor ?? pivot).map { .init(x: $0.x, y: $0.y) }
        )
        if trimmed != false, let box = spriteSourceSize, let source = sourceSize {
            result.trimX = box.x.value
            result.trimY = box.y.value
            result.sourceWidth = source.w.value
            result.sourceHeight = source.h.value
        }
        if let borders {
            result.nineSlice = borders.slice(scale: scale)
        } else if let middle = scale9Borders {
            result.nineSlice = .init(
                left: middle.x.value,
                top: middle.y.value,
                right: result.sourceWidth - middle.x.value - middle.w.value,
                bottom: result.sourceHeight - middle.y.value - middle.h.value
            )
        }
        if let vertices, let verticesUV, let triangles {
            try result.take(
                vertices: corners(vertices),
                onPage: corners(verticesUV),
                indexes: triangles.flatMap { $0.map(\.value) }
            )
        }
        return result
    }

    private func corners(_ list: [[Pixels]]) throws(FormatFault) -> [PixelPoint] {
        guard list.allSatisfy({ $0.count == 2 }) else {
            throw FormatFault("found a vertex that has not two numbers")
        }
        return list.map { .init(x: $0[0].value, y: $0[1].value) }
    }
}

private struct Rectangle: Decodable {
    var x: Pixels
    var y: Pixels
    var w: Pixels
    var h: Pixels
}

private struct Size: Decodable {
    var w: Pixels
    var h: Pixels
}

private struct Point: Decodable {
    var x: Double
    var y: Double
}

/// Pixi's, in points.
private struct Borders: Decodable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    /// In pixels; invalid lengths become ones that exceed every page.
    func slice(scale: Double) -> NineSlice {
        let sides = [left, top, right, bottom].map {
            pixels(($0 * scale).rounded()) ?? AtlasDescription.maximumSide
        }
        return .init(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }
}

/// A whole number, small enough that sums of a few do not overflow; `3.0` is 3.
private struct Pixels: Decodable {
    var value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Double.self)
        guard let value = pixels(number) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "found \(number), expected a whole number of pixels"
            )
        }
        self.value = value
    }
}

/// TexturePacker and Aseprite write the scale as a string, Pixi and Phaser as a number.
private struct Scale: Decodable {
    var value: Double
    var isNumber: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            isNumber = false
            value = Double(text) ?? .nan
        } else {
            isNumber = true
            value = try container.decode(Double.self)
        }
        guard value.isFinite, value > 0 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "found no usable scale")
            )
        }
    }
}

/// Reads the `Contents.json` of an image set: its images and their scales, smallest first.
///
/// Omits entries without an image, which Xcode writes for missing scales.
package func imagesOfImageSet(
    _ file: ExportedFile
) throws(PictureFailure) -> [(file: String, scale: Int)] {
    struct Contents: Decodable {
        struct Image: Decodable {
            var filename: String?
            var scale: String?
        }

        var images: [Image]
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(file.bytes)) else {
        throw PictureFailure(path: file.path, message: "found no \"images\" with names and scales")
    }
    var images: [(file: String, scale: Int)] = []
    for image in contents.images {
        guard let name = image.filename else { continue }
        let scale = image.scale ?? "1x"
        guard scale.hasSuffix("x"), let number = Int(scale.dropLast()), (1...8).contains(number)
        else {
            throw PictureFailure(
                path: file.path,
                message: "found scale \"\(scale)\", expected one such as \"2x\""
            )
        }
        images.append((name, number))
    }
    return images.sorted { $0.scale < $1.scale }
}
