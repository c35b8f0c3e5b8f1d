internal import Export
internal import ImageCodec
public import Raster

/// A sprite that an atlas does not give back as its picture has it.
public struct AtlasFlaw: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The atlas has no frame for the picture.
        case missing
        /// There is no picture for the frame.
        case foreign
        case size(found: PixelSize, expected: PixelSize)
        /// How many pixels differ, and the first of them.
        case pixels(count: Int, first: PixelPoint)
    }

    public var frame: String
    public var kind: Kind
}

extension AtlasFlaw: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .missing: "frame '\(frame)' is missing from the atlas"
        case .foreign: "frame '\(frame)' has no picture in the folder"
        case .size(let found, let expected):
            "frame '\(frame)' restores to another size, found \(found), expected \(expected)"
        case .pixels(let count, let first):
            "frame '\(frame)' restores to other pixels, \(count) differ, the first at \(first)"
        }
    }
}

/// Why an atlas cannot be verified at all.
public struct UnverifiableAtlas: Error, Hashable, Sendable {
    public var path: String
    public var message: String
}

extension UnverifiableAtlas: CustomStringConvertible {
    public var description: String { "error: \(path): \(message)" }
}

/// Restores every sprite of an atlas as an engine would, and compares it with its picture.
///
/// Pixels that are clear in both are equal whatever their hidden color.
///
/// - Parameters:
///   - path: a descriptor; the pages lie beside it, and so do the descriptors of other pages.
///   - folder: the pictures that the atlas was packed from; a frame's name is its picture's path
///     relative to the folder, without extension.
///   - disk: where everything is.
/// - Returns: how many frames are right, and what is wrong with the others, by name.
/// - Throws: `UnverifiableAtlas`, `DiskError`.
public func verifyAtlas(
    _ path: String,
    against folder: String,
    disk: any Disk
) throws -> (verified: Int, flaws: [AtlasFlaw]) {
    let atlas = try readDescribedAtlas(path, disk: disk)
    var restored: [String: StraightImage] = [:]
    for page in atlas.pages {
        let image = try decode(joinPath(parentFolder(of: path), page.imageFile), disk)
        let shown = atlas.isPremultiplied ? image.reinterpretedAsPremultiplied.straight() : image
        for frame in page.frames {
            let sprite = restore(frame, from: shown)
            for name in [frame.name] + frame.aliases { restored[name] = sprite }
        }
    }
    var flaws: [AtlasFlaw] = []
    var verified = 0
    for picture in try picturesInFolder(folder, disk: disk) {
        let name = withoutExtension(picture)
        let expected = try decode(joinPath(folder, picture), disk)
        // Formats that name files keep the ending.
        let key = [name, name + ".png"].first { restored[$0] != nil }
        guard let key, let found = restored.removeValue(forKey: key) else {
            // A fully clear picture has no place in any format.
            if expected.opaqueBounds() != nil {
                flaws.append(AtlasFlaw(frame: name, kind: .missing))
            }
            continue
        }
        if let kind = difference(found, expected) {
            flaws.append(AtlasFlaw(frame: name, kind: kind))
        } else {
            verified += 1
        }
    }
    flaws += restored.keys.map { AtlasFlaw(frame: $0, kind: .foreign) }
    return (verified, flaws.sorted { $0.frame < $1.frame })
}

/// The atlas that a descriptor tells of, its other pages included.
func readDescribedAtlas(
    _ path: String,
    disk: any Disk
) throws -> AtlasDescription {
    let name = lastPart(of: path)
    let file = ExportedFile(path: name, bytes: try disk.read(path))
    guard let format = ExportFormat.detected(in: file) else {
        throw UnverifiableAtlas(
            path: path,
            message: "not a descriptor that Kiln reads, expected one of "
                + ExportFormat.allCases.filter { $0 != .kiln }.map(\.rawValue)
                .joined(separator: ", ")
        )
    }
    do {
        guard let atlas = try readAtlas([file], format: format).first else {
            throw UnverifiableAtlas(path: path, message: "the descriptor has no atlas")
        }
        return atlas
    } catch let error as AtlasReadError {
        throw UnverifiableAtlas(path: path, message: "\(error)")
    }
}

private func decode(_ path: String, _ disk: any Disk) throws -> StraightImage {
    do throws(PictureFailure) {
        return try decodePicture(path, disk: disk, limits: DecodeLimits()).image
    } catch {
        throw UnverifiableAtlas(path: error.path, message: error.message)
    }
}

/// The sprite as it was before packing; nil pixels outside of the page are clear.
private func restore(_ frame: Frame, from page: StraightImage) -> StraightImage? {
    let place = PixelRect(x: frame.x, y: frame.y, width: frame.pageWidth, height: frame.pageHeight)
    let size = PixelSize(width: frame.sourceWidth, height: frame.sourceHeight)
    guard let place, let size else { return nil }
    let drawn = page.cropped(to: place)
    let sprite =
        switch frame.rotation {
        case .none: drawn
        case .clockwise: drawn.rotatedCounterclockwise()
        case .counterclockwise: drawn.rotatedClockwise()
        }
    var whole = StraightImage(size: size)
    whole.copy(from: sprite, at: PixelPoint(x: frame.trimX, y: frame.trimY))
    return whole
}

private func difference(_ found: StraightImage?, _ expected: StraightImage) -> AtlasFlaw.Kind? {
    guard let found, found.size == expected.size else {
        return .size(found: found?.size ?? .onePixel, expected: expected.size)
    }
    let differing = zip(found.pixels, expected.pixels).enumerated().filter { _, pair in
        pair.0 != pair.1 && !(pair.0.a == 0 && pair.1.a == 0)
    }.map(\.offset)
    guard let first = differing.first else { return nil }
    return .pixels(
        count: differing.count,
        first: PixelPoint(x: first % expected.width, y: first / expected.width)
    )
}

extension Bitmap<StraightPixel> {
    /// The same bytes, taken as premultiplied colors.
    fileprivate var reinterpretedAsPremultiplied: PremultipliedImage {
        PremultipliedImage(
            size: size,
            pixels: pixels.map { PremultipliedPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a) }
        ) ?? PremultipliedImage(size: size)
    }
}
