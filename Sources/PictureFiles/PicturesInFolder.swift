package import FileStore

/// Whether the name is that of a picture file: PNG or JPEG, in upper or lower case.
package func isPictureName(_ name: String) -> Bool {
    let lower = name.lowercased()
    return [".png", ".jpg", ".jpeg"].contains { lower.hasSuffix($0) && lower.count > $0.count }
}

/// The pictures in a folder and all folders inside, relative to it, sorted by path in byte order.
///
/// Hidden files and links are left out, and so is a folder inside that results go to.
package func picturesInFolder(
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
