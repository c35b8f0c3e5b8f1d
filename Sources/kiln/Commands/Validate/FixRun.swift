import Console
import Diagnostics
import FileStore

/// The changes that mend what a validation found, done to the files.
struct FixRun: Sendable {
    private let plan: FixPlan
    private let file: String
    private let bytes: [UInt8]

    /// How many findings are mended.
    var count: Int { plan.count }
    /// What would change.
    var diff: [String] { plan.diff }

    /// - Throws: `DiskError` when the catalog cannot be read.
    init(_ found: Found, catalog: String, disk: any Disk) throws(DiskError) {
        file = catalog
        bytes = try disk.read(file)
        plan = FixPlan(found.diagnostics, path: file, bytes: bytes)
    }

    /// Does it: the catalog in one step, then the names of files.
    ///
    /// - Throws: `DiskError`, `FixFailure` when something is in the way; what was done until then
    ///   stays, and each change is whole.
    func apply(disk: any Disk) throws {
        if let text = plan.text {
            try disk.replace(text, at: file, over: Digest(of: bytes))
        }
        for group in plan.moves {
            for move in group where !isFree(move, disk) {
                throw FixFailure(path: move.new, reason: "there is such a file already")
            }
            for move in group { try disk.rename(move.old, to: move.new) }
        }
    }

    /// Nothing is there, or on a disk that ignores case the file itself.
    private func isFree(_ move: Fix.Move, _ disk: any Disk) -> Bool {
        guard let there = disk.linkStamp(move.new) else { return true }
        return there.inode == disk.linkStamp(move.old)?.inode
    }
}

/// Why a fix was not done.
struct FixFailure: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "cannot fix \(printable(path)): \(printable(reason))" }
}
