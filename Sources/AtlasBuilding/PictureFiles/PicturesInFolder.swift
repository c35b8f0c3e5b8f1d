package import FileStore

/// Whether the name is that of a supported image file, ignoring case.
package func isPictureName(_ name: String) -> Bool {
    ends(name, in: [".png", ".jpg", ".jpeg"]) || isAnimationName(name)
}

/// Whether the name is that of an image file that may have frames.
///
/// A PNG may be an animation too, but rarely is, and viewers show its first image.
package func isAnimationName(_ name: String) -> Bool {
    isDocumentName(name) || ends(name, in: [".apng", ".gif", ".webp"])
}

/// Whether the name is that of an Aseprite document, which has layers.
package func isDocumentName(_ name: String) -> Bool { ends(name, in: [".aseprite", ".ase"]) }

private func ends(_ name: String, in endings: [String]) -> Bool {
    let lower = name.lowercased()
    return endings.contains { lower.hasSuffix($0) && lower.count > $0.count }
}

/// The images in a folder and its subfolders, relative to it, sorted by path in byte order; files
/// are not opened.
///
/// Skips hidden files, links, the folder `output` inside, and, if `skipsPacked`, pages written by
/// packing.
package func picturesInFolder(
    _ folder: String,
    without output: String? = nil,
    skipsPacked: Bool = false,
    disk: any Disk
) throws(DiskError) -> [String] {
    let root = disk.realPath(folder) ?? folder
    if disk.kind(of: root) == .file {
        throw DiskError(
            .list,
            folder,
            reason: "it is a file, expected a folder of pictures",
            help: "name the folder that holds the pictures"
        )
    }
    let excluded = output.flatMap { disk.realPath($0) }
    var found: [String] = []
    var packed: Set<String> = []
    var waiting = [""]
    while let inner = waiting.popLast() {
        if skipsPacked {
            let pages = packedFiles(in: joinPath(folder, inner), disk: disk)
            packed.formUnion(pages.map { joinPath(inner, $0) })
        }
        for entry in try disk.list(joinPath(folder, inner)) where !entry.name.hasPrefix(".") {
            let path = joinPath(inner, entry.name)
            switch entry.kind {
            case .folder: if joinPath(root, path) != excluded { waiting.append(path) }
            case .file: if isPictureName(entry.name) { found.append(path) }
            case .link, .other: break
            }
        }
    }
    found.removeAll(where: packed.contains)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
