import AtlasBuilding
import AtlasPack
import Catalog
import FileStore
import ImageCodec
import Raster
import Synchronization

/// A page of a target, encoded.
struct BakedPage: Sendable {
    enum Content: Sendable {
        case memory([UInt8])
        /// The whole payload of a cache entry.
        case entry(Digest)
        /// On a dry run only.
        case unknown

        var isUnknown: Bool { if case .unknown = self { true } else { false } }

        var entryKey: Digest? { if case .entry(let key) = self { key } else { nil } }
    }

    /// Relative to the output folder.
    var path: String
    var byteCount: Int
    /// Of the file.
    var digest: Digest
    var content: Content
    /// What later pages may have of it.
    fileprivate private(set) var bands: [PageBand] = []
    /// Of the file's pixels to those drawn, in hundredths of a decibel; nil when they look the same.
    private(set) var peakRatio: Int?

    private init(_ path: String, _ made: EncodedPage) {
        self.path = path
        byteCount = made.bytes.count
        digest = Digest(of: made.bytes)
        content = .memory(made.bytes)
        bands = made.bands
        if made.peakRatio.isFinite { peakRatio = Int((made.peakRatio * 100).rounded()) }
    }

    func bytes(_ cache: BakeCache?) throws(DiskError) -> [UInt8] {
        switch content {
        case .memory(let bytes): return bytes
        case .entry(let key):
            // Entries may come from elsewhere, and outputs name the digest of what they hold.
            if let entry = cache?.wholeEntry(of: key), entry.digest == digest,
                entry.payload.count == byteCount
            {
                return entry.payload
            }
            cache?.noteLoss()
        case .unknown: break
        }
        throw DiskError(.read, path, reason: "its cache entry is gone")
    }
}

extension BakedPage {
    /// A page that the cache holds; nil when the header is damaged.
    init?(_ path: String, _ key: Digest, header: [UInt8]) {
        var reader = ByteReader(header)
        guard let count = try? reader.int(in: 0...BakeCache.Entry.largestPayload),
            let digest = try? reader.digest()
        else { return nil }
        self.path = path
        byteCount = count
        self.digest = digest
        content = .entry(key)
        do throws(ByteReader.Damage) {
            peakRatio = try reader.optional { (reader) throws(ByteReader.Damage) in
                try reader.int()
            }
            bands = try reader.array { (reader) throws(ByteReader.Damage) in
                let (index, key) = (try reader.int(), try reader.digest())
                guard let checksum = UInt32(exactly: try reader.int()) else {
                    throw ByteReader.Damage()
                }
                return PageBand(index: index, key: key, checksum: checksum)
            }
        } catch {
            // Without bands more is drawn anew.
        }
    }

    private var header: [UInt8] {
        var out = ByteWriter()
        out.put(byteCount, digest, peakRatio)
        out.put(bands) { $0.put($1.index, $1.key, Int($1.checksum)) }
        return out.bytes
    }

    /// A file from the cache, or made; without bytes on a dry run.
    ///
    /// `path` is relative to the output folder; `key` is the digest of everything that the bytes
    /// follow from.
    static func baked(
        _ kind: Rebuilt.Kind,
        as path: String,
        under key: @autoclosure () -> Digest,
        in context: RenderContext,
        _ make: () async throws(DiskError) -> EncodedPage
    ) async throws(DiskError) -> BakedPage {
        guard let cache = context.cache else { return BakedPage(path, try await make()) }
        let key = key()
        if let header = cache.header(of: key), let known = BakedPage(path, key, header: header) {
            return known
        }
        context.log.note(kind, path, context.changeReason)
        if context.isDryRun {
            var page = BakedPage(path, EncodedPage(bytes: []))
            page.content = .unknown
            return page
        }
        let made = try await make()
        var page = BakedPage(path, made)
        // What was drawn from frames that are gone must not be kept.
        guard !cache.lostAnEntry else { return page }
        if cache.store(key, header: page.header, payload: made.bytes, digest: page.digest) {
            page.content = .entry(key)
        }
        return page
    }
}

extension PageDrawing {
    /// The page, from the cache or drawn and encoded; without bytes on a dry run.
    ///
    /// While another machine draws the page, it is nil; in the last turn the other machine is waited
    /// for, perhaps in vain.
    func baked(
        named names: PageNames,
        in context: RenderContext,
        _ turn: PageTurn
    ) async throws(DiskError) -> BakedPage? {
        let path = names.path(page, scale: scale, side: side, as: encoder)
        return try await context.monitor.measuring(.pages, path, lane: turn.lane) {
            () async throws(DiskError) in
            if let cache = context.cache, cache.share != nil {
                if turn.isLast {
                    _ = cache.headerFromOther(of: cacheKey)
                } else if cache.isLeftToOther(cacheKey) {
                    return nil
                }
            }
            return try await BakedPage.baked(.page, as: path, under: cacheKey, in: context) {
                () async throws(DiskError) in
                context.cache?.prepare(entryKeys)
                let earlier = context.cache.map { EarlierPages(context.earlierPages, $0) }
                return try await encoded(as: lastPart(of: path), in: turn.lanes) {
                    earlier?.band($0)
                }
            }
        }
    }

    /// The digest of everything that the file's bytes follow from.
    private var cacheKey: Digest {
        var out = ByteWriter()
        out.put("page \(BakeCache.version) \(deflateVersion)", String(reflecting: settings))
        out.put(layout.pages[page], scale)
        if encoder != .png {
            out.put("\(String(reflecting: encoder)) \(encoder.encoding.version)")
        }
        for sprite in layout.sprites(on: page) {
            put(sprite, to: &out)
        }
        return Digest(of: out.bytes)
    }
}

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

    /// `keys` are the entries of the pages.
    init(_ keys: [Digest], _ cache: BakeCache) {
        self.cache = cache
        var places: [Digest: Place] = [:]
        for key in keys {
            let page = cache.rememberedHeader(of: key).flatMap { BakedPage("", key, header: $0) }
            for band in page?.bands ?? [] {
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
