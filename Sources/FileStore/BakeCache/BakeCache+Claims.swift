import Synchronization

// Messages between machines that share work: that one has started a long task, or a result that all
// need. They affect only who does what, and how long machines wait.
extension BakeCache {
    /// Claims an entry for this machine, unless another one claimed it recently.
    ///
    /// Returns whether to make it here; true without other machines.
    package func claim(_ key: Digest) -> Bool {
        guard share != nil else { return true }
        let mark = Digest(ofValues: "claim of an entry", key)
        guard state.withLock({ $0.claimed.insert(mark).inserted }) else { return true }
        let now = secondsSince1970()
        if let header = shared(mark) {
            var reader = ByteReader(header)
            let age = (try? reader.int()).map { now.subtractingReportingOverflow($0).partialValue }
            if let age, (-Self.longestClaim...Self.longestClaim).contains(age) {
                state.withLock { _ = $0.claimed.remove(mark) }
                return false
            }
        }
        var header = ByteWriter()
        header.put(now)
        announce(mark, header.bytes)
        return true
    }

    /// Whether another machine makes a missing entry; otherwise this one claims it.
    package func isLeftToOther(_ key: Digest) -> Bool {
        guard share != nil, !has(key), remoteHeader(of: key) == nil else { return false }
        return !claim(key)
    }

    /// Publishes something to the other machines immediately.
    package func announce(_ key: Digest, _ header: [UInt8]) {
        if let remote {
            remote.announce(key, header: header)
        } else {
            _ = place(key, Entry(header: header))
        }
    }

    /// Something that another machine published; nil if none did.
    package func shared(_ key: Digest) -> [UInt8]? {
        entry(of: key)?.header ?? remoteHeader(of: key)
    }

    /// Seconds after which a claim expires.
    private static let longestClaim = 600

    /// The header of an entry that another machine makes, once available; nil on timeout.
    ///
    /// All waits together take at most half a minute, or a quarter of the preceding work, so that a
    /// lost machine costs no more.
    package func headerFromOther(of key: Digest) -> [UInt8]? {
        let start = ContinuousClock.now
        let waited = state.withLock { $0.waited }
        let end = start + max(.seconds(30), (start - began - waited) / 4) - waited
        defer { state.withLock { $0.waited += ContinuousClock.now - start } }
        while !Task.isCancelled {
            if let header = shared(key) {
                state.withLock { state in
                    state.used[key] = header
                    state.counts.hits += 1
                }
                return header
            }
            guard ContinuousClock.now < end, remote?.isGone != true else { break }
            pause(.milliseconds(20))
        }
        return nil
    }
}
