package import Diagnostics
import FileStore
import ImageCodec

/// What is remembered of earlier bakes of one catalog into one folder.
struct EarlierBake: Sendable {
    let cache: BakeCache
    /// Nil when none exists, or it is damaged.
    let record: BakeRecord?
    /// The catalog's file, as the user named it.
    let catalog: String
    let output: String
    private let disk: any Disk
    private let path: String

    /// What is remembered, unless the request wants nothing to be, or the cache cannot be used.
    static func find(
        catalog: String,
        _ request: BakeRequest,
        disk: any Disk
    ) -> (earlier: EarlierBake?, trouble: DiskError?) {
        // Next to what is no file, such as a device, nothing is to be left.
        let isFile = disk.kind(of: disk.realPath(catalog) ?? catalog) == .file
        guard request.usesCache, isFile else { return (nil, nil) }
        let cache = CacheFolder(of: catalog, at: request.cacheFolder, disk: disk)
        if let trouble = cache.trouble { return (nil, trouble) }
        return (EarlierBake(catalog: catalog, request, disk: disk), nil)
    }

    private init(catalog: String, _ request: BakeRequest, disk: any Disk) {
        self.catalog = catalog
        self.disk = disk
        output = request.output
        let folder = parentFolder(of: catalog)
        cache = BakeCache(
            folder: CacheFolder(of: catalog, at: request.cacheFolder, disk: disk).path,
            keeps: request.mode == .write,
            remote: request.remote,
            share: request.share,
            disk: disk
        )
        // Messages name paths as the user typed them, so those belong to what is remembered.
        let above = parentFolder(of: request.output)
        let parts = [
            catalog, disk.realPath(folder) ?? folder, request.output,
            disk.realPath(above) ?? above, String(reflecting: request.targets),
            String(reflecting: request.profile), String(reflecting: DecodeLimits()),
        ]
        let name = Digest(ofValues: parts).text.prefix(32)
        path = joinPath(cache.folder, "\(BakeCache.bakesName)/\(name)")
        record = (try? disk.read(path)).flatMap { BakeRecord($0) }
    }

    /// What the last bake used is found without opening files from here on.
    func loadHeaders() {
        guard let bytes = try? disk.read(path + HeadersFile.suffix),
            let headers = HeadersFile.decode(bytes)
        else { return }
        cache.remember(headers)
    }

    /// What a bake says that has nothing to do; nil when it has.
    func outcomeIfCurrent(_ request: BakeRequest) -> BakeOutcome? {
        guard !request.repacks, let record, record.checksPictures == request.checksPictures else {
            return nil
        }
        guard let isStale = record.isStale(catalog, output: output, disk: disk) else { return nil }
        if request.mode == .write, isStale { refresh(record) }
        var summary = record.summary
        summary.isUnchanged = true
        return BakeOutcome(
            summary: summary,
            diagnostics: record.diagnostics.all.seenFromHere(catalog: catalog)
        )
    }

    /// Takes new stamps of what had to be read although it is the same, so that it need not be read
    /// the next time.
    private func refresh(_ record: BakeRecord) {
        var record = record
        guard let now = try? cache.now(),
            let sources = renewed(record.sources, in: parentFolder(of: catalog), at: now),
            let outputs = renewed(record.outputs, in: output, at: now)
        else { return }
        (record.sources, record.outputs) = (sources, outputs)
        cache.place(record.encoded, at: path)
    }

    /// The states with new stamps where theirs do not vouch; nil when a file is not the same.
    private func renewed(
        _ states: [SourceState],
        in folder: String,
        at now: Int64
    ) -> [SourceState]? {
        var states = states
        for (index, state) in states.enumerated() where !disk.vouches(for: state, in: folder) {
            let path = joinPath(folder, state.path)
            guard let stamp = disk.stamp(path), disk.holds(path, state.digest) else { return nil }
            states[index].stamp = stamp
            states[index].isTrusted = stamp.isTrusted(at: now)
        }
        return states
    }

    /// Whether an output is on the disk with this content.
    func holds(_ path: String, _ digest: Digest) -> Bool {
        let saved = record?.outputs.first { $0.path == path }
        guard let saved, saved.digest == digest else { return false }
        return disk.vouches(for: saved, in: output) || disk.holds(joinPath(output, path), digest)
    }

    /// What the last bake wrote, as far as the very files are still there.
    ///
    /// Inodes tell: a record that came with a repository or was copied makes nothing Kiln's.
    var owned: OwnedFiles {
        let saved = (record?.outputs ?? []).filter { saved in
            disk.linkStamp(joinPath(output, saved.path))?.inode == saved.stamp.inode
        }
        return OwnedFiles(saved.compactMap { saved in saved.digest.map { (saved.path, $0) } })
    }

    /// Stamps of the outputs, taken when nothing can change without changing them; nil when the
    /// cache takes no file.
    func stamps(_ outputs: [(path: String, digest: Digest)]) -> [SourceState]? {
        var result: [SourceState] = []
        // The disk's clock ticks every few milliseconds; worth waiting for, because otherwise the
        // next bake has to read all outputs. Writing a file is the only way to read that clock.
        for _ in 0..<400 {
            guard let now = try? cache.now() else { return nil }
            result = outputs.compactMap { output in
                disk.stamp(joinPath(self.output, output.path)).map { stamp in
                    SourceState(
                        path: output.path,
                        stamp: stamp,
                        isTrusted: stamp.isTrusted(at: now),
                        digest: output.digest
                    )
                }
            }
            if result.allSatisfy({ $0.isTrusted || $0.stamp.isCoarse }) { break }
        }
        return result
    }

    /// Remembers a bake that succeeded; without room for it the next bake looks at everything.
    func keep(_ record: BakeRecord) {
        let headers = HeadersFile.encode(cache.used)
        if (try? disk.read(path + HeadersFile.suffix)) != headers {
            guard cache.place(headers, at: path + HeadersFile.suffix) else { return }
        }
        cache.place(record.encoded, at: path)
    }
}

extension Check {
    package static let cacheTrouble = Check("cache-trouble", .warning)
    package static let remoteCacheTrouble = Check("remote-cache-trouble", .warning)
}

extension Diagnostic {
    /// Why the cache was not used; an error when a worker, whose only output is the cache, stored nothing.
    static func cacheTrouble(_ error: DiskError, sharedNothing: Bool = false) -> Diagnostic {
        Diagnostic(
            .cacheTrouble,
            severity: sharedNothing ? .error : nil,
            at: SourceLocation(path: error.path),
            message: sharedNothing
                ? "the worker shared nothing, as the cache cannot be used: \(error.reason)"
                : "the bake went on without the cache: \(error.reason)",
            help: sharedNothing
                ? workAgain
                : error.help.map { "\($0), or bake with --no-cache" }
                    ?? "free space for the cache and make its folder writable, or bake with --no-cache"
        )
    }

    private static let workAgain =
        "see to it and run the worker again, or let 'kiln bake --assemble' make what is missing"

    /// The same of a remote cache.
    static func remoteCacheTrouble(
        _ trouble: RemoteTrouble,
        sharedNothing: Bool
    ) -> Diagnostic {
        let failures = trouble.failures == 1 ? "a request" : "\(trouble.failures) requests"
        let what =
            switch trouble.extent {
            case _ where sharedNothing:
                "the worker shared nothing, as \(failures) to the remote cache failed"
            case .someFailed: "\(failures) to the remote cache failed"
            case .notFilled: "nothing more was stored in the remote cache after \(failures) failed"
            case .abandoned: "the bake went on without the remote cache after \(failures) failed"
            }
        return Diagnostic(
            .remoteCacheTrouble,
            severity: sharedNothing ? .error : nil,
            at: SourceLocation(path: trouble.address),
            message: "\(what): \(trouble.reason)",
            help: sharedNothing
                ? workAgain : "see to the server, or bake without it ('--cache', KILN_CACHE)"
        )
    }
}
