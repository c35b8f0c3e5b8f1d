/// What is known about a remote cache's entries and health.
struct RemoteState {
    struct Waiting: Sendable {
        var key: Digest
        var entry: RemoteEntry
        var payload: [UInt8]

        var size: Int { payload.count + entry.header.count }
    }

    var known: [Digest: RemoteEntry] = [:]
    var missing: Set<Digest> = []
    var counts = RemoteCounts()
    /// In a row.
    var failedReads = 0
    var failedWrites = 0
    var hasStoppedReading = false
    var hasStoppedWriting = false
    var firstFailure: String?
    var waiting: [Waiting] = []
    var waitingBytes = 0
    var isUploading = false
    var isCancelled = false
    /// The number of tasks waiting for the server, the start of the wait, and the time of earlier
    /// ones.
    private var waiters = 0
    private var waitingSince = ContinuousClock.now
    private var waited = Duration.zero

    /// Returns the remaining time that a bake waits; concurrent waits of several tasks count once.
    mutating func beginWaiting(atMost limit: Duration) -> Duration {
        let now = ContinuousClock.now
        if waiters == 0 { waitingSince = now }
        waiters += 1
        return max(.zero, limit - waited - (now - waitingSince))
    }

    mutating func endWaiting() {
        waiters -= 1
        if waiters == 0 { waited += .now - waitingSince }
    }

    mutating func failedToRead(_ reason: String) {
        note(reason)
        failedReads += 1
        if failedReads >= RemoteCache.mostFailures { stopReading() }
    }

    mutating func failedToWrite(_ reason: String) {
        note(reason)
        failedWrites += 1
        if failedWrites >= RemoteCache.mostFailures { hasStoppedWriting = true }
    }

    /// Without reading, uploads are useless.
    mutating func stopReading() {
        hasStoppedReading = true
        hasStoppedWriting = true
    }

    /// Stops requests, for a reason that overrides earlier ones.
    mutating func abandon(_ reason: String) {
        note(reason)
        if !isCancelled { firstFailure = reason }
        stopReading()
    }

    private mutating func note(_ reason: String) {
        guard !isCancelled else { return }
        counts.failures += 1
        firstFailure = firstFailure ?? reason
    }
}

package struct RemoteCounts: Hashable, Sendable, Encodable {
    package var hits = 0
    /// Requested entries that it did not have.
    package var misses = 0
    package var fetchedBytes = 0
    package var stored = 0
    package var storedBytes = 0
    package var failures = 0

    /// Whether missing entries were not uploaded either.
    package var lackStored: Bool { misses > 0 && stored == 0 }
}

package struct RemoteTrouble: Hashable, Sendable, Encodable {
    private enum CodingKeys: CodingKey { case extent, reason }

    package enum Extent: String, Sendable, Encodable {
        case someFailed
        /// Uploads stopped after failures in a row.
        case notFilled
        /// Downloads stopped as well.
        case abandoned
    }

    /// Without credentials.
    package var address: String
    package var failures: Int
    /// Of the first failure.
    package var reason: String
    package var extent: Extent
}

/// An entry in a remote cache: the message under `/ac/` has the header and the payload's digest;
/// the payload is under `/cas/`.
///
/// So planning, which needs headers only, takes one request per entry. The message contains the
/// entry's key and its own digest, to detect mix-ups by a server.
struct RemoteEntry: Sendable {
    var header: [UInt8]
    var payload: Digest
    var payloadSize: Int

    private static let magic = Array("KILNREM1".utf8)
    private static let payloadName = "payload"
    /// The maximum size of a message: the plan of a million sprites has 50 MB.
    static let largestMessage = 64 << 20

    init(_ entry: BakeCache.Entry) {
        header = entry.header
        payload = entry.digest
        payloadSize = entry.payload.count
    }

    /// The entry with its payload, which matches the digest.
    func whole(_ bytes: [UInt8]) -> BakeCache.Entry {
        BakeCache.Entry(header: header, payload: bytes, digest: payload)
    }

    /// The message under `/ac/`.
    func message(_ key: Digest) -> [UInt8] {
        var out = ByteWriter()
        out.put(Self.magic, key, header, payloadSize, payload)
        out.seal()
        let file = ActionResult.File(path: Self.payloadName, digest: payload, size: payloadSize)
        return ActionResult(files: payloadSize > 0 ? [file] : [], printed: out.bytes).encoded
    }

    /// Nil unless the message was stored under the key.
    init?(_ message: [UInt8], _ key: Digest) {
        guard let result = ActionResult(message) else { return nil }
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(sealed: result.printed)
            guard try reader.content() == Self.magic, try reader.digest() == key else { return nil }
            header = try reader.content()
            payloadSize = try reader.int(in: 0...BakeCache.Entry.largestPayload)
            payload = try reader.digest()
            try reader.finish()
        } catch {
            return nil
        }
        let file = ActionResult.File(path: Self.payloadName, digest: payload, size: payloadSize)
        guard payloadSize == 0 || result.files.contains(file) else { return nil }
    }
}
