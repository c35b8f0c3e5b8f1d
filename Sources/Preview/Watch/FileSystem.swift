internal import Diagnostics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The few questions that watching asks the file system.
enum FileSystem {
    enum Kind {
        case file
        case folder
    }

    /// What tells one version of a file from another.
    struct Stamp: Hashable {
        var size: Int64
        var modified: Int64
        var inode: UInt64
    }

    /// Follows links; nil when there is nothing.
    static func kind(of path: String) -> Kind? {
        var facts = stat()
        guard unsafe stat(systemPath(path), &facts) == 0 else { return nil }
        return facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Nil when there is nothing.
    static func stamp(of path: String) -> Stamp? {
        var facts = stat()
        guard unsafe stat(systemPath(path), &facts) == 0 else { return nil }
        #if canImport(Glibc)
        let modified = facts.st_mtim
        #else
        let modified = facts.st_mtimespec
        #endif
        return Stamp(
            size: Int64(facts.st_size),
            modified: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec),
            inode: UInt64(facts.st_ino)
        )
    }

    /// The names in a folder, without those that are passed over; links to folders are files, so
    /// that a walk ends.
    static func entries(of folder: String) -> [(name: String, kind: Kind)] {
        guard let stream = unsafe opendir(systemPath(folder)) else { return [] }
        defer { unsafe closedir(stream) }
        var entries: [(name: String, kind: Kind)] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                let capacity = MemoryLayout.size(ofValue: unsafe entry.pointee.d_name)
                return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
                    unsafe pathText(cString: $0)
                }
            }
            if isPassedOver(name) { continue }
            var facts = stat()
            guard unsafe lstat(systemPath(join(folder, name)), &facts) == 0 else { continue }
            entries.append((name, facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file))
        }
        return entries
    }

    /// Calls `visit` for a folder and all below it, with the files in each.
    static func walk(_ folder: String, _ visit: (_ folder: String, _ files: [String]) -> Void) {
        let entries = entries(of: folder)
        visit(folder, entries.filter { $0.kind == .file }.map { join(folder, $0.name) })
        for entry in entries where entry.kind == .folder { walk(join(folder, entry.name), visit) }
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty || folder == "."
            ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    /// The folder part, `.` when there is none, and the rest.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastSlash else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.utf8.index(after: slash)...]))
    }

    /// The last error of the system in its words.
    static var lastError: String { unsafe String(cString: strerror(errno)) }
}
