import AtlasBuilding
import FileStore
import ImageCodec
import Synchronization

/// The pages of the last bake, whose bands are used again where they stayed the same.
final class EarlierPages: Sendable {
    private struct Place {
        var page: Digest
        var band: PageBand
    }

    private let cache: BakeCache
    private let places: [Digest: Place]
    /// The compressed bands of pages that were asked for; none for pages that cannot be had.
    private let files = Mutex<[Digest: [[UInt8]]]>([:])

    /// - Parameters:
    ///   - keys: entries of the pages.
    ///   - cache: where they are.
    init(_ keys: [Digest], _ cache: BakeCache) {
        self.cache = cache
        var places: [Digest: Place] = [:]
        for key in keys {
            for band in cache.rememberedHeader(of: key).map(BakedPage.bands(inHeader:)) ?? [] {
                places[band.key] = Place(page: key, band: band)
            }
        }
        self.places = places
    }

    /// What an earlier page has of a band; nil when none is whole and has it.
    func band(_ key: Digest) -> (bytes: [UInt8], checksum: UInt32)? {
        guard let place = places[key] else { return nil }
        let bands = files.withLock { files in
            if let known = files[place.page] { return known }
            let bands = self.bands(of: place.page)
            files[place.page] = bands
            return bands
        }
        guard bands.indices.contains(place.band.index) else { return nil }
        return (bands[place.band.index], place.band.checksum)
    }

    private func bands(of page: Digest) -> [[UInt8]] {
        guard let header = cache.rememberedHeader(of: page),
            let known = BakedPage("", page, header: header),
            let entry = cache.wholeEntry(of: page), entry.digest == known.digest
        else { return [] }
        return pngBands(of: entry.payload) ?? []
    }
}
