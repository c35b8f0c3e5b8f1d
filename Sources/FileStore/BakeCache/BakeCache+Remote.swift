import Synchronization

// Requests to the remote cache.
extension BakeCache {
    /// Looks up all missing entries in the remote cache at once.
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
            guard let entry = entries.read(key) else { continue }
            remote.offer(key, entry)
        }
    }

    /// Fetches the missing payloads of these entries at once.
    package func prepare(_ keys: [Digest]) {
        guard remote != nil else { return }
        fetch(keys.filter { key in state.withLock { $0.recent[key] == nil } && !isHere(key) })
    }

    func has(_ key: Digest) -> Bool {
        let isKnown = state.withLock { state in
            state.trust == .headers && (state.used[key] ?? state.known[key]) != nil
        }
        return isKnown || isHere(key)
    }

    /// Whether the entry is in the local cache.
    package func isHere(_ key: Digest) -> Bool { entries.has(key) }

    func remoteHeader(of key: Digest) -> [UInt8]? {
        switch state.withLock({ $0.trust }) {
        case .nothing: return nil
        case .headers: return remote?.header(of: key)
        case .wholeEntries:
            fetch([key])
            return entries.read(key)?.header
        }
    }

    /// Fetches payloads from the remote cache, and stores the entries locally.
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
