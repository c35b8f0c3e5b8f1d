import FileStore

extension SourceScan {
    /// The digest of everything that findings of a load follow from where no file is opened.
    ///
    /// - Parameters:
    ///   - catalog: the digest of the catalog's file.
    ///   - named: of the files that it names, by their paths.
    ///   - profile: the name of the one that is laid over it.
    /// - Returns: the same for an equal catalog and equal names of files.
    func names(_ catalog: Digest, _ named: [String: Digest?], _ profile: String?) -> Digest {
        var out = ByteWriter()
        out.put(catalog)
        out.put(named.sorted { $0.key < $1.key }) { out, file in
            out.put(file.key)
            out.put(file.value) { $0.put($1) }
        }
        out.put(profile) { $0.put($1) }
        out.put(files) { $0.put($1) }
        out.put(contents.sorted { $0.key < $1.key }) {
            $0.put($1.key)
            $0.put($1.value)
        }
        out.put(foreignPictures) { $0.put($1) }
        return Digest(of: out.bytes)
    }
}
