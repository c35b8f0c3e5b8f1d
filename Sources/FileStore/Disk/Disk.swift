import Diagnostics

/// The file system operations of a bake; tests use an in-memory implementation.
///
/// Paths are absolute or relative to the working folder, with `/` as separator.
package protocol Disk: Sendable {
    func read(_ path: String) throws(DiskError) -> [UInt8]
    /// Nil for a missing file.
    func readIfThere(_ path: String) throws(DiskError) -> [UInt8]?
    /// The existing part of a byte range.
    func read(_ path: String, _ range: Range<Int>) throws(DiskError) -> [UInt8]
    /// Sorted by name in byte order.
    func list(_ folder: String) throws(DiskError) -> [DiskEntry]
    /// Follows links; nil if missing.
    func stamp(_ path: String) -> FileStamp?
    /// Of a link itself; nil if missing.
    func linkStamp(_ path: String) -> FileStamp?
    /// The path with all links resolved; nil if missing.
    func realPath(_ path: String) -> String?
    /// Does not follow links; nil if missing.
    func kind(of path: String) -> DiskEntry.Kind?
    /// The permission bits of an entry itself; nil if missing.
    func permissions(of path: String) -> UInt16?
    /// Creates or replaces a file, and creates its parent folders.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError)
    /// Creates a file where nothing exists, not even a link; `permissions` are nil for the default.
    func create(_ bytes: [UInt8], at path: String, permissions: UInt16?) throws(DiskError)
    /// Returns when the bytes of a file, or the names in a folder, would survive a loss of power.
    func sync(_ path: String) throws(DiskError)
    /// Moves a file onto another, or a folder to an unused name, atomically.
    func rename(_ path: String, to target: String) throws(DiskError)
    /// Removes a file, or a folder with its contents, without following links; ignores missing
    /// ones.
    func remove(_ path: String) throws(DiskError)
    func createFolder(_ path: String) throws(DiskError)
    /// Creates one folder with the permissions of another.
    func createFolder(_ path: String, like model: String) throws(DiskError)
    func removeIfEmpty(_ folder: String)
    /// Creates a hard link to a file, or to a link itself.
    func link(_ path: String, to target: String) throws(DiskError)
    /// Swaps the names of two folders atomically.
    ///
    /// Throws also if unsupported by the system or file system, if `live` is a mount point, or if
    /// it belongs to another user, who would lose it.
    func exchange(_ staged: String, with live: String) throws(DiskError)
    /// Locks a folder or file against other processes and tasks; nil if it is locked.
    ///
    /// Without support by the file system, the lock counts as acquired.
    func lock(_ path: String) throws(DiskError) -> DiskLock?
}

/// A lock, released at the end of the value's lifetime, and when the process dies.
package struct DiskLock: ~Copyable, Sendable {
    private let release: @Sendable () -> Void

    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

package struct DiskEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        case other
    }

    package var name: String
    package var kind: Kind

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

/// A cheap indicator of whether a file has changed.
package struct FileStamp: Hashable, Sendable {
    package var isFolder: Bool
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// The last change of content or attributes, also for a restored modification time.
    package var changed: Int64
    package var inode: UInt64

    package init(isFolder: Bool, size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
        self.isFolder = isFolder
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }
}

/// A failed system call; `reason` is the system's message.
package struct DiskError: Error, Hashable, Sendable {
    package enum Operation: String, Hashable, Sendable {
        case read
        case list
        case write
        case rename
        case remove
        case create
        case lock
        case link
        case exchange
        case sync = "flush"
        /// An image that the encoder rejected: not a disk error.
        case encode
    }

    package var operation: Operation
    package var path: String
    package var reason: String
    /// The next action, if there is one.
    package var help: String?

    package init(_ operation: Operation, _ path: String, reason: String, help: String? = nil) {
        self.operation = operation
        self.path = path
        self.reason = reason
        self.help = help
    }
}

extension DiskError: CustomStringConvertible {
    package var description: String {
        "cannot \(operation.rawValue) \(printable(path)): \(printable(reason))"
            + (help.map { "\n  help: \(printable($0))" } ?? "")
    }
}

/// Joins two parts of a path; an absolute second part replaces the first, and an empty one adds
/// nothing.
package func joinPath(_ folder: String, _ name: String) -> String {
    if name.isEmpty { return folder }
    if name.isAbsolutePath || folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
}

/// The folder part of a path; `.` without one.
package func parentFolder(of path: String) -> String {
    guard let slash = path.lastSlash else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Whether a path in a file stays below that file's folder, judging by its text.
package func namesInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
        && !path.split(separator: "/").contains("..")
}

extension Disk {
    /// The real path, even if nothing exists there: links are resolved as far as possible, so that
    /// two names of one place give the same text.
    package func destination(of path: String) -> String {
        if let real = realPath(path) { return real }
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if [".", "/", ""].contains(trimmed) { return trimmed }
        let folder = destination(of: parentFolder(of: trimmed))
        return switch lastPart(of: trimmed) {
        case ".", "": folder
        case "..": parentFolder(of: folder)
        case let name: joinPath(folder, name)
        }
    }

    /// Whether two names are of one file; false if one is missing.
    package func isSameFile(_ path: String, _ other: String) -> Bool {
        guard let first = linkStamp(path), let second = linkStamp(other) else { return false }
        return first.inode == second.inode
    }

    /// Whether a path leads to a folder or below it; both may be missing.
    package func leads(_ path: String, into folder: String) -> Bool {
        let (inner, outer) = (destination(of: path), destination(of: folder))
        return inner == outer || inner.hasPrefix(outer == "/" ? outer : outer + "/")
    }

    /// Whether links on the way to something below a folder lead outside; false if missing.
    package func leadsOut(_ path: String, of folder: String) -> Bool {
        guard let real = realPath(path), let root = realPath(folder) else { return false }
        if real == root || root == "/" { return false }
        return root == "." ? real.hasPrefix("/") : !real.hasPrefix(root + "/")
    }
}

/// For files and folders that get their final names later.
func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

package func lastPart(of path: String) -> String {
    guard let slash = path.lastSlash else { return path }
    return String(path[path.utf8.index(after: slash)...])
}

/// The path without `.` and the rest in its last part; a leading dot is part of a name.
package func withoutExtension(_ path: String) -> String {
    let name = lastPart(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}

/// Standard input and output, for `-` on a command line.
package enum StandardStream {
    /// `./-` is a file of that name.
    package static let path = "-"
    /// The base name for results of standard input.
    package static let stem = "stdin"

    /// Reads standard input to its end; throws also beyond the maximum file size.
    package static func contents() throws(DiskError) -> [UInt8] {
        try RealDisk.rest(of: 0, "standard input") { _ in
            "it has more than \(RealDisk.largestFile) bytes"
        }
    }
}

/// The base name for an input's results: its name without extension, `stdin` for `-`.
package func outputStem(of input: String) -> String {
    input == StandardStream.path ? StandardStream.stem : withoutExtension(lastPart(of: input))
}
