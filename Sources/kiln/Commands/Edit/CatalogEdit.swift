import Diagnostics
import FileStore

/// A change of a catalog's text and of the names of files, made completely or not at all.
///
/// A killed run leaves the old catalog or the new one, each with its files; names that it does not
/// need may be left over.
struct CatalogEdit: Sendable {
    let catalog: String
    let old: [UInt8]
    /// Nil if only files change.
    let new: [UInt8]?
    var moves: [Fix.Move] = []
    /// New files.
    var copies: [(path: String, bytes: [UInt8])] = []
    var removals: [String] = []

    /// The changes for people.
    var diff: [String] {
        unifiedDiff(of: catalog, from: old, to: new ?? old, moves)
            + copies.map { "create \($0.path)" } + removals.map { "delete \($0)" }
    }

    /// - Throws: `DiskError` if a file changed meanwhile or is in the way, and nothing changed
    ///   then; if an old name cannot be removed, both names are left.
    func apply(disk: any Disk) throws(DiskError) {
        // On a disk that ignores case the file itself may be there.
        for move in moves
        where disk.linkStamp(move.new) != nil && !disk.isSameFile(move.new, move.old) {
            throw DiskError(.rename, move.old, reason: "there is a file \(move.new) already")
        }
        // First each file has both names.
        var made: [String] = []
        do throws(DiskError) {
            for move in moves where disk.linkStamp(move.new) == nil {
                try disk.addName(move.new, to: move.old)
                made.append(move.new)
            }
            for copy in copies {
                try disk.create(copy.bytes, at: copy.path, permissions: nil)
                made.append(copy.path)
            }
            if let new { try disk.replace(new, at: catalog, over: Digest(of: old)) }
        } catch {
            for path in made { try? disk.remove(path) }
            throw error
        }
        for move in moves {
            // A name in other letters may be the same one; otherwise both names are there.
            if made.contains(move.new) || move.new.lowercased() != move.old.lowercased() {
                try disk.remove(move.old)
            } else {
                try disk.rename(move.old, to: move.new)
            }
        }
        for path in removals { try disk.remove(path) }
    }
}

extension Disk {
    /// Gives a file a second name; a copy where the file system has no links.
    fileprivate func addName(_ name: String, to path: String) throws(DiskError) {
        do throws(DiskError) {
            try link(path, to: name)
        } catch {
            guard linkStamp(name) == nil else { throw error }
            try create(try read(path), at: name, permissions: permissions(of: path))
        }
    }
}
