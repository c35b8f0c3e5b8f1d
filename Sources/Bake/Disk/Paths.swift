internal import Diagnostics

/// Joins two parts of a path; an absolute second part stands alone, and an empty one for nothing.
public func joinPath(_ folder: String, _ name: String) -> String {
    if name.isEmpty { return folder }
    if name.isAbsolutePath || folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
}

/// The folder part of a path; `.` when there is none.
public func parentFolder(of path: String) -> String {
    guard let slash = path.lastSlash else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Whether a name in a file leads nowhere but below that file's folder, as far as the text tells.
func namesInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
        && !path.split(separator: "/").contains("..")
}

extension Disk {
    /// Whether links on the way to something below a folder lead out of it; false when nothing is
    /// there.
    func leadsOut(_ path: String, of folder: String) -> Bool {
        guard let real = realPath(path), let root = realPath(folder) else { return false }
        if real == root || root == "/" { return false }
        return root == "." ? real.hasPrefix("/") : !real.hasPrefix(root + "/")
    }
}

/// What stands behind the last `/`.
func lastPart(of path: String) -> String {
    guard let slash = path.lastSlash else { return path }
    return String(path[path.utf8.index(after: slash)...])
}

/// The path without `.` and what follows in its last part; a leading dot is part of a name.
func withoutExtension(_ path: String) -> String {
    let name = lastPart(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path }
    return String(path.dropLast(name.distance(from: dot, to: name.endIndex)))
}

/// Whether the name is that of a picture file: PNG or JPEG, in upper or lower case.
func isPictureName(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) && lower.count > $0.count }
}

/// The pictures in a folder and all folders inside, relative to it, sorted by path in byte order.
///
/// Hidden files and links are left out, and so is a folder inside that results go to.
func picturesInFolder(
    _ folder: String,
    without output: String? = nil,
    disk: any Disk
) throws(DiskError) -> [String] {
    let excluded = output.flatMap { disk.realPath($0) }
    let root = disk.realPath(folder) ?? folder
    var found: [String] = []
    var waiting = [""]
    while let inner = waiting.popLast() {
        for entry in try disk.list(joinPath(folder, inner)) where !entry.name.hasPrefix(".") {
            let path = joinPath(inner, entry.name)
            switch entry.kind {
            case .folder: if joinPath(root, path) != excluded { waiting.append(path) }
            case .file: if isPictureName(entry.name) { found.append(path) }
            case .link, .other: break
            }
        }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
