import Diagnostics

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
