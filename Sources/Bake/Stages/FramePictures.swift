internal import BakeCache
internal import Digests
internal import ImageCodec
package import Raster

/// The pictures of a frame by scale, straight alpha, packed until they are asked for.
package struct FramePictures: Hashable, Sendable {
    private(set) var byScale: [Int: PackedPicture] = [:]

    package var isEmpty: Bool { byScale.isEmpty }

    /// Pixels per point of every picture, ascending.
    package var scales: [Int] { byScale.keys.sorted() }

    /// Unpacks a picture; nil when there is none at this scale, or its cache entry was lost
    /// meanwhile, which the cache remembers.
    package subscript(scale: Int) -> StraightImage? {
        byScale[scale]?.unpacked()
    }

    /// What equal pictures have in common, and different ones do not; nil without a picture.
    func identity(atScale scale: Int) -> PackedPicture.Identity? { byScale[scale]?.identity }

    func packed(atScale scale: Int) -> PackedPicture? { byScale[scale] }

    mutating func put(_ picture: PackedPicture, atScale scale: Int) { byScale[scale] = picture }

    func only(_ scales: [Int]) -> FramePictures {
        FramePictures(byScale: byScale.filter { scales.contains($0.key) })
    }
}

/// A picture in little memory.
struct PackedPicture: Hashable, Sendable {
    struct Identity: Hashable, Sendable {
        var size: PixelSize
        /// Of the packed pixels.
        var digest: Digest
    }

    enum Storage: Sendable {
        case memory([UInt8])
        /// A part of the payload of a cache entry.
        case entry(BakeCache, Digest, Range<Int>)
    }

    let identity: Identity
    /// The pixels that show something, in the picture.
    let bounds: PixelRect?
    var storage: Storage

    var size: PixelSize { identity.size }

    init(_ image: StraightImage) {
        let packed = qoiStream(image)
        identity = Identity(size: image.size, digest: Digest(of: packed))
        bounds = image.opaqueBounds(above: 0)
        storage = .memory(packed)
    }

    init(identity: Identity, bounds: PixelRect?, storage: Storage) {
        self.identity = identity
        self.bounds = bounds
        self.storage = storage
    }

    func unpacked() -> StraightImage? {
        switch storage {
        case .memory(let bytes): return imageOfQOIStream(bytes[...], size: size)
        case .entry(let cache, let key, let range):
            guard let payload = cache.payload(of: key), range.upperBound <= payload.count,
                let image = imageOfQOIStream(payload[range], size: size)
            else {
                cache.noteLoss()
                return nil
            }
            return image
        }
    }

    static func == (left: PackedPicture, right: PackedPicture) -> Bool {
        left.identity == right.identity
    }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
