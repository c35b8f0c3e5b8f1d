package import FileStore
package import ImageCodec
package import Raster

/// Encodes an image, or a part of it, as PNG.
///
/// Throws `DiskError` with the path if out of memory.
package func encode(
    _ image: StraightImage,
    only part: PixelRect? = nil,
    for path: String,
    effort: Effort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, only: part, effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

/// The same, with bands of a large image in all spare lanes; returns the file, and the encoding with
/// its bands by index.
///
/// `known` returns a band by its index, if available. The caller owns one of `lanes`, whose number
/// does not change the bytes. Throws `DiskError` with the path if out of memory.
package func encode(
    _ image: StraightImage,
    for path: String,
    effort: Effort,
    in lanes: Lanes,
    reusing known: (PNGEncoding, Int) -> PNGEncoding.Band?
) async throws(DiskError) -> (file: [UInt8], encoding: PNGEncoding, bands: [PNGEncoding.Band]) {
    do throws(ImageEncodingError) {
        let encoding = try PNGEncoding(image, only: PixelRect(image.size), effort: effort)
        var bands = (0..<encoding.bandCount).compactMap { known(encoding, $0) }
        let found = Set(bands.map(\.index))
        let left = (0..<encoding.bandCount).filter { !found.contains($0) }
        if !left.isEmpty { bands += try await encoding.bands(left, in: lanes) }
        bands.sort { $0.index < $1.index }
        return (encoding.file(bands), encoding, bands)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

extension PNGEncoding {
    /// Compresses bands here and in spare lanes.
    fileprivate func bands(
        _ indices: [Int],
        in lanes: Lanes
    ) async throws(ImageEncodingError) -> [Band] {
        typealias Outcome = Result<[Band], ImageEncodingError>
        let waiting = WorkQueue(indices)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            let own = Outcome { () throws(ImageEncodingError) in
                try bands {
                    let index = waiting.first()
                    while waiting.count > 0, let lane = lanes.spare() {
                        group.addTask {
                            defer { lanes.giveBack(lane) }
                            return Outcome { () throws(ImageEncodingError) in
                                try bands(waiting.first)
                            }
                        }
                    }
                    return index
                }
            }
            return await group.reduce(into: [own]) { $0.append($1) }
        }
        var result: [Band] = []
        for outcome in outcomes { result += try outcome.get() }
        return result
    }
}
