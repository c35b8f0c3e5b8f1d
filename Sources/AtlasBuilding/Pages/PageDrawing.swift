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
            let encoding = try PNGEncoding(
                image,
                only: PixelRect(image.size),
                effort: settings.effort
            )
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
}
