extension Disk {
    /// Writes or replaces a file of the cache atomically.
    func place(_ bytes: [UInt8], at path: String) throws(DiskError) {
        let parent = parentFolder(of: path)
        let part = joinPath(parent, ".\(randomName()).part")
        let obstacle = kind(of: path)
        guard obstacle == nil || obstacle == .file, kind(of: parent) != .link else {
            throw DiskError(.write, path, reason: "something that is no cache entry is in the way")
        }
        do throws(DiskError) {
            try create(bytes, at: part, permissions: nil)
            try rename(part, to: path)
        } catch {
            try? remove(part)
            throw error
        }
    }
}
