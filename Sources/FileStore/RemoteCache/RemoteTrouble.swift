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
