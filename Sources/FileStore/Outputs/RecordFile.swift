/// The file of an output folder that records all others with their digests.
package struct RecordFile: Sendable {
    package enum Contents: Sendable {
        /// A record written by an earlier run.
        case ours(OwnedFiles)
        /// Something else; with the reason, as text after its path.
        case foreign(String)
    }

    package var name: String
    package var read: @Sendable ([UInt8]) -> Contents

    package init(name: String, read: @escaping @Sendable ([UInt8]) -> Contents) {
        self.name = name
        self.read = read
    }
}
