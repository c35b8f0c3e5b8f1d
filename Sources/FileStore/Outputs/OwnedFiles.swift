import Diagnostics

/// The files in a folder that earlier runs recorded as their own, with the digest of each.
///
/// What Kiln did not write, or what was changed since, is not Kiln's: it is neither replaced nor
/// removed. A record is a file that anybody may edit, so it vouches for a path only while the bytes
/// there are the recorded ones and the path leads through no link.
package struct OwnedFiles: Sendable {
    /// By path, relative to the folder.
    package private(set) var digests: [String: Digest] = [:]

    package init() {}

    /// Keeps the records of paths that may be outputs.
    package init(_ records: some Sequence<(path: String, digest: Digest)>) {
        for record in records where Self.mayOwn(record.path) {
            digests[record.path] = record.digest
        }
    }

    /// The records of both; those of `other` count where they differ.
    package func joined(with other: OwnedFiles?) -> OwnedFiles {
        var joined = self
        joined.digests.merge(other?.digests ?? [:]) { $1 }
        return joined
    }

    /// Whether a run can have written `path` at all: it stays in the folder, and is not hidden.
    static func mayOwn(_ path: String) -> Bool {
        staysInside(path) && !path.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") }
    }
}

/// An entry of an output folder, as far as an output may take its place.
enum OutputEntry: Hashable, Sendable {
    /// Nothing is there.
    case free
    /// A file with the recorded bytes.
    case owned
    /// A regular file that Kiln did not write.
    case foreign
    /// A regular file that was changed since Kiln wrote it.
    case changed
    case folder
    /// A link, at the path itself or on the way to it.
    case link(String)
    /// A file where a folder has to be.
    case fileOnTheWay(String)
    /// A named pipe, a socket or a device.
    case special
}

extension OutputPlace {
    /// What is at `path`, judged by the record.
    ///
    /// - Parameters:
    ///   - path: relative to the folder.
    ///   - owned: what is recorded of the folder.
    ///   - isUntouched: whether a file is sure to have the recorded bytes, so that it need not be
    ///     read.
    /// - Returns: whose it is, or what it is.
    func entry(
        _ path: String,
        _ owned: OwnedFiles,
        isUntouched: (String, Digest) -> Bool = { _, _ in false }
    ) -> OutputEntry {
        if let obstacle = obstacle(onTheWayTo: path) { return obstacle }
        let real = joinPath(folder, path)
        switch disk.kind(of: real) {
        case nil: return .free
        case .folder: return .folder
        case .link: return .link(path)
        case .other: return .special
        case .file: break
        }
        guard let digest = owned.digests[path] else { return .foreign }
        if isUntouched(path, digest) { return .owned }
        guard let bytes = try? disk.read(real) else { return .changed }
        return Digest(of: bytes) == digest ? .owned : .changed
    }

    /// What keeps the folders above `path` from being there; nil when nothing does.
    private func obstacle(onTheWayTo path: String) -> OutputEntry? {
        var above = ""
        for part in path.pathParts.dropLast() {
            above = joinPath(above, String(part))
            switch disk.kind(of: joinPath(folder, above)) {
            case .folder: continue
            case nil: return nil
            case .link: return .link(above)
            case .file, .other: return .fileOnTheWay(above)
            }
        }
        return nil
    }
}
