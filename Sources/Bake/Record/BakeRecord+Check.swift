import Diagnostics
import FileStore

/// What is different from when a bake ended.
enum RecordDifference: Hashable, Sendable {
    case catalog
    case file(String)
    case layout(String)
    case sources
    case source(String)
    case output(String)
}

extension BakeRecord {
    /// Compares the record with the disk; opens only files whose stamps do not vouch for them.
    ///
    /// - Parameters:
    ///   - file: the catalog.
    ///   - output: the output folder.
    ///   - disk: where they are.
    /// - Returns: the first difference found, nil when a bake would do nothing; and whether anything
    ///   had to be opened because of its stamp.
    func difference(
        to file: String,
        output: String,
        disk: any Disk
    ) -> (difference: RecordDifference?, isStale: Bool) {
        var isStale = false
        let difference = difference(to: file, output, disk, &isStale)
        return (difference, isStale)
    }

    private func difference(
        to file: String,
        _ output: String,
        _ disk: any Disk,
        _ isStale: inout Bool
    ) -> RecordDifference? {
        guard let bytes = try? disk.read(file), Digest(of: bytes) == catalog else {
            return .catalog
        }
        let folder = parentFolder(of: file)
        for (path, digest) in files {
            guard let bytes = try? disk.read(joinPath(folder, path)), Digest(of: bytes) == digest
            else { return .file(path) }
        }
        for (name, digest) in layouts {
            guard let bytes = try? disk.read(joinPath(folder, name)), Digest(of: bytes) == digest
            else { return .layout(name) }
        }
        let scan = SourceScan(sourceRules, in: folder, disk: disk)
        guard scan.files.count == sources.count,
            scan.diagnostics.map(\.description) == scanFindings,
            scan.contents.mapValues({ Digest(of: $0) }) == contents
        else { return .sources }
        for (path, source) in zip(scan.files, sources) {
            guard path == source.path else { return .sources }
            let real = joinPath(folder, path)
            if source.isTrusted, disk.stamp(real) == source.stamp { continue }
            isStale = true
            guard let digest = source.digest, let bytes = try? disk.read(real),
                Digest(of: bytes) == digest
            else { return .source(path) }
        }
        for saved in outputs {
            let real = joinPath(output, saved.path)
            if saved.isTrusted, disk.stamp(real) == saved.stamp { continue }
            isStale = true
            guard let bytes = try? disk.read(real), Digest(of: bytes) == saved.digest else {
                return .output(saved.path)
            }
        }
        return nil
    }
}
