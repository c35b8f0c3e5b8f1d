package import FileStore
import ImageCodec
package import Raster

/// An image with straight alpha, unpacked on demand.
package struct PackedPicture: Hashable, Sendable {
    package struct Identity: Hashable, Sendable {
        package var size: PixelSize
        package var digest: Digest

        package init(size: PixelSize, digest: Digest) {
            self.size = size
            self.digest = digest
        }
    }

    package enum Storage: Sendable {
        case memory([UInt8])
        /// A range of a cache entry's payload.
        case entry(BakeCache, Digest, Range<Int>)
    }

    package let identity: Identity
    /// The bounds of visible pixels, in the image.
    package let bounds: PixelRect?
    package var storage: Storage

    package var size: PixelSize { identity.size }

    package init(_ image: StraightImage) {
        let packed = qoiStream(image)
        identity = Identity(size: image.size, digest: Digest(of: packed))
        bounds = image.opaqueBounds(above: 0)
        storage = .memory(packed)
    }

    package init(identity: Identity, bounds: PixelRect?, storage: Storage) {
        self.identity = identity
        self.bounds = bounds
        self.storage = storage
    }

    /// Nil if the cache entry was lost, which the cache records.
    package func unpacked() -> StraightImage? {
        withStream { imageOfQOIStream($0, size: size) }
    }

    /// Draws the image into a rectangle of its size without a temporary copy.
    ///
    /// If the cache entry was lost, which the cache records, draws nothing, or a part.
    package func draw(on image: inout StraightImage, in rect: PixelRect) {
        withStream { image.copy(fromQOIStream: $0, to: rect) ? () : nil }
    }

    /// Calls `body`, which returns nil for damaged data, with the packed pixels.
    ///
    /// Nil if they are damaged or lost; the cache records both.
    @discardableResult
    private func withStream<Result>(_ body: (ArraySlice<UInt8>) -> Result?) -> Result? {
        switch storage {
        case .memory(let bytes): return body(bytes[...])
        case .entry(let cache, let key, let range):
            guard let payload = cache.payload(of: key), range.upperBound <= payload.count,
                let result = body(payload[range])
            else {
                cache.noteLoss()
                return nil
            }
            return result
        }
    }

    /// The cache entry of the pixels, if any.
    package var entryKey: Digest? {
        if case .entry(_, let key, _) = storage { key } else { nil }
    }

    package static func == (left: PackedPicture, right: PackedPicture) -> Bool {
        left.identity == right.identity
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension [Int: PackedPicture] {
    /// Pixels per point of every image, ascending.
    package var scales: [Int] { keys.sorted() }
}

extension PixelSize: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(width)
        out.put(height)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        guard let size = PixelSize(width: try reader.int(), height: try reader.int()) else {
            throw ByteReader.Damage()
        }
        self = size
    }
}

extension PixelRect: ByteCoded {
    package func put(to out: inout ByteWriter) {
        out.put(x)
        out.put(y)
        out.put(size)
    }

    package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let corner = PixelPoint(x: try reader.int(), y: try reader.int())
        guard let rect = PixelRect(origin: corner, size: try reader.value()) else {
            throw ByteReader.Damage()
        }
        self = rect
    }
}

extension ByteWriter {
    /// Its pixels; the width implies the height.
    package mutating func put(_ picture: PackedPicture.Identity?) {
        put(picture) {
            $0.put($1.size.width)
            $0.put($1.digest)
        }
    }
}
