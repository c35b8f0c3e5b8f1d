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

    /// The digests of some of the files.
    func digests(of paths: [String]) -> [String: Digest] {
        let paths = Set(paths)
        return digests.filter { paths.contains($0.key) }
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
    /// Anything else, at the path itself or on the way to it.
    case taken(Obstacle)

    func isTaken(by kinds: Obstacle.Kind...) -> Bool {
        if case .taken(let obstacle) = self { kinds.contains(obstacle.kind) } else { false }
    }
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
        if let obstacle = obstacle(onTheWayTo: path) { return .taken(obstacle) }
        func taken(_ kind: Obstacle.Kind) -> OutputEntry { .taken(Obstacle(shown(path), kind)) }
        let real = joinPath(folder, path)
        switch disk.kind(of: real) {
        case nil: return .free
        case .folder: return taken(.folder)
        case .link: return taken(.link)
        case .other: return taken(.special)
        case .file: break
        }
        guard let digest = owned.digests[path] else { return taken(.foreign) }
        if isUntouched(path, digest) { return .owned }
        guard let bytes = try? disk.read(real) else { return taken(.changed) }
        return Digest(of: bytes) == digest ? .owned : taken(.changed)
    }

    /// What becomes of files that a run does not make again, sorted.
    func stale(
        _ paths: [String],
        _ owned: OwnedFiles,
        isUntouched: (String, Digest) -> Bool = { _, _ in false }
    ) -> StaleOutputs {
        var stale = StaleOutputs()
        for path in paths.sorted() {
            switch entry(path, owned, isUntouched: isUntouched) {
            case .owned: stale.removed.append(path)
            case let entry where entry.isTaken(by: .changed): stale.left.append(path)
            default: break
            }
        }
        return stale
    }

    /// What prevents the parent folders of `path` from existing.
    private func obstacle(onTheWayTo path: String) -> Obstacle? {
        var above = ""
        for part in path.pathParts.dropLast() {
            above = joinPath(above, String(part))
            switch disk.kind(of: joinPath(folder, above)) {
            case .folder: continue
            case nil: return nil
            case .link: return Obstacle(shown(above), .link)
            case .file, .other: return Obstacle(shown(above), .file)
            }
        }
        return nil
    }
}
