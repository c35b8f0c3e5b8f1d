import AtlasBuilding
import Catalog
import Diagnostics
package import FileStore
import ImageCodec
package import Raster

/// How an atlas compares with the pictures that it was packed from.
package struct VerifiedAtlas: Sendable, Encodable {
    /// How many frames are right.
    package let verified: Int
    /// What is wrong with the others, by name.
    package let flaws: [AtlasFlaw]
}

/// A sprite that an atlas does not give back as its picture has it.
package struct AtlasFlaw: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The atlas has no frame for the picture.
        case missing
        /// There is no picture for the frame.
        case foreign
        /// The frame leaves the page as it is on the disk.
        case outside(page: String, size: PixelSize)
        case size(found: PixelSize, expected: PixelSize)
        /// How many pixels differ, and the first of them.
        case pixels(count: Int, first: PixelPoint)
    }

    package var frame: String
    /// Nil where the atlas has one scale.
    package var scale: Double?
    package var kind: Kind
}

extension AtlasFlaw: Encodable {
    private enum CodingKeys: CodingKey { case frame, message }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(frame, forKey: .frame)
        try container.encode(description, forKey: .message)
    }
}

extension AtlasFlaw: CustomStringConvertible {
    package var description: String {
        let frame = "frame \"\(frame)\"" + (scale.map { " at scale \(plain($0))" } ?? "")
        return switch kind {
        case .missing: "\(frame) is missing from the atlas"
        case .foreign: "\(frame) has no picture in the folder"
        case .outside(let page, let size): "\(frame) leaves its page \(page), found \(size)"
        case .size(let found, let expected):
            "\(frame) restores to another size, found \(found), expected \(expected)"
        case .pixels(let count, let first):
            "\(frame) restores to other pixels, \(count) differ, the first at \(first)"
        }
    }
}

/// Restores every sprite of an atlas as an engine would, and compares it with its picture.
///
/// Pixels that are clear in both are equal whatever their hidden color. A frame of another size is
/// compared with its picture as packing brings it to that scale, with any of its filters.
///
/// The pages are next to the descriptor, and so do the descriptors of other pages. A frame is right
/// when it is at every scale; of a manifest's the smallest counts. A frame's name is its picture's
/// path relative to the folder, without extension, with a number behind it in files that have
/// frames of their own. Pages that packing wrote there do not count.
///
/// - Throws: `PictureFailure`, also of the descriptor; `DiskError` for the folder.
package func verifyAtlas(
    _ path: String,
    against folder: String,
    disk: any Disk
) async throws -> VerifiedAtlas {
    let described = try describeAtlas(path, allPages: true, disk: disk)
    var frames: [String: [DrawnFrame]] = [:]
    // Of a manifest each target at its smallest scale.
    let atlases =
        described.format == .kiln
        ? described.atlases.uniqued(by: \.name) : described.atlases
    if atlases.allSatisfy(\.pages.isEmpty), atlases.contains(where: { !$0.animations.isEmpty }) {
        throw PictureFailure(
            path: path,
            message: "it tells of animations alone, expected the descriptor with the frames"
        )
    }
    let scales = described.format == .kiln ? [] : atlases.map(\.scale)
    for atlas in atlases {
        for page in atlas.pages where !page.frames.isEmpty {
            let shown = try described.picture(of: page, in: atlas, disk: disk)
            for frame in page.frames {
                let drawn = DrawnFrame(
                    frame: frame,
                    scale: atlas.scale,
                    pageFile: page.imageFile,
                    page: shown,
                    keepsSourceSize: described.format.capabilities.keepsSourceSize
                )
                for name in frame.names { frames[name, default: []].append(drawn) }
            }
        }
    }
    var flaws: [AtlasFlaw] = []
    var verified = 0
    let format = described.format
    for picture in try picturesInFolder(folder, skipsPacked: true, disk: disk) {
        let results = try await withOwnFrames(picture, in: folder, disk: disk, need: .slicing) {
            own -> AtlasFlaw? in
            let key = format.names(for: own.name).first { frames[$0] != nil }
            guard let key, let drawn = frames.removeValue(forKey: key) else {
                // Other packers leave fully clear pictures out.
                guard own.image.opaqueBounds() != nil else { return nil }
                return AtlasFlaw(frame: own.name, kind: .missing)
            }
            let flaw = drawn.flaw(of: own, scales)
            if flaw == nil { verified += 1 }
            return flaw
        }
        flaws += results.compactMap(\.self)
    }
    flaws += frames.keys.map { AtlasFlaw(frame: $0, kind: .foreign) }
    return VerifiedAtlas(verified: verified, flaws: flaws.sorted { $0.frame < $1.frame })
}

extension [DrawnFrame] {
    /// What is wrong with the frames of one picture first; at `scales` there has to be one.
    fileprivate func flaw(of own: OwnFrame, _ scales: [Double]) -> AtlasFlaw? {
        if let scale = scales.first(where: { scale in !contains { $0.scale == scale } }) {
            return AtlasFlaw(frame: own.name, scale: scale, kind: .missing)
        }
        for frame in self {
            guard let kind = frame.difference(to: own.image) else { continue }
            return AtlasFlaw(
                frame: own.name,
                scale: scales.count > 1 ? frame.scale : nil,
                kind: kind
            )
        }
        return nil
    }
}

extension AtlasFormat {
    /// What the frame of a picture may be called.
    fileprivate func names(for picture: String) -> [String] {
        // Some formats name files, with their ending.
        self == .spriteatlas ? [imageSetName(picture)] : [picture, picture + ".png"]
    }
}

private struct DrawnFrame {
    var frame: AtlasFrame
    var scale: Double
    var pageFile: String
    var page: StraightImage
    /// Whether the format has margins.
    var keepsSourceSize: Bool

    /// How the sprite, turned back and with its margins, differs from its picture, or from what
    /// packing makes of that at the frame's scale; nil when it does not.
    func difference(to picture: StraightImage) -> AtlasFlaw.Kind? {
        let first = exactDifference(to: picture)
        guard case .size? = first, let scale = wholeScale(scale, ofPage: pageFile)
        else { return first }
        var closest: AtlasFlaw.Kind?
        for density in 1...8 where fits(picture, density, scale) {
            let automatic = picture.isHardEdged ? Resampling.nearest : .area
            for method in [automatic, .area, .nearest, .box, .cubic] {
                let layer = renderLayer(
                    picture,
                    density: density,
                    transform: LayerTransform(),
                    scale: scale,
                    using: method
                )
                guard let layer else { continue }
                guard let kind = exactDifference(to: layer.image) else { return nil }
                if case .pixels = kind, closest == nil { closest = kind }
            }
        }
        return closest ?? first
    }

    /// Whether a picture of that density may have become as large as the frame; a format without
    /// margins does not say how large it was.
    private func fits(_ picture: StraightImage, _ density: Int, _ scale: Int) -> Bool {
        let sides = [
            (frame.sourceWidth, picture.width * scale / density),
            (frame.sourceHeight, picture.height * scale / density),
        ]
        // Sizes are rounded to whole points.
        return sides.allSatisfy { found, expected in
            found <= expected + scale && (!keepsSourceSize || found >= expected - scale)
        }
    }

    private func exactDifference(to picture: StraightImage) -> AtlasFlaw.Kind? {
        guard var whole = frame.restored(from: page) else {
            return .outside(page: pageFile, size: page.size)
        }
        var expected = picture
        let size = whole.size
        // Where the format has no words for margins, what trimming left is all that can be compared.
        if !keepsSourceSize, size != picture.size {
            let bounds = picture.opaqueBounds()
            expected = bounds.map(picture.cropped) ?? StraightImage(size: size)
        }
        // Trimming is alike at all scales, so that one may show less than that.
        if expected.size != picture.size, let visible = whole.opaqueBounds() {
            whole = whole.cropped(to: visible)
        }
        guard whole.size == expected.size else {
            return .size(found: size, expected: expected.size)
        }
        return whole.difference(to: expected)
    }
}

extension Bitmap<StraightPixel> {
    /// Of two pictures of one size.
    fileprivate func difference(to expected: StraightImage) -> AtlasFlaw.Kind? {
        var count = 0
        var first = 0
        for (index, pair) in zip(pixels, expected.pixels).enumerated()
        where pair.0 != pair.1 && !(pair.0.a == 0 && pair.1.a == 0) {
            if count == 0 { first = index }
            count += 1
        }
        let place = PixelPoint(x: first % width, y: first / width)
        return count == 0 ? nil : .pixels(count: count, first: place)
    }
}
