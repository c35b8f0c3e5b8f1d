import Diagnostics
import FileStore

extension BakeRecord {
    /// Compares the record with the disk; opens only files whose stamps do not vouch for them.
    ///
    /// - Returns: nil when a bake would have something to do; else whether anything had to be opened
    ///   because of its stamp.
    func isStale(_ file: String, output: String, disk: any Disk) -> Bool? {
        func holds(_ path: String, _ digest: Digest?) -> Bool {
            guard let bytes = try? disk.read(path) else { return false }
            return Digest(of: bytes) == digest
        }
        let folder = parentFolder(of: file)
        guard holds(file, catalog),
            files.allSatisfy({ holds(joinPath(folder, $0.key), $0.value) }),
            layouts.allSatisfy({ holds(joinPath(folder, $0.key), $0.value) })
        else { return nil }
        let scan = SourceScan(sourceRules, in: folder, disk: disk)
        guard scan.files == sources.map(\.path),
            scan.diagnostics.map(\.description) == scanFindings,
            scan.contents.mapValues({ Digest(of: $0) }) == contents
        else { return nil }
        var isStale = false
        for (state, folder) in sources.map({ ($0, folder) }) + outputs.map({ ($0, output) }) {
            let path = joinPath(folder, state.path)
            if state.isTrusted, disk.stamp(path) == state.stamp { continue }
            isStale = true
            guard holds(path, state.digest) else { return nil }
        }
        return isStale
    }
}
