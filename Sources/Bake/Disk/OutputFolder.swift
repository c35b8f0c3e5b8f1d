/// A file to be emitted; the path is relative to the output folder, `/` separates.
public struct OutputFile: Hashable, Sendable {
    public var path: String
    public var bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// The folder that a bake writes to.
///
/// New files are first written in full to a staging folder beside the old ones, and moved into place
/// only then, `last` after all others. Files that no bake wrote are never touched.
struct OutputFolder {
    static let stagingName = ".kiln-staging"

    let path: String
    let disk: any Disk

    /// Makes `files` and `last`, when there is one, part of the folder, and removes `stale` files.
    ///
    /// - Throws: what the disk reports; the old files are whole then, unless the disk failed in the
    ///   short time of moving.
    func publish(
        _ files: [OutputFile],
        last: OutputFile? = nil,
        removing stale: [String] = []
    ) throws(DiskError) {
        let files = files + (last.map { [$0] } ?? [])
        let staging = joinPath(path, Self.stagingName)
        do throws(DiskError) {
            try disk.remove(staging)
            for file in files {
                try disk.write(file.bytes, to: joinPath(staging, file.path))
            }
            for file in files {
                let target = joinPath(path, file.path)
                try disk.createFolder(parentFolder(of: target))
                try disk.rename(joinPath(staging, file.path), to: target)
            }
        } catch {
            // What went wrong first is what the user must hear about.
            try? disk.remove(staging)
            throw error
        }
        try disk.remove(staging)
        for old in stale {
            let target = joinPath(path, old)
            try disk.remove(target)
            disk.removeIfEmpty(parentFolder(of: target))
        }
    }
}
