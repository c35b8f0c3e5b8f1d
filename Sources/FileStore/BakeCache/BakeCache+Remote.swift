import Synchronization

// What the remote cache is asked for.
extension BakeCache {
    /// Asks the remote cache at once for all of these entries that are not here.
    package func ask(for keys: [Digest]) {
        guard let remote else { return }
        let trust = state.withLock { $0.trust }
        let absent = keys.filter { !has($0) }
        switch trust {
        case .nothing: return
        case .headers: remote.ask(for: absent)
        case .wholeEntries: fetch(absent)
        }
        guard remote.wantsEverything, keeps else { return }
        let present = Set(keys).subtracting(absent)
        remote.ask(for: keys.filter(present.contains))
        for key in present where remote.lacks(key) {
            guard let entry = readEntry(key) else { continue }
            remote.offer(key, entry)
        }
    }

    /// Fetches at once the payloads of these entries that are not here.
    package func prepare(_ keys: [Digest]) {
        guard remote != nil else { return }
        fetch(keys.filter { key in state.withLock { $0.recent[key] == nil } && !liesHere(key) })
    }

    func has(_ key: Digest) -> Bool {
        let isKnown = state.withLock { state in
            state.trust == .headers && (state.used[key] ?? state.known[key]) != nil
        }
        return isKnown || liesHere(key)
    }

    /// Whether its bytes need not be fetched.
    package func liesHere(_ key: Digest) -> Bool { entries.has(key) }

    func remoteHeader(of key: Digest) -> [UInt8]? {
        switch state.withLock({ $0.trust }) {
        case .nothing: return nil
        case .headers: return remote?.header(of: key)
        case .wholeEntries:
            fetch([key])
            return readEntry(key)?.header
        }
    }

    /// Payloads from the remote cache; the entries are kept here.
    @discardableResult
    func fetch(_ keys: [Digest]) -> [Digest: Entry] {
        guard let remote, !keys.isEmpty, state.withLock({ $0.trust != .nothing }) else {
            return [:]
        }
        var found: [Digest: Entry] = [:]
        remote.fetch(keys) { key, entry in
            let isPlaced = place(key, entry)
            if keys.count == 1 {
                found[key] = entry
            } else if !isPlaced {
                state.withLock { $0.keepRecent(entry, key) }
            }
        }
        return found
    }
}
