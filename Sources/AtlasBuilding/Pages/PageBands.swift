import AtlasPack
import Catalog
package import FileStore
import ImageCodec
import Raster

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

extension PageDrawing {
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
