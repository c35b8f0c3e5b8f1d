import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// What machines that share the work tell each other: that one has begun with something that takes
// long, or that all of them need. Only who does what depends on it, and for how long somebody waits.
extension BakeCache {
    /// Says that this machine makes an entry now, unless another one said so a short time ago.
    ///
    /// - Returns: whether it is to be made here; true when there are no others.
    package func claim(_ key: Digest) -> Bool {
        guard share != nil else { return true }
        var out = ByteWriter()
        out.put("claim of an entry")
        out.put(key)
        let mark = Digest(of: out.bytes)
        guard state.withLock({ $0.claimed.insert(mark).inserted }) else { return true }
        let now = time(nil)
        if let header = heard(mark) {
            var reader = ByteReader(header)
            let age = (try? reader.int()).map { now.subtractingReportingOverflow($0).partialValue }
            if let age, (-Self.longestClaim...Self.longestClaim).contains(age) {
                state.withLock { _ = $0.claimed.remove(mark) }
                return false
            }
        }
        var header = ByteWriter()
        header.put(now)
        tell(mark, header.bytes)
        return true
    }

    /// Whether another machine makes an entry that is not there yet; if none does, this one says that
    /// it makes it.
    package func isLeftToOther(_ key: Digest) -> Bool {
        guard share != nil, !has(key), remoteHeader(of: key) == nil else { return false }
        return !claim(key)
    }

    /// Tells the other machines something at once.
    package func tell(_ key: Digest, _ header: [UInt8]) {
        if let remote {
            remote.announce(key, header: header)
        } else {
            _ = place(key, Entry(header: header))
        }
    }

    /// What a machine told; nil when none did.
    package func heard(_ key: Digest) -> [UInt8]? {
        entry(of: key)?.header ?? remoteHeader(of: key)
    }

    /// Seconds after which whoever claimed something is taken for gone.
    private static let longestClaim = 600

    /// The header of an entry that another machine makes, once it is there.
    ///
    /// All waits together take half a minute at most, or a quarter of the work before them: a machine
    /// that is gone costs no more than that. Nil when the entry is still not there then.
    package func headerFromOther(of key: Digest) -> [UInt8]? {
        let start = ContinuousClock.now
        let waited = state.withLock { $0.waited }
        let end = start + max(.seconds(30), (start - began - waited) / 4) - waited
        defer { state.withLock { $0.waited += ContinuousClock.now - start } }
        while !Task.isCancelled {
            if let header = heard(key) {
                state.withLock { state in
                    state.used[key] = header
                    state.counts.hits += 1
                }
                return header
            }
            guard ContinuousClock.now < end, remote?.isGone != true else { break }
            usleep(20_000)
        }
        return nil
    }
}
