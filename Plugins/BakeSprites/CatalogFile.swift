import Foundation

// Both plugins compile this file; that of the command is a link.

/// A catalog in a target's folder.
struct CatalogFile {
    let url: URL

    /// The catalogs among the files of a target: `catalog.json`, and `NAME.catalog.json`.
    static func all(in files: [URL]) -> [CatalogFile] {
        files.filter {
            let name = $0.lastPathComponent
            return name == "catalog.json" || name.hasSuffix(".catalog.json")
        }.map { CatalogFile(url: $0) }.sorted { $0.url.path < $1.url.path }
    }

    /// What outputs are called after: NAME, or the name of the folder of a `catalog.json`.
    var name: String {
        let file = url.lastPathComponent
        guard file == "catalog.json" else { return String(file.dropLast(".catalog.json".count)) }
        return url.deletingLastPathComponent().lastPathComponent
    }

    /// Everything in the catalog's folder that a bake may read, sorted: not what is compiled.
    ///
    /// Files that a target excludes, and those in folders that are one resource, are among them:
    /// only listed files bring a bake about when they change.
    var inputs: [URL] {
        let folder = url.deletingLastPathComponent()
        let found = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: [.isRegularFileKey],
            options: [.skipsHiddenFiles]
        )
        let files = (found?.compactMap { $0 as? URL } ?? []).filter { file in
            !Self.compiled.contains(file.pathExtension.lowercased())
                && (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
        return files.sorted { $0.path < $1.path }
    }

    private static let compiled: Set<String> = [
        "swift", "c", "cc", "cpp", "h", "hpp", "m", "mm", "s", "metal", "modulemap",
    ]
}
