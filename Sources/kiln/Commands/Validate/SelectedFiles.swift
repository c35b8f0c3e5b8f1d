import AtlasBuilding
import Bake
import Diagnostics
import FileStore

/// Files that findings shall be about.
struct SelectedFiles: Sendable {
    /// From `/`, as they were named and with links followed.
    private var files: Set<String> = []
    /// Folders in the same way, each with a slash at its end.
    private var folders: Set<String> = []

    fileprivate init(_ words: [String], disk: any Disk) throws(DiskError) {
        let here = ReportPaths(workingFolder: disk.realPath(".") ?? "/", root: "/")
        for word in words {
            guard let stamp = disk.stamp(word) else {
                throw DiskError(.read, word, reason: "no such file or directory")
            }
            let both = [here.absolute(word)] + [disk.realPath(word)].compactMap(\.self)
            if stamp.isFolder {
                folders.formUnion(both.map { $0.hasSuffix("/") ? $0 : $0 + "/" })
            } else {
                files.formUnion(both)
            }
        }
    }

    /// Whether a finding is about one of them.
    func holds(_ diagnostic: Diagnostic, _ paths: ReportPaths) -> Bool {
        ([diagnostic.location].compactMap(\.self) + diagnostic.related).contains { location in
            holds(paths.absolute(location.path))
        }
    }

    /// Whether a file, named from the root of `paths`, is one of them.
    func holds(root paths: ReportPaths, _ path: String) -> Bool {
        holds(paths.absolute(fromRoot: path))
    }

    private func holds(_ path: String) -> Bool {
        files.contains(path) || folders.contains { path.hasPrefix($0) }
    }
}

/// What the words of `kiln validate` mean: the catalog, and maybe the files that findings shall be
/// about.
///
/// The catalog is the first word that is no picture; without one it is the nearest `catalog.json`
/// at or above the first picture. A catalog by itself means everything; next to files it is one of
/// them. So a hook may name what is about to be committed, in any order.
func selectFiles(
    _ words: [String],
    disk: any Disk
) throws(DiskError) -> (catalog: String, selection: SelectedFiles?) {
    let named = words.first { !isPartOfArt($0) }
    let catalog: String
    if let named {
        catalog = named
    } else {
        catalog = try nearest(above: words.first ?? "", disk: disk)
    }
    guard words.contains(where: { $0 != named }) else { return (catalog, nil) }
    return (catalog, try SelectedFiles(words, disk: disk))
}

/// Whether a file is art by its name, or the list of an image set.
private func isPartOfArt(_ path: String) -> Bool {
    let name = lastPart(of: path)
    return isPictureName(name) || name == "Contents.json"
}

private func nearest(above file: String, disk: any Disk) throws(DiskError) -> String {
    if let found = nearestCatalog(above: parentFolder(of: file), disk: disk) { return found }
    throw disk.stamp(file) == nil
        ? DiskError(.read, file, reason: "no such file or directory")
        : DiskError(
            .read,
            file,
            reason: "it is no catalog, and no catalog.json is found in its folder or above",
            help: helpWithoutCatalog
        )
}
