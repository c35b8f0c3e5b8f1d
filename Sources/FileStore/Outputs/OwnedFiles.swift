import Diagnostics

/// The files in a folder recorded by earlier runs, with their digests.
///
/// Kiln neither replaces nor removes files that it did not write, or that were modified since.
/// Users may edit a record, so it is valid for a path only while the bytes there match and no link
/// is on the way.
package struct OwnedFiles: Sendable {
    /// By path, relative to the folder.
    package private(set) var digests: [String: Digest] = [:]

    package init() {}

    /// Keeps the records of valid output paths.
    package init(_ records: some Sequence<(path: String, digest: Digest)>) {
        for record in records where Self.mayOwn(record.path) {
            digests[record.path] = record.digest
        }
    }

    /// The records of both; `other` takes precedence.
    package func joined(with other: OwnedFiles?) -> OwnedFiles {
        var joined = self
        joined.digests.merge(other?.digests ?? [:]) { $1 }
        return joined
    }

    /// Whether a run can have written `path`: it is in the folder, and not hidden.
    static func mayOwn(_ path: String) -> Bool {
        staysInside(path) && !path.pathParts.contains { $0.utf8.first == UInt8(ascii: ".") }
    }
}

enum OutputEntry: Hashable, Sendable {
    case free
    /// A file with the recorded bytes.
    case owned
    /// A regular file that Kiln did not write.
    case foreign
    /// A regular file that was modified since Kiln wrote it.
    case changed
    case folder
    /// A link, at the path itself or on the way to it.
    case link(String)
    /// A file in the place of a parent folder.
    case fileOnTheWay(String)
    /// A named pipe, a socket or a device.
    case special
}

extension OutputPlace {
    /// Classifies the entry at `path`, relative to the folder, by its record.
    ///
    /// `isUntouched` returns whether a file certainly has the recorded bytes, and need not be read.
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

    /// What prevents the parent folders of `path` from existing.
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
