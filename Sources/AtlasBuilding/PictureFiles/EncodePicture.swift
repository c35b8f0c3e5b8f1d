package import FileStore
package import ImageCodec
package import Raster

/// Encodes an image as PNG.
///
/// Throws `DiskError` with the path if out of memory.
package func encode(
    _ image: StraightImage,
    for path: String,
    effort: Effort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

extension PNGEncoding {
    /// Compresses bands here and in all spare lanes, in no particular order.
    ///
    /// The caller owns one of `lanes`, whose number does not change the bytes.
    package func bands(
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
