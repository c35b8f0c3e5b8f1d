import Dispatch
import Synchronization

extension RemoteCache {
    /// Uploads an entry, possibly later.
    package func offer(_ key: Digest, _ whole: BakeCache.Entry) {
        guard mode == .readWrite else { return }
        let isKnown = state.withLock { $0.hasStoppedWriting || $0.known[key] != nil }
        guard !isKnown else { return }
        let entry = RemoteEntry(whole)
        let one = RemoteState.Waiting(key: key, entry: entry, payload: whole.payload)
        let (begins, isFull) = state.withLock { state in
            state.waiting.append(one)
            state.waitingBytes += one.size
            defer { state.isUploading = true }
            return (!state.isUploading, state.waitingBytes > Self.mostWaitingBytes)
        }
        if begins { uploads.async { [self] in upload() } }
        if isFull { finish() }
    }

    /// Uploads an entry without a payload immediately.
    package func announce(_ key: Digest, header: [UInt8]) {
        guard mode == .readWrite else { return }
        let entry = RemoteEntry(BakeCache.Entry(header: header))
        _ = waiting { written([(path(of: key), entry.message(key))]) }
    }

    /// Waits until all offered entries are stored or dropped.
    package func finish() { waiting { uploads.sync {} } }

    /// Drops pending uploads, and stops all requests.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.hasStoppedReading = true
            state.hasStoppedWriting = true
        }
        clients.cancel()
    }

    private func upload() {
        while let batch = nextBatch() {
            var seen: Set<Digest> = []
            let contents = batch.filter {
                $0.entry.payloadSize > 0 && seen.insert($0.entry.payload).inserted
            }
            let kept = written(
                contents.map { ("cas/\($0.entry.payload.text)", $0.payload) }
            )
            let lost = Set(zip(contents, kept).filter { !$0.1 }.map(\.0.entry.payload))
            let whole = batch.filter { !lost.contains($0.entry.payload) }
            let stored = written(whole.map { (path(of: $0.key), $0.entry.message($0.key)) })
            state.withLock { state in
                for (one, isStored) in zip(whole, stored) where isStored {
                    state.counts.stored += 1
                    state.counts.storedBytes += one.size
                    state.known[one.key] = one.entry
                }
            }
        }
    }

    /// The next uploads; nil if there are none, and the next offer restarts them.
    private func nextBatch() -> [RemoteState.Waiting]? {
        state.withLock { state in
            if state.hasStoppedWriting {
                (state.waiting, state.waitingBytes) = ([], 0)
            }
            guard !state.waiting.isEmpty else {
                state.isUploading = false
                return nil
            }
            var bytes = 0
            let batch = state.waiting.prefix(64).prefix { one in
                defer { bytes += one.size }
                return bytes == 0 || bytes + one.size <= Self.mostBytesInBatch
            }
            state.waiting.removeFirst(batch.count)
            state.waitingBytes -= batch.reduce(0) { $0 + $1.size }
            return Array(batch)
        }
    }

    private func written(_ files: [(path: String, content: [UInt8])]) -> [Bool] {
        guard !files.isEmpty else { return [] }
        guard !state.withLock({ $0.hasStoppedWriting }) else { return files.map { _ in false } }
        let requests = files.map { HTTPRequest(path: $0.path, body: $0.content, most: 1 << 20) }
        let answers = clients.answers(to: requests, mostFailures: Self.mostFailures)
        return state.withLock { state in
            answers.map { answer in
                switch answer {
                case .content:
                    state.failedWrites = 0
                    return true
                case .missing: state.failedToWrite("404, it takes no files there")
                case .failure(let reason): state.failedToWrite(reason)
                case .unasked: state.hasStoppedWriting = true
                }
                return false
            }
        }
    }
}
