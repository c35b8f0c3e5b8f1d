extension Place {
    /// Where new files are written; it is garbage when found.
    var staging: String { joinPath(folder, ".kiln-staging") }

    /// The staging folder after it got complete: from here on the change is done forward only.
    var journal: String { joinPath(folder, ".kiln-commit") }

    private static var filesName: String { "files" }
    private static var removedName: String { "removed" }

    /// Moves new files into place one by one, the manifest last.
    ///
    /// Between the first move and the last a kill leaves a mixture, which the next run completes and
    /// which a reader notices by the digests of the manifest.
    ///
    /// - Throws: what the disk reports; when it refused to take the new files, the old ones are whole.
    func moveOneByOne(_ change: OutputFolder.Change, removing stale: [String]) throws {
        let created = disk.stamp(folder) == nil
        do {
            try disk.createFolder(folder)
            for file in change.files + (change.manifest.map { [$0] } ?? []) {
                try Task.checkCancellation()
                let inTheWay = disk.stamp(joinPath(folder, file.path))?.isFolder == true
                if inTheWay {
                    throw DiskError(
                        .write,
                        joinPath(folder, file.path),
                        reason: "a folder with this name is in the way"
                    )
                }
                let staged = joinPath(joinPath(staging, Self.filesName), file.path)
                try disk.write(try file.bytes(), to: staged)
            }
            let list = stale.joined(separator: "\n")
            try disk.write(Array(list.utf8), to: joinPath(staging, Self.removedName))
            try disk.rename(staging, to: journal)
        } catch {
            // What went wrong first is what the user must hear about.
            try? disk.remove(staging)
            if created { disk.removeIfEmpty(folder) }
            throw error
        }
        try completeJournal()
    }

    /// Does what a journal still asks for; nothing without one.
    func completeJournal() throws(DiskError) {
        guard let removed = try? disk.read(joinPath(journal, Self.removedName)) else { return }
        let files = joinPath(journal, Self.filesName)
        var waiting = [""]
        var moves: [String] = []
        while let inner = waiting.popLast() {
            guard disk.stamp(joinPath(files, inner)) != nil else { continue }
            for entry in try disk.list(joinPath(files, inner)) {
                let path = joinPath(inner, entry.name)
                if entry.kind == .folder { waiting.append(path) } else { moves.append(path) }
            }
        }
        moves.sort { ($0 == manifestName ? 1 : 0, $0) < ($1 == manifestName ? 1 : 0, $1) }
        for path in moves {
            let target = joinPath(folder, path)
            try disk.createFolder(parentFolder(of: target))
            try disk.rename(joinPath(files, path), to: target)
        }
        let stale = String(decoding: removed, as: UTF8.self).split(separator: "\n").map(String.init)
        for path in stale where staysInside(path) { try disk.remove(joinPath(folder, path)) }
        try disk.remove(journal)
        removeEmptyFolders(of: Set(stale.filter(staysInside)))
    }
}
