import Dispatch
import Synchronization

// RemoteCache: results of bakes that machines share over HTTP.
//
// In: keys of the local cache. Out: the entries for them on a server with Bazel's cache protocol;
// local results are uploaded. `PUT /cas/DIGEST` precedes `PUT /ac/KEY`, so that existing entries
// have a payload. All received bytes are checked against a digest.
//
// A slow, full, faulty or missing server costs time, once, and nothing else.

/// Entries shared between machines, for one bake: a fallback for missing entries, and a copy of
/// stored ones.
///
/// Nothing fails: unavailable entries are absent, and failed uploads are dropped. A class with a
/// lock, because the stages of a bake use it from several tasks.
package final class RemoteCache: Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        case readWrite = "rw"
        case readOnly = "ro"
    }

    /// After this many failures in a row requests stop.
    package static let mostFailures = 5
    static let mostInBatch = 512
    static let mostBytesInBatch = 32 << 20
    /// Limits pending uploads; faster producers wait.
    static let mostWaitingBytes = 64 << 20

    package let address: RemoteAddress
    package let mode: Mode
    /// Whether to upload everything in the cache, because other machines wait for it.
    package let wantsEverything: Bool
    private let program: [UInt8]
    let clients: HTTPClients
    private let patience: Patience
    let uploads = DispatchQueue(label: "uploads to the remote cache")
    private let alarms = DispatchQueue(label: "patience with the remote cache")
    let state = Mutex(RemoteState())

    /// `program` identifies the decoding libraries and the kind of machine, which keys do not
    /// include: other programs' entries are not found.
    ///
    /// `sharesWork`: other machines fill the cache meanwhile, so missing entries may appear, and
    /// all local entries are uploaded. `certificates` is a file of certificates that replaces the
    /// system's.
    package init(
        _ address: RemoteAddress,
        mode: Mode = .readWrite,
        program: String,
        sharesWork: Bool = false,
        certificates: String? = nil,
        patience: Patience = Patience()
    ) {
        self.address = address
        self.mode = mode
        self.patience = patience
        wantsEverything = sharesWork
        var out = ByteWriter()
        out.put("kiln entry 1 \(BakeCache.version)", program)
        self.program = out.bytes
        clients = HTTPClients(
            address,
            agent: "\(Generator.name)/\(Generator.version)",
            certificates: certificates,
            patience: patience
        )
    }

    private static let notStored = "what it has is not what was stored"

    /// Why this program cannot use any remote cache; nil if it can.
    package static var obstacle: String? { HTTPClients.trouble }

    func path(of key: Digest) -> String {
        var out = ByteWriter(bytes: program)
        out.put(key)
        return "ac/\(Digest(of: out.bytes).text)"
    }

    /// Runs an operation that the bake waits for.
    ///
    /// If the total time exceeds the limit, the server is abandoned, which ends `body` early.
    func waiting<Result>(for body: () -> Result) -> Result {
        let left = state.withLock { $0.beginWaiting(atMost: .milliseconds(patience.bake)) }
        let alarm = DispatchWorkItem { [weak self] in self?.abandon() }
        alarms.asyncAfter(
            deadline: .now() + .milliseconds(Int(left / .milliseconds(1))),
            execute: alarm
        )
        defer {
            alarm.cancel()
            state.withLock { $0.endWaiting() }
        }
        return body()
    }

    private func abandon() {
        let seconds = patience.bake / 1000
        state.withLock { $0.abandon("the bake waited \(seconds) s for it, which is the limit") }
        clients.cancel()
    }

    package var counts: RemoteCounts { state.withLock { $0.counts } }

    package var trouble: RemoteTrouble? {
        state.withLock { state in
            guard let reason = state.firstFailure, !state.isCancelled else { return nil }
            let extent: RemoteTrouble.Extent =
                state.hasStoppedReading
                ? .abandoned : state.hasStoppedWriting ? .notFilled : .someFailed
            return RemoteTrouble(
                address: address.base,
                failures: state.counts.failures,
                reason: reason,
                extent: extent
            )
        }
    }
}

// Reading.
extension RemoteCache {
    /// Whether the entry was looked up and is missing.
    package func lacks(_ key: Digest) -> Bool { state.withLock { $0.missing.contains(key) } }

    package var isGone: Bool { state.withLock { $0.hasStoppedReading } }

    /// Looks up many entries at once for `header(of:)`.
    package func ask(for keys: [Digest]) {
        let unknown = state.withLock { state in
            keys.filter { key in
                state.known[key] == nil && (wantsEverything || !state.missing.contains(key))
            }
        }
        var rest = unknown[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Self.mostInBatch))
            rest = rest.dropFirst(batch.count)
            let requests = batch.map {
                HTTPRequest(path: path(of: $0), body: nil, most: RemoteEntry.largestMessage)
            }
            guard let answers = read(requests) else { return }
            let entries = zip(batch, answers).map { key, answer -> RemoteEntry? in
                guard case .content(let message, _) = answer else { return nil }
                return RemoteEntry(message, key)
            }
            note(batch, answers, entries)
        }
    }

    private func note(_ keys: [Digest], _ answers: [HTTPAnswer], _ entries: [RemoteEntry?]) {
        state.withLock { state in
            for (index, key) in keys.enumerated() {
                if let entry = entries[index] {
                    if state.known.updateValue(entry, forKey: key) == nil { state.counts.hits += 1 }
                    // Another machine made it since the last lookup.
                    if state.missing.remove(key) != nil { state.counts.misses -= 1 }
                    continue
                }
                if case .content(_, let redirect) = answers[index] {
                    state.failedToRead(Self.notStored + redirect)
                }
                if state.missing.insert(key).inserted { state.counts.misses += 1 }
            }
        }
    }

    /// Nil for a missing entry.
    package func header(of key: Digest) -> [UInt8]? {
        if let header = state.withLock({ $0.known[key]?.header }) { return header }
        ask(for: [key])
        return state.withLock { $0.known[key]?.header }
    }

    /// Passes on complete entries, a few at a time, skipping unavailable ones.
    package func fetch(
        _ keys: [Digest],
        _ take: (_ key: Digest, _ entry: BakeCache.Entry) -> Void
    ) {
        ask(for: keys)
        var rest = state.withLock { state in
            keys.compactMap { key in state.known[key].map { (key: key, entry: $0) } }
        }[...]
        while !rest.isEmpty {
            var bytes = 0
            let batch = rest.prefix(Self.mostInBatch).prefix { one in
                defer { bytes += one.entry.payloadSize }
                return bytes == 0 || bytes + one.entry.payloadSize <= Self.mostBytesInBatch
            }
            rest = rest.dropFirst(batch.count)
            let filled = batch.filter { $0.entry.payloadSize > 0 }
            for one in batch where one.entry.payloadSize == 0 {
                take(one.key, one.entry.whole([]))
            }
            let requests = filled.map { one in
                let name = one.entry.payload.text
                return HTTPRequest(path: "cas/\(name)", body: nil, most: one.entry.payloadSize)
            }
            guard let answers = read(requests) else { return }
            for (one, answer) in zip(filled, answers) {
                guard case .content(let bytes, _) = answer, bytes.count == one.entry.payloadSize,
                    Digest(of: bytes) == one.entry.payload
                else {
                    forget(one.key, answer)
                    continue
                }
                state.withLock { $0.counts.fetchedBytes += bytes.count }
                take(one.key, one.entry.whole(bytes))
            }
        }
    }

    /// An entry without its payload is invalid.
    private func forget(_ key: Digest, _ answer: HTTPAnswer) {
        state.withLock { state in
            state.known[key] = nil
            if state.missing.insert(key).inserted {
                state.counts.hits -= 1
                state.counts.misses += 1
            }
            switch answer {
            case .content(_, let redirect): state.failedToRead(Self.notStored + redirect)
            case .missing: state.failedToRead("it lost the content of an entry")
            case .failure, .unasked: break
            }
        }
    }

    /// Nil once requests have stopped.
    private func read(_ requests: [HTTPRequest]) -> [HTTPAnswer]? {
        guard !requests.isEmpty else { return [] }
        guard !state.withLock({ $0.hasStoppedReading }) else { return nil }
        let answers = waiting {
            clients.answers(to: requests, mostFailures: Self.mostFailures)
        }
        state.withLock { state in
            for answer in answers {
                switch answer {
                case .content, .missing: state.failedReads = 0
                case .failure(let reason): state.failedToRead(reason)
                case .unasked: state.stopReading()
                }
            }
        }
        return answers
    }

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
