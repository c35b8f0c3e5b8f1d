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
}

extension RemoteState {
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
