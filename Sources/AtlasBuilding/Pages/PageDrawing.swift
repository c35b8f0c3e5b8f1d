import AtlasPack
import Catalog
import ChromaKey
package import FileStore
import ImageCodec
package import Raster

package struct PageDrawing: Sendable {
    package let layout: AtlasLayout
    package let page: Int
    package let scale: Int
    /// Drawn instead of the frames.
    package let side: SideSheet?
    package let encoder: PageEncoder

    package init(
        _ layout: AtlasLayout,
        page: Int,
        scale: Int,
        side: SideSheet? = nil,
        encoder: PageEncoder = .png
    ) {
        self.layout = layout
        self.page = page
        self.scale = scale
        self.side = side
        self.encoder = encoder
    }

    package var frames: [RenderedFrame] { layout.list.frames }
    package var settings: AtlasSettings { layout.list.settings }

    /// The cache entries of its images.
    package var entryKeys: [Digest] {
        layout.sprites(on: page).flatMap { sprite in
            let frame = frames[sprite.frame]
            let pictures = side.map { $0.pictures[frame.name]?.pictures } ?? frame.pictures
            return [pictures?[scale]?.entryKey].compactMap(\.self)
        }
    }

    /// The share of its images that need not be fetched, 0...1.
    package func nearness(in cache: BakeCache) -> Double {
        let keys = entryKeys
        return Double(keys.count { cache.isHere($0) }) / Double(max(1, keys.count))
    }

    /// Draws and encodes the page, reserving memory for it.
    ///
    /// The caller owns one of `lanes`; spare ones are used. `known` returns reusable bands. Throws
    /// `DiskError` if the page is too large for memory or for a raster.
    package func encoded(
        as path: String,
        in lanes: Lanes,
        reusing known: @escaping PageBand.Known = { _ in nil }
    ) async throws(DiskError) -> EncodedPage {
        let size = layout.pages[page].scaled(by: scale)
        let need =
            size.map { PictureNeed.page(encoder.encoding, settings.effort).bytes(for: $0) } ?? 0
        return try await MemoryBudget.current.encoding(path, need) {
            () async throws(DiskError) -> EncodedPage in
            guard var image = await drawPage(in: lanes) else {
                throw DiskError(.encode, path, reason: "the page is too large at scale \(scale)")
            }
            // Side images may have any meaning, so their colors are kept.
            guard side == nil else {
                return try await encoded(image, as: path, in: lanes, reusing: known)
            }
            if let bleed = settings.bleed { image.bleedColors(reach: bleed) }
            // Without alpha, colors cannot be premultiplied.
            if settings.isPremultiplied, settings.pixels != .rgb565 { image.premultiplyBytes() }
            if let format = settings.pixels.words {
                return EncodedPage(bytes: image.words(in: format))
            }
            let original = image
            if settings.pixels == .palette { image = image.reducedToPalette() }
            if encoder.block != .none, settings.bleed ?? 0 > 0, !settings.isPremultiplied {
                image.spreadColors(inBlocksOf: encoder.block.side)
            }
            var file = try await encoded(image, as: path, in: lanes, reusing: known)
            if !encoder.isLossless || settings.pixels == .palette {
                file.peakRatio = try peakRatio(of: file, image, to: original, path)
            }
            return file
        }
    }

    /// The file's pixels are compared with those drawn, before colors were reduced.
    private func peakRatio(
        of file: EncodedPage,
        _ image: StraightImage,
        to drawn: StraightImage,
        _ path: String
    ) throws(DiskError) -> Double {
        var kept = image
        if !encoder.isLossless {
            guard let decoded = decode(file.bytes, as: encoder.encoding, size: image.size) else {
                throw DiskError(.encode, path, reason: "it cannot be read back")
            }
            kept = decoded
        }
        return drawn.peakRatio(to: kept, isPremultiplied: settings.isPremultiplied)
    }

    private func encoded(
        _ image: StraightImage,
        as path: String,
        in lanes: Lanes,
        reusing known: PageBand.Known
    ) async throws(DiskError) -> EncodedPage {
        do throws(ImageEncodingError) {
            guard encoder.encoding == .png else {
                return EncodedPage(
                    bytes: try encode(
                        image,
                        with: encoder,
                        isPremultiplied: settings.isPremultiplied,
                        effort: settings.effort
                    )
                )
            }
            let encoding = try PNGEncoding(image, effort: settings.effort)
            let keys = bandKeys(of: encoding)
            var bands = keys.enumerated().compactMap { index, key in
                key.flatMap(known).map {
                    encoding.band(index, bytes: $0.bytes, checksum: $0.checksum)
                }
            }
            let found = Set(bands.map(\.index))
            let left = keys.indices.filter { !found.contains($0) }
            if !left.isEmpty { bands += try await encoding.bands(left, in: lanes) }
            bands.sort { $0.index < $1.index }
            return EncodedPage(
                bytes: encoding.file(bands),
                bands: bands.compactMap { band in
                    keys[band.index].map {
                        PageBand(index: band.index, key: $0, checksum: band.checksum)
                    }
                }
            )
        } catch {
            throw DiskError(.encode, path, reason: error.description)
        }
    }

    /// Draws the page; nil if it exceeds the maximum size of a raster.
    ///
    /// The caller owns one of `lanes`; spare ones unpack images from the other end.
    package func drawPage(in lanes: Lanes) async -> StraightImage? {
        guard let size = layout.pages[page].scaled(by: scale) else { return nil }
        let sprites = layout.sprites(on: page)
        let left = WorkQueue(Array(sprites.indices))
        return await withTaskGroup(of: [(index: Int, picture: StraightImage)].self) { group in
            var image = StraightImage(size: size, filledWith: side?.fill ?? .clear)
            while let index = left.first() {
                // Less work does not justify a task.
                while left.count >= 16, let lane = lanes.spare() {
                    group.addTask {
                        defer { lanes.giveBack(lane) }
                        var unpacked: [(Int, StraightImage)] = []
                        while let index = left.last() {
                            picture(sprites[index]).map { unpacked.append((index, $0)) }
                        }
                        return unpacked
                    }
                }
                draw(sprites[index], on: &image)
            }
            for await unpacked in group {
                for (index, picture) in unpacked { draw(picture, sprites[index], on: &image) }
            }
            return image
        }
    }

    private func picture(_ sprite: AtlasLayout.Sprite) -> StraightImage? {
        let frame = frames[sprite.frame]
        return side.map { $0.picture(of: frame, scale: scale) } ?? frame.pictures[scale]?.unpacked()
    }

    private func draw(_ sprite: AtlasLayout.Sprite, on image: inout StraightImage) {
        // Packed images go directly to the page without a temporary copy.
        if side == nil, !layout.interlocks,
            !sprite.placement.isRotated,
            let packed = frames[sprite.frame].pictures[scale],
            let rect = PixelRect(origin: corner(of: sprite.placement), size: packed.size),
            PixelRect(image.size).contains(rect)
        {
            packed.draw(on: &image, in: rect)
            image.extrude(rect, by: settings.packing.extrude * scale)
        } else if let picture = picture(sprite) {
            draw(picture, sprite, on: &image)
        }
    }

    private func corner(of placement: AtlasPack.Placement) -> PixelPoint {
        PixelPoint(x: placement.rect.x * scale, y: placement.rect.y * scale)
    }

    private func draw(
        _ picture: StraightImage,
        _ sprite: AtlasLayout.Sprite,
        on image: inout StraightImage
    ) {
        let turned = sprite.placement.isRotated ? picture.turned(settings.rotation) : picture
        let corner = corner(of: sprite.placement)
        if layout.interlocks, let mesh = layout.list.meshes?[sprite.placement.item] {
            drawCut(turned, sprite.placement, mesh, on: &image)
            return
        }
        image.copy(from: turned, at: corner)
        if let drawn = PixelRect(origin: corner, size: turned.size) {
            image.extrude(drawn, by: settings.packing.extrude * scale)
        }
    }

    /// Draws only the pixels that the mesh of a sprite touches, and extruded edges next to them.
    ///
    /// `turned` is the sprite's image as placed.
    private func drawCut(
        _ turned: StraightImage,
        _ placement: AtlasPack.Placement,
        _ mesh: TriangleMesh,
        on image: inout StraightImage
    ) {
        let corner = corner(of: placement)
        let extrude = settings.packing.extrude
        let edge = extrude * scale
        var grown = turned
        if edge > 0,
            let size = PixelSize(width: turned.width + 2 * edge, height: turned.height + 2 * edge),
            let inner = PixelRect(origin: PixelPoint(x: edge, y: edge), size: turned.size)
        {
            grown = StraightImage(size: size)
            grown.copy(from: turned, at: inner.origin)
            grown.extrude(inner, by: edge)
        }
        let size = placement.rect.size
        let upright = placement.isRotated ? size.transposed : size
        let shape = mesh.touchedPixels(width: upright.width, height: upright.height)
        let lying = placement.isRotated ? shape.turned(settings.rotation) : shape
        for run in lying.extruded(by: extrude).runs {
            for y in (run.row * scale)..<((run.row + 1) * scale) {
                for x in (run.start * scale)..<((run.start + run.length) * scale) {
                    let (toX, toY) = (corner.x - edge + x, corner.y - edge + y)
                    guard toX >= 0, toY >= 0, toX < image.width, toY < image.height,
                        x < grown.width, y < grown.height
                    else { continue }
                    image[toX, toY] = grown[x, y]
                }
            }
        }
    }

    /// Writes all inputs of the sprite's pixels on the page.
    package func put(_ sprite: AtlasLayout.Sprite, to out: inout ByteWriter) {
        out.put(sprite.placement.rect)
        out.put(sprite.placement.isRotated)
        out.put(frames[sprite.frame].pictures[scale]?.identity)
        guard let side else { return }
        let frame = frames[sprite.frame]
        out.put(side.suffix)
        out.put([frame.trim, side.pictures[frame.name]?.trim].compactMap(\.self)) {
            $0.put($1.x, $1.y)
        }
        out.put(side.pictures[frame.name]?.pictures[scale]?.identity)
    }

    /// By band of the page's file: the digest of all inputs of its bytes; nil for bands that depend
    /// on the whole page.
    func bandKeys(of encoding: PNGEncoding) -> [Digest?] {
        // Palettes depend on all pixels, and meshes have an unknown extent.
        guard settings.pixels == .rgba8888, !layout.interlocks else {
            return Array(repeating: nil, count: encoding.bandCount)
        }
        let sprites = layout.sprites(on: page)
        let described = String(reflecting: settings)
        return (0..<encoding.bandCount).map { index in
            guard let origin = encoding.origin(ofBand: index) else { return nil }
            var out = ByteWriter()
            out.put("band \(BakeCache.version) \(origin.way)", described)
            out.put(layout.pages[page].width, scale, side?.suffix)
            let seen = origin.rows.lowerBound - reach..<origin.rows.upperBound + reach
            for sprite in sprites {
                let rect = sprite.placement.rect
                guard seen.overlaps(rect.y * scale..<rect.maxY * scale) else { continue }
                put(sprite, to: &out)
            }
            return Digest(of: out.bytes)
        }
    }

    /// How many rows a sprite extends beyond its rectangle.
    private var reach: Int {
        settings.packing.extrude * scale + (side == nil ? settings.bleed ?? 0 : 0)
    }
}

package struct EncodedPage: Sendable {
    package var bytes: [UInt8]
    package var bands: [PageBand]
    /// The peak signal-to-noise ratio of the file's pixels to those drawn, in decibels; infinite if
    /// they look the same.
    package var peakRatio = Double.infinity

    package init(bytes: [UInt8], bands: [PageBand] = []) {
        self.bytes = bytes
        self.bands = bands
    }
}

/// A band of a page's file: rows that were compressed separately.
package struct PageBand: Hashable, Sendable {
    package var index: Int
    /// The digest of all inputs of its bytes.
    package var key: Digest
    /// The Adler-32 of its rows.
    package var checksum: UInt32

    package init(index: Int, key: Digest, checksum: UInt32) {
        self.index = index
        self.key = key
        self.checksum = checksum
    }

    /// Looks up a band compressed for an earlier page.
    package typealias Known =
        @Sendable (_ key: Digest) -> (bytes: [UInt8], checksum: UInt32)?
}

extension BitMask {
    fileprivate func turned(_ rotation: FrameRotation) -> BitMask {
        switch rotation {
        case .none: self
        case .clockwise: turnedClockwise
        case .counterclockwise: turnedCounterclockwise
        }
    }
}
