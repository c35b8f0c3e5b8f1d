import Diagnostics

/// The file system, as far as a bake needs it; tests pass one that lives in memory.
///
/// Paths are absolute or relative to the working folder; `/` separates.
package protocol Disk: Sendable {
    func read(_ path: String) throws(DiskError) -> [UInt8]
    /// The same; nil when nothing is there.
    func readIfThere(_ path: String) throws(DiskError) -> [UInt8]?
    /// Those of the bytes in a range that the file has.
    func read(_ path: String, _ range: Range<Int>) throws(DiskError) -> [UInt8]
    /// The folder's entries, sorted by name in byte order.
    func list(_ folder: String) throws(DiskError) -> [DiskEntry]
    /// Of what a link leads to; nil when nothing is there.
    func stamp(_ path: String) -> FileStamp?
    /// Of a link itself; nil when nothing is there.
    func linkStamp(_ path: String) -> FileStamp?
    /// The path with all links followed; nil when nothing is there.
    func realPath(_ path: String) -> String?
    /// What an entry itself is, links not followed; nil when nothing is there.
    func kind(of path: String) -> DiskEntry.Kind?
    /// The permission bits of an entry itself; nil when nothing is there.
    func permissions(of path: String) -> UInt16?
    /// Creates or replaces a file, and the folders on the way to it.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError)
    /// Creates a file where nothing is yet, not even a link, with these permission bits, nil for
    /// those of any new file.
    func create(_ bytes: [UInt8], at path: String, permissions: UInt16?) throws(DiskError)
    /// Returns when the bytes of a file, or the names in a folder, would survive a loss of power.
    func sync(_ path: String) throws(DiskError)
    /// Moves a file onto another, or a folder to a free name, in one step.
    func rename(_ path: String, to target: String) throws(DiskError)
    /// Removes a file, or a folder with all it holds, links not followed; nothing happens when
    /// nothing is there.
    func remove(_ path: String) throws(DiskError)
    func createFolder(_ path: String) throws(DiskError)
    /// Creates one folder with the permissions of another.
    func createFolder(_ path: String, like model: String) throws(DiskError)
    /// Removes a folder when it is empty.
    func removeIfEmpty(_ folder: String)
    /// Gives a file, or a link itself, a second name on the same file system.
    func link(_ path: String, to target: String) throws(DiskError)
    /// Gives two folders each other's name, in one step.
    ///
    /// - Throws: also where the system or file system cannot do it, when `live` is a mount point,
    ///   or when it belongs to somebody else, whom the exchange would make lose it.
    func exchange(_ staged: String, with live: String) throws(DiskError)
    /// Locks a folder or file against other processes and tasks; nil when somebody else holds the
    /// lock.
    ///
    /// A lock that the file system does not offer counts as held.
    func lock(_ path: String) throws(DiskError) -> DiskLock?
}

extension Disk {
    package func readIfThere(_ path: String) throws(DiskError) -> [UInt8]? {
        stamp(path) == nil ? nil : try read(path)
    }

    package func read(_ path: String, _ range: Range<Int>) throws(DiskError) -> [UInt8] {
        let bytes = try read(path)
        return Array(bytes[range.clamped(to: 0..<bytes.count)])
    }
}

/// Holds a lock; it is released at the end of the value's life, and when the process dies.
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

/// What tells cheaply whether a file has changed.
package struct FileStamp: Hashable, Sendable {
    package var isFolder: Bool
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// Of the last change to content or attributes; a restored modification time does not hide it.
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

/// The system refused something; `reason` is in its own words.
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
        /// A picture that the encoder refused: no disk's fault.
        case encode
    }

    package var operation: Operation
    package var path: String
    package var reason: String
    /// The next action, when there is one to suggest.
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
