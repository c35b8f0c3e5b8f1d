extension Disk {
    /// Puts a file in the place of another, or where none is, in one step: whoever reads it
    /// meanwhile, or after a loss of power, has the old bytes or the new ones.
    ///
    /// A link stays one, and what it leads to is replaced; permissions stay.
    ///
    /// - Parameters:
    ///   - bytes: what it holds.
    ///   - path: where it is; its folder is there.
    /// - Throws: `DiskError`; the old file is whole then.
    package func replace(_ bytes: [UInt8], at path: String) throws(DiskError) {
        let real = realPath(path) ?? path
        let staged = joinPath(parentFolder(of: real), ".\(lastPart(of: real)).kiln-new")
        try remove(staged)
        do throws(DiskError) {
            try create(bytes, at: staged, permissions: permissions(of: real))
            try sync(staged)
            try rename(staged, to: real)
        } catch {
            try? remove(staged)
            throw error
        }
        try sync(parentFolder(of: real))
    }
}
