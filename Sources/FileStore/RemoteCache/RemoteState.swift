/// What a remote cache was found to have, and how it fares.
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
    /// Failures in a row.
    var failedReads = 0
    var failedWrites = 0
    /// Nothing is asked, or stored, any more.
    var hasStoppedReading = false
    var hasStoppedWriting = false
    var firstFailure: String?
    var waiting: [Waiting] = []
    var waitingBytes = 0
    var isUploading = false
    var isCancelled = false
    /// How many tasks wait for the server now, since when, and how long any did before.
    private var waiters = 0
    private var waitingSince = ContinuousClock.now
    private var waited = Duration.zero
}

// The time that a bake loses: when several tasks wait at once it counts once.
extension RemoteState {
    /// Returns how much of the limit is left.
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
}

extension RemoteState {
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

    /// What cannot be read need not be written.
    mutating func stopReading() {
        hasStoppedReading = true
        hasStoppedWriting = true
    }

    /// Asks for nothing more, for a reason that counts more than earlier ones.
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
