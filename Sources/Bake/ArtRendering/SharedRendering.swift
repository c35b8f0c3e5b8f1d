import AtlasBuilding
import FileStore

/// Renders jobs as one of several machines that share the work.
///
/// First what is this machine's own, then what of the rest no one has done or begun, and at last what
/// those did who said that they would; or who are gone.
struct SharedRendering {
    private typealias File = (path: String, size: Int)
    typealias Render = @Sendable (_ index: Int, _ lane: Int) async throws -> RenderedAsset?

    /// A job as the cache knows it.
    private struct Piece: Sendable {
        /// Nil when the files cannot be read.
        var key: Digest?
        /// Whether doing it twice costs more than talking about it.
        var isLong: Bool
    }

    let jobs: [RenderJob]
    let cache: BakeCache
    let share: WorkShare
    let context: RenderContext

    /// - Returns: by job; nil on a dry run where it would have to be rendered.
    /// - Throws: `DiskError` of the cache, `CancellationError`.
    func run(_ render: @escaping Render) async throws -> [RenderedAsset?] {
        var assets = [RenderedAsset?](repeating: nil, count: jobs.count)
        /// What others said that they do.
        var left: [(index: Int, key: Digest)] = []
        let (own, others) = share.parts(of: jobs.count)
        let large = context.sources?.large(jobs.flatMap(\.usedPaths)) ?? []
        for part in [own, others] {
            if part == others { adoptDigests(of: large) }
            let pieces = try await asked(part)
            if part == own { announceDigests(of: large, own) }
            let rendered = try await inParallel(part.count, jobs: context.jobs) {
                place,
                lane -> RenderedAsset?? in
                let piece = pieces[place]
                if piece.isLong, let key = piece.key, cache.isLeftToOther(key) { return .none }
                return .some(try await render(part[place], lane))
            }
            for (place, index) in part.enumerated() {
                if let asset = rendered[place] {
                    assets[index] = asset
                } else if let key = pieces[place].key {
                    left.append((index, key))
                }
            }
        }
        cache.ask(for: left.map(\.key))
        let last = try await inParallel(left.count, jobs: context.jobs) { [left] place, lane in
            _ = cache.headerFromOther(of: left[place].key)
            return try await render(left[place].index, lane)
        }
        for (one, asset) in zip(left, last) { assets[one.index] = asset }
        return assets
    }

    /// Asks for the entries of some jobs at once: one request after the other would wait for the
    /// network each time.
    private func asked(_ part: [Int]) async throws -> [Piece] {
        let pieces = try await inParallel(part.count, jobs: context.jobs) { place in
            let job = jobs[part[place]]
            return Piece(
                key: job.cacheKey(in: context),
                isLong: context.sources?.large(job.usedPaths).isEmpty == false
            )
        }
        cache.ask(for: pieces.compactMap(\.key))
        return pieces
    }

    /// Tells the others what this machine's part of the sources holds.
    private func announceDigests(of large: [File], _ own: [Int]) {
        guard let sources = context.sources, !large.isEmpty, share.count > 1, !context.isDryRun
        else { return }
        let bytes = sources.sharedBytes(of: own.flatMap { jobs[$0].usedPaths })
        cache.announce(mark(of: share.index, large), bytes)
    }

    private func adoptDigests(of large: [File]) {
        guard context.believesOthers, !large.isEmpty else { return }
        for index in 0..<share.count where index != share.index {
            guard let bytes = cache.shared(mark(of: index, large)) else { continue }
            context.sources?.adopt(bytes)
        }
    }

    /// The key under which a machine stores its part.
    private func mark(of index: Int, _ large: [File]) -> Digest {
        var out = ByteWriter()
        out.put("digests of sources \(BakeCache.version)", index, share.count)
        out.put(large) { $0.put($1.path, $1.size) }
        return Digest(of: out.bytes)
    }
}
