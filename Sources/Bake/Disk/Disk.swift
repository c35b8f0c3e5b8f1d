/// The file system, as far as a bake needs it; tests pass one that lives in memory.
///
/// Paths are absolute or relative to the working folder; `/` separates.
public protocol Disk: Sendable {
    func read(_ path: String) throws(DiskError) -> [UInt8]
    /// The folder's entries, sorted by name in byte order.
    func list(_ folder: String) throws(DiskError) -> [DiskEntry]
    /// Nil when nothing is there.
    func stamp(_ path: String) -> FileStamp?
    /// The path with all links followed; nil when nothing is there.
    func realPath(_ path: String) -> String?
    /// Creates or replaces a file, and the folders on the way to it.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError)
    /// Moves a file onto another, in one step.
    func rename(_ path: String, to target: String) throws(DiskError)
    /// Removes a file, or a folder with all it holds; nothing happens when nothing is there.
    func remove(_ path: String) throws(DiskError)
    func createFolder(_ path: String) throws(DiskError)
    /// Removes a folder when it is empty.
    func removeIfEmpty(_ folder: String)
}

public struct DiskEntry: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case file
        case folder
        case link
        case other
    }

    public var name: String
    public var kind: Kind

    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

/// What tells cheaply whether a file has changed.
public struct FileStamp: Hashable, Sendable {
    public var isFolder: Bool
    public var size: Int64
    /// Nanoseconds since 1970.
    public var modified: Int64
    /// Of the last change to content or attributes; a restored modification time does not hide it.
    public var changed: Int64
    public var inode: UInt64

    public init(isFolder: Bool, size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
        self.isFolder = isFolder
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }
}

/// The system refused something; `reason` is in its own words.
public struct DiskError: Error, Hashable, Sendable {
    public enum Operation: String, Hashable, Sendable {
        case read
        case list
        case write
        case rename
        case remove
        case create
    }

    public var operation: Operation
    public var path: String
    public var reason: String

    public init(_ operation: Operation, _ path: String, reason: String) {
        self.operation = operation
        self.path = path
        self.reason = reason
    }
}

extension DiskError: CustomStringConvertible {
    public var description: String {
        "cannot \(operation.rawValue) \(path): \(reason)"
    }
}
