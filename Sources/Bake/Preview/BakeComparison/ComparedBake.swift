import ImageCodec
package import KilnManifest
import Raster

/// One of two bakes that are compared: its manifest, and where its page images come from.
package struct ComparedBake: Sendable {
    package var manifest: Manifest
    /// The bytes of a page image by its path in the manifest; nil when it is not there.
    let read: @Sendable (_ path: String) throws -> [UInt8]?

    package init(
        _ manifest: Manifest,
        read: @escaping @Sendable (_ path: String) throws -> [UInt8]?
    ) {
        self.manifest = manifest
        self.read = read
    }
}

/// A page image that is no picture.
package struct UnreadablePage: Error, Hashable, Sendable {
    package var path: String
    package var reason: String
}

extension Manifest.PageImage {
    /// The file to compare and to verify: the PNG if there is one, else the WebP.
    var readablePath: String {
        let known = [PageEncoding.png, .webp].map(\.mediaType)
        return known.lazy.compactMap { type in encodings?.first { $0.type == type }?.path }.first
            ?? path
    }

    /// Of the file that is compared, where it is not of a format that sources have too.
    fileprivate var encodingOfPagesOnly: PageEncoding? {
        let type = encodings?.first { $0.path == readablePath }?.type
        return [PageEncoding.avif, .ktx2].first { $0.mediaType == type }
    }
}

extension Manifest {
    /// In pixels.
    fileprivate func size(of image: PageImage) -> PixelSize? {
        let page = targets.lazy.flatMap(\.pages).first { $0.images.contains(image) }
        return page.flatMap {
            PixelSize(width: $0.width, height: $0.height)?.scaled(by: image.scale)
        }
    }
}

/// The pages of a bake, decoded when they are asked for; the last few are kept.
final class PageReader {
    let bake: ComparedBake
    private var kept: [(path: String, image: StraightImage?)] = []
    private static let mostKept = 6

    init(_ bake: ComparedBake) { self.bake = bake }

    /// A page as a game has it in memory, but with straight alpha always; nil when its file is not
    /// there.
    func page(_ image: Manifest.PageImage) throws -> StraightImage? {
        if let index = kept.firstIndex(where: { $0.path == image.path }) {
            let page = kept.remove(at: index)
            kept.append(page)
            return page.image
        }
        let decoded = try decode(image)
        if kept.count == Self.mostKept { kept.removeFirst() }
        kept.append((image.path, decoded))
        return decoded
    }

    private func decode(_ image: Manifest.PageImage) throws -> StraightImage? {
        let path = image.readablePath
        guard let bytes = try bake.read(path) else { return nil }
        let page: StraightImage
        if let encoding = image.encodingOfPagesOnly {
            let read = bake.manifest.size(of: image).flatMap {
                limits.allow($0) ? ImageCodec.decode(bytes, as: encoding, size: $0) : nil
            }
            guard let read else {
                let reason =
                    encoding.isAvailable
                    ? "the \(encoding.displayName) is damaged"
                    : "this build of kiln cannot read \(encoding.displayName)"
                throw UnreadablePage(path: path, reason: reason)
            }
            page = read
        } else {
            do throws(ImageDecodingError) {
                page = try decodeImage(bytes).image
            } catch {
                throw UnreadablePage(path: path, reason: error.description)
            }
        }
        return image.premultiplied ? page.straightened() : page
    }

    /// A frame as it was before it was trimmed, upright; nil when its page is not there or its size
    /// is beyond any picture's.
    func picture(
        of frame: Manifest.Frame,
        in target: Manifest.Target,
        scale: Int
    ) throws -> StraightImage? {
        guard let size = pictureSize(frame.sourceWidth, frame.sourceHeight, scale: scale) else {
            return nil
        }
        var whole = StraightImage(size: size)
        guard frame.width > 0, frame.height > 0 else { return whole }
        guard let image = target.image(ofPage: frame.page, scale: scale),
            let page = try page(image), let area = frame.area(scale: scale)
        else { return nil }
        let drawn = page.cropped(to: area)
        whole.copy(
            from: frame.rotated ? drawn.upright(frame.counterclockwise ?? false) : drawn,
            at: PixelPoint(x: frame.trimX * scale, y: frame.trimY * scale)
        )
        return whole
    }

    /// A look as a game draws it from the pages; nil when something of it is not there.
    func picture(
        of look: Look,
        frame: Int,
        in target: Manifest.Target,
        scale: Int
    ) throws -> StraightImage? {
        let manifest = bake.manifest
        let area = manifest.canvas.area(atScale: scale)
        guard let size = pictureSize(area.width, area.height, scale: 1),
            let steps = try? manifest.drawList(
                for: look,
                frame: frame,
                target: target.id,
                scale: scale
            )
        else { return nil }
        var picture = PremultipliedImage(size: size)
        for step in steps {
            let image = target.pages.flatMap(\.images).first { $0.path == step.image }
            let source = step.source
            let drawnArea = PixelRect(
                x: source.x,
                y: source.y,
                width: source.width,
                height: source.height
            )
            guard let image, let drawnArea, limits.allow(drawnArea.size),
                let page = try page(image)
            else { return nil }
            let drawn = page.cropped(to: drawnArea)
            picture.draw(
                (step.isRotated ? drawn.upright(step.isCounterclockwise) : drawn)
                    .premultiplied(),
                at: PixelPoint(x: step.x - area.x, y: step.y - area.y)
            )
        }
        return picture.straight()
    }
}

/// Manifests may say anything; pictures are no larger than files may be.
private let limits = DecodeLimits()

private func pictureSize(_ width: Int, _ height: Int, scale: Int) -> PixelSize? {
    let size = PixelSize(width: width, height: height)?.scaled(by: scale)
    return size.flatMap { limits.allow($0) ? $0 : nil }
}

extension Manifest.Target {
    func image(ofPage page: Int, scale: Int) -> Manifest.PageImage? {
        guard pages.indices.contains(page) else { return nil }
        return pages[page].images.first { $0.scale == scale }
    }
}

extension Manifest.Frame {
    /// The rectangle on its page in pixels; nil beyond what pages can be.
    func area(scale: Int) -> PixelRect? {
        let (wide, high) = rotated ? (height, width) : (width, height)
        guard let size = pictureSize(wide, high, scale: scale) else { return nil }
        return PixelRect(origin: PixelPoint(x: x * scale, y: y * scale), size: size)
    }
}

extension Bitmap<StraightPixel> {
    /// Turned back; it was turned counterclockwise or clockwise.
    func upright(_ isCounterclockwise: Bool) -> StraightImage {
        isCounterclockwise ? rotatedClockwise() : rotatedCounterclockwise()
    }
}
