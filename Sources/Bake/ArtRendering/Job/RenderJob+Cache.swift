package import AtlasBuilding
import ChromaKey
package import FileStore
import ImageCodec
import Raster

extension RenderJob {
    /// Everything but the files' contents that the pixels follow from.
    struct Settings: Hashable, Sendable {
        var keying: Keying
        var cutting: FrameCutting?
        var filter: Resampling?
        var transforms: [LayerTransform]
        var colors: [[ColorChange]]
        /// By scale: which of the files it is made from.
        var fileOfScale: [[Int]]
        var densities: [Int]
        var readings: [PictureReading]
        /// Other limits may decode other pixels.
        var limits = DecodeLimits()
    }

    /// The asset's frames, from the cache or rendered.
    ///
    /// `uses` say what the frames are used for, when the pictures are to be checked too.
    ///
    /// - Returns: nil on a dry run, when they would have to be rendered.
    func render(
        checking uses: AssetUses?,
        in context: RenderContext
    ) async throws(DiskError) -> RenderedAsset? {
        guard let cache = context.cache, let sources = context.sources else {
            if context.isDryRun {
                context.log.note(.asset, asset, "nothing is remembered without a cache")
                return nil
            }
            return await run(FileReader(disk: context.disk), checking: uses)
        }
        let used = usedFiles
        var contents: [String: [UInt8]] = [:]
        var digests: [Digest] = []
        for file in used {
            do throws(DiskError) {
                let (digest, bytes) = try sources.digest(file.shownPath)
                digests.append(digest)
                contents[file.path] = bytes
            } catch {
                // Rendering reports it.
                return await run(FileReader(disk: context.disk), checking: uses)
            }
        }
        let settings = context.log.digest(settings(used))
        var key = self.key(settings, digests)
        if var known = restored(key, cache, context, uses) {
            if let uses, known.checked == nil {
                let again = await checkedAgain(key, uses, used, context)
                known.failures = again.failures
                known.checked = again.failures.isEmpty ? again.checked : nil
            }
            return known
        }
        if context.isDryRun {
            context.log.note(.asset, asset, reason(key, context))
            return nil
        }
        // What is rendered must be what the key was made of, though the disk moves on.
        for (index, file) in used.enumerated() where contents[file.path] == nil {
            guard let bytes = try? context.disk.read(file.path) else { continue }
            contents[file.path] = bytes
            let digest = Digest(of: bytes)
            guard digest != digests[index] else { continue }
            digests[index] = digest
            sources.correct(file.shownPath, digest)
        }
        key = self.key(settings, digests)
        context.log.note(.asset, asset, reason(key, context))
        let rendered = await run(FileReader(disk: context.disk, contents: contents), checking: uses)
        guard rendered.failures.isEmpty, contents.count == used.count else { return rendered }
        guard rendered.store(under: key, uses?.key(of: self), in: cache) else { return rendered }
        return restored(key, cache, context, uses) ?? rendered
    }

    /// The key of the frames, as far as the files can be read.
    func cacheKey(in context: RenderContext) -> Digest? {
        let used = usedFiles
        let digests = used.compactMap { try? context.sources?.digest($0.shownPath).digest }
        guard digests.count == used.count else { return nil }
        return key(context.log.digest(settings(used)), digests)
    }

    /// The files that it is made from.
    var usedPaths: [String] { usedFiles.map(\.shownPath) }

    private var usedFiles: [File] {
        files.filter { file in scales.contains { self.file(forScale: $0) == file } }.flatMap(
            \.allRead
        )
    }

    func settings(_ used: [File]) -> Settings {
        Settings(
            keying: keying,
            cutting: cutting,
            filter: filter,
            transforms: renditions.map(\.transform),
            colors: renditions.map(\.colors),
            fileOfScale: scales.map { scale in
                [scale, used.firstIndex { $0 == file(forScale: scale) } ?? 0]
            },
            densities: used.map(\.density),
            readings: used.map(\.reading)
        )
    }

    func key(_ settings: Digest, _ files: [Digest]) -> Digest {
        Digest(ofValues: "asset \(BakeCache.version)", settings, files)
    }

    /// Why there is nothing under the key.
    private func reason(_ key: Digest, _ context: RenderContext) -> String {
        guard let earlierKeys = context.earlierKeys, let sources = context.sources else {
            return "no earlier bake is remembered"
        }
        let changed = usedFiles.filter { sources.hasChanged($0.shownPath) == true }
        if let file = changed.first { return "\(file.shownPath) changed" }
        if let file = usedFiles.first(where: { sources.hasChanged($0.shownPath) == nil }) {
            return "\(file.shownPath) was not used before"
        }
        if earlierKeys.contains(key) {
            return "its cache entry is gone or damaged"
        }
        return "its settings changed"
    }

    /// The frames of an entry, their pixels left where they are; nil without a whole entry.
    private func restored(
        _ key: Digest,
        _ cache: BakeCache,
        _ context: RenderContext,
        _ uses: AssetUses?
    ) -> RenderedAsset? {
        guard let header = cache.header(of: key) else { return nil }
        var result = RenderedAsset(asset: asset, renditions: [], reports: [], failures: [])
        var reader = ByteReader(header)
        do throws(ByteReader.Damage) {
            guard try reader.int() == renditions.count else { return nil }
            for rendition in renditions {
                let count = try reader.count()
                var frames: [RenderedFrame] = []
                for cell in 0..<count {
                    let name = count == 1 ? rendition.name : "\(rendition.name)/\(cell)"
                    frames.append(try reader.frame(name, cache, key))
                }
                guard !frames.isEmpty else { return nil }
                result.renditions.append((rendition.name, frames))
            }
            let checked = try reader.optional { (reader) throws(ByteReader.Damage) in
                (usesKey: try reader.digest(), asset: try reader.value() as CheckedAsset)
            }
            try reader.finish()
            if let uses, let checked, checked.usesKey == uses.key(of: self) {
                result.checked = complete(checked.asset, for: uses)
            }
        } catch {
            return nil
        }
        context.log.note(RebuildLog.Work(asset: asset, key: key))
        return result
    }
}

extension RenderedAsset {
    /// Puts the asset into a cache, and returns whether that took it.
    fileprivate func store(
        under key: Digest,
        _ usesKey: Digest?,
        in cache: BakeCache
    ) -> Bool {
        var header = ByteWriter()
        var payload: [UInt8] = []
        header.put(renditions.count)
        for rendition in renditions {
            header.put(rendition.frames.count)
            for frame in rendition.frames { header.put(frame, &payload) }
        }
        var known: (key: Digest, asset: CheckedAsset)?
        if let usesKey, let checked { known = (usesKey, checked) }
        header.put(known) { $0.put($1.key, $1.asset) }
        let pictures = renditions.flatMap(\.frames).flatMap(\.pictures.values)
        // The payload's digest is known where it is a single picture.
        let digest = pictures.count == 1 ? pictures[0].identity.digest : nil
        return cache.store(key, header: header.bytes, payload: payload, digest: digest)
    }
}

extension BakeCache {
    /// The value under a key; nil without one, and of a damaged entry.
    func value<Value: ByteCoded>(of key: Digest) -> Value? {
        header(of: key).flatMap { Value(coded: $0) }
    }

    func store(_ value: some ByteCoded, under key: Digest) {
        store(key, header: value.coded, payload: [])
    }
}

extension ByteWriter {
    /// A frame but for its name; pixels go to `payload`.
    package mutating func put(_ frame: RenderedFrame, _ payload: inout [UInt8]) {
        put(frame.sourceSize, frame.pivotX, frame.pivotY, frame.trim, frame.pictures.count)
        for scale in frame.pictures.scales {
            guard let picture = frame.pictures[scale],
                case .memory(let bytes) = picture.storage
            else { preconditionFailure("a frame that was just made is not in memory") }
            put(scale, picture.size, picture.identity.digest, picture.bounds)
            put(payload.count, bytes.count)
            payload += bytes
        }
    }
}

extension ByteReader {
    /// In points.
    private static let farthestPivot = 0x1p24
    private static let scales = 1...1024

    /// A frame whose pixels are in the payload of `key`.
    package mutating func frame(
        _ name: String,
        _ cache: BakeCache,
        _ key: Digest
    ) throws(Damage) -> RenderedFrame {
        let size: PixelSize = try value()
        // Entries may come from elsewhere: places are computed with what is read here.
        let reach = -Self.farthestPivot...Self.farthestPivot
        let pivot = (x: try double(in: reach), y: try double(in: reach))
        let trim: PixelRect? = try value()
        guard trim.map(PixelRect(size).contains) ?? true else { throw Damage() }
        var pictures: [Int: PackedPicture] = [:]
        for _ in 0..<(try count()) {
            let scale = try int(in: Self.scales)
            let identity = PackedPicture.Identity(size: try value(), digest: try digest())
            let bounds: PixelRect? = try value()
            guard trim?.size.scaled(by: scale) == identity.size,
                bounds.map(PixelRect(identity.size).contains) ?? true
            else { throw Damage() }
            let start = try int(in: 0...BakeCache.Entry.largestPayload)
            let count = try int(in: 0...BakeCache.Entry.largestPayload)
            let storage = PackedPicture.Storage.entry(cache, key, start..<start + count)
            pictures[scale] = PackedPicture(identity: identity, bounds: bounds, storage: storage)
        }
        return RenderedFrame(
            name: name,
            sourceSize: size,
            pivot: pivot,
            trim: trim,
            pictures: pictures
        )
    }
}
