import Synchronization

extension RemoteCache {
    /// What went wrong; nil when nothing did.
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

/// What a remote cache did for a bake.
package struct RemoteCounts: Hashable, Sendable, Encodable {
    /// Entries that it had.
    package var hits = 0
    /// Entries that it was asked for and had not.
    package var misses = 0
    package var fetchedBytes = 0
    package var stored = 0
    package var storedBytes = 0
    /// Requests that failed.
    package var failures = 0

    /// Whether what it had not was not stored there either.
    package var lackStored: Bool { misses > 0 && stored == 0 }
}

/// What went wrong with a remote cache.
package struct RemoteTrouble: Hashable, Sendable, Encodable {
    private enum CodingKeys: CodingKey { case extent, reason }

    package enum Extent: String, Sendable, Encodable {
        case someFailed
        /// Nothing more was stored after some failures in a row.
        case notFilled
        /// Nothing more was asked either.
        case abandoned
    }

    /// Without credentials.
    package var address: String
    package var failures: Int
    /// Of the first failure.
    package var reason: String
    package var extent: Extent
}
