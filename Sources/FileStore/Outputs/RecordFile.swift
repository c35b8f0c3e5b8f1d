/// The file of an output folder that records all others with their digests.
package struct RecordFile: Sendable {
    /// What the bytes of such a file turn out to be.
    package enum Contents: Sendable {
        /// A record that an earlier run wrote.
        case ours(OwnedFiles)
        /// Something else; with the reason, as it stands behind a path.
        case foreign(String)
    }

    /// Its path in the folder.
    package var name: String
    package var read: @Sendable ([UInt8]) -> Contents

    package init(name: String, read: @escaping @Sendable ([UInt8]) -> Contents) {
        self.name = name
        self.read = read
    }
}
