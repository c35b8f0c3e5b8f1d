package import FileStore
package import ImageCodec
package import Raster
internal import Synchronization

/// A picture, or a part of it, as the bytes of a PNG file.
///
/// - Throws: `DiskError` that names the file when there is not enough memory.
package func encode(
    _ image: StraightImage,
    only part: PixelRect? = nil,
    for path: String,
    effort: PNGEffort = .balanced
) throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        return try encodePNG(image, only: part ?? PixelRect(image.size), effort: effort)
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

/// The same, with bands of a large picture in all lanes that are spare.
///
/// The caller has a lane already. The bytes do not depend on how many others there are.
package func encode(
    _ image: StraightImage,
    for path: String,
    effort: PNGEffort,
    in lanes: Lanes
) async throws(DiskError) -> [UInt8] {
    do throws(ImageEncodingError) {
        let encoding = try PNGEncoding(image, only: PixelRect(image.size), effort: effort)
        return encoding.file(try await encoding.bands(in: lanes))
    } catch {
        throw DiskError(.encode, path, reason: error.description)
    }
}

/// Bands that wait for whoever is free.
private final class WaitingBands: Sendable {
    private let count: Int
    private let taken = Atomic(0)

    init(_ count: Int) { self.count = count }

    var areLeft: Bool { taken.load(ordering: .relaxed) < count }

    func next() -> Int? {
        let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return index < count ? index : nil
    }
}

extension PNGEncoding {
    /// All bands, compressed here and in lanes as they become spare.
    fileprivate func bands(in lanes: Lanes) async throws(ImageEncodingError) -> [Band] {
        typealias Outcome = Result<[Band], ImageEncodingError>
        let waiting = WaitingBands(bandCount)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            let own = Outcome { () throws(ImageEncodingError) in
                try bands {
                    let index = waiting.next()
                    while waiting.areLeft, let lane = lanes.spare() {
                        group.addTask {
                            defer { lanes.giveBack(lane) }
                            return Outcome { () throws(ImageEncodingError) in
                                try bands(waiting.next)
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
