package struct CacheStatistics: Hashable, Sendable, Encodable {
    package var folder: String
    package var entries: Int
    package var bytes: Int
    /// Bakes with a stored state.
    package var bakes: Int
}

/// The cache of a catalog, by default next to it, as used by `kiln cache`.
package struct CacheFolder: Sendable {
    /// The maximum size in bytes, 1 GB; entries unused by recent bakes are removed first.
    package static let defaultLimit = 1_000_000_000

    /// Marks the folder as a cache for backup programs (bford.info/cachedir), and as Kiln's.
    static let tagName = "CACHEDIR.TAG"
    static let tag = """
        Signature: 8a477f597d28d172789f06886806bc55
        # The cache of Kiln. Remove it with "kiln cache --clear"; the next bake makes it anew.

        """
    static let ignoreName = ".gitignore"
    static let ignore = "*\n"
    /// A file written to read the disk's clock.
    static let clockName = "now"
    /// The number of bytes stored since the cache's size was last checked.
    static let growthName = "grown"

    package let path: String
    package let disk: any Disk

    /// `path` is the cache's, by default next to `catalog`, which is the catalog or its folder.
    package init(of catalog: String, at path: String? = nil, disk: any Disk) {
        func besides() -> String {
            let isFolder = disk.stamp(catalog)?.isFolder == true
            return joinPath(isFolder ? catalog : parentFolder(of: catalog), cacheFolderName)
        }
        self.path = path ?? besides()
        self.disk = disk
    }

    /// Why the folder cannot be used as a cache; nil if it can, or does not exist.
    ///
    /// A link may lead to another folder, and a folder without a tag may be in use.
    package var trouble: DiskError? {
        func trouble(_ path: String, _ reason: String) -> DiskError {
            let help = "name a new or an empty folder for the cache with '--cache-dir'"
            return DiskError(.read, path, reason: reason, help: help)
        }
        switch disk.kind(of: path) {
        case nil: return nil
        case .folder: break
        case .link: return trouble(path, "it is a link")
        case .file, .other: return trouble(path, "it is not a folder")
        }
        let entries: [DiskEntry]
        do throws(DiskError) {
            entries = try disk.list(path)
        } catch {
            return error
        }
        for name in [BakeCache.entriesName, BakeCache.bakesName]
        where entries.contains(where: { $0.name == name && $0.kind != .folder }) {
            return trouble(joinPath(path, name), "it is not a folder")
        }
        if isTagged { return nil }
        // Interrupted bakes, and caches removed meanwhile, leave no tag.
        if contents().others.isEmpty { return nil }
        return notOwn
    }

    private var isTagged: Bool {
        (try? disk.read(joinPath(path, Self.tagName))) == Array(Self.tag.utf8)
    }

    private var notOwn: DiskError {
        DiskError(
            .read,
            path,
            reason: "it is not a cache of this version of Kiln, as it lacks Kiln's own "
                + Self.tagName,
            help: "name a new or an empty folder with '--cache-dir'; if an earlier version of Kiln "
                + "made this one, delete it by hand"
        )
    }

    package func statistics() -> CacheStatistics {
        let files = entries()
        return CacheStatistics(
            folder: path,
            entries: files.count { !$0.isDamaged },
            bytes: files.reduce(0) { $0 + $1.bytes },
            bakes: records().count
        )
    }

    /// Removes everything that bakes stored in the cache, and the folder if it is then empty.
    ///
    /// Returns other files, which stay, relative to the folder, sorted. Throws without removing
    /// anything if the folder is not Kiln's cache.
    @discardableResult
    package func clear() throws(DiskError) -> [String] {
        var refusal = trouble
        if refusal == nil, disk.kind(of: path) != nil, !isTagged { refusal = notOwn }
        refusal?.operation = .remove
        if let refusal { throw refusal }
        let contents = contents()
        // The tag is last, so that an interrupted removal can be repeated.
        for file in contents.files where file != Self.tagName {
            try disk.remove(joinPath(path, file))
        }
        for folder in contents.folders.reversed() { disk.removeIfEmpty(joinPath(path, folder)) }
        if contents.others.isEmpty {
            try disk.remove(joinPath(path, Self.tagName))
            disk.removeIfEmpty(path)
        }
        return contents.others.sorted()
    }

    /// The contents of the folder, relative to it; folders precede their contents.
    private struct Contents {
        var files: [String] = []
        var folders: [String] = []
        /// Files not from bakes.
        var others: [String] = []
    }

    private func contents() -> Contents {
        var contents = Contents()
        var waiting = [""]
        while let folder = waiting.popLast() {
            for entry in (try? disk.list(joinPath(path, folder))) ?? [] {
                let inner = joinPath(folder, entry.name)
                if entry.kind == .folder, Self.isOwnFolder(inner) {
                    contents.folders.append(inner)
                    waiting.append(inner)
                } else if entry.kind == .file, isOwnFile(entry.name, in: folder) {
                    contents.files.append(inner)
                } else {
                    contents.others.append(inner)
                }
            }
        }
        return contents
    }

    private static func isOwnFolder(_ folder: String) -> Bool {
        let entries = BakeCache.entriesName
        return [entries, BakeCache.bakesName, EntryBundle.folder(in: entries)].contains(folder)
            || parentFolder(of: folder) == entries && isHex(lastPart(of: folder), 2)
    }

    private func isOwnFile(_ name: String, in folder: String) -> Bool {
        if Self.isPart(name) { return true }
        switch folder {
        case "":
            guard let bytes = try? disk.read(joinPath(path, name), 0..<Self.tag.utf8.count) else {
                return false
            }
            let text = String(decoding: bytes, as: UTF8.self)
            return switch name {
            case Self.tagName: text == Self.tag
            case Self.ignoreName: text == Self.ignore
            case Self.clockName: text.isEmpty
            case Self.growthName: Int(text) != nil
            default: false
            }
        case BakeCache.bakesName:
            let isHeaders = name.hasSuffix(HeadersFile.suffix)
            return isHex(isHeaders ? name.dropLast(HeadersFile.suffix.count) : name[...], 32)
        case EntryBundle.folder(in: BakeCache.entriesName):
            return name.hasSuffix(EntryBundle.suffix)
                && isHex(name.dropLast(EntryBundle.suffix.count), 32)
        default: return folder != BakeCache.entriesName && isHex(name, 62)
        }
    }

    /// Whether it is the name of an incomplete file (`Disk.place`).
    private static func isPart(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(".part") else { return false }
        return UInt64(name.dropFirst().dropLast(5), radix: 16) != nil
    }

    /// Removes entries until at most `limit` bytes remain: first those unused by stored bakes, then
    /// those of the oldest bakes.
    ///
    /// Returns the number of removed entries.
    @discardableResult
    package func evict(limit: Int) -> Int {
        var stored = entries()
        var bytes = stored.reduce(0) { $0 + $1.bytes }
        guard bytes > limit else { return 0 }
        var lastUse: [String: Int64] = [:]
        for record in records() {
            guard let content = try? disk.read(record.path),
                let headers = HeadersFile.decode(content)
            else { continue }
            for key in headers.keys {
                lastUse[key.text] = max(lastUse[key.text] ?? 0, record.modified)
            }
        }
        stored.sort { left, right in
            let (first, second) = (lastUse[left.name] ?? 0, lastUse[right.name] ?? 0)
            return (first, left.modified, left.name) < (second, right.modified, right.name)
        }
        let victims = stored.prefix { entry in
            defer { bytes -= entry.bytes }
            return bytes > limit
        }
        return Dictionary(grouping: victims, by: \.path).reduce(0) { count, file in
            count + (remove(Set(file.value.map(\.name)), from: file.key) ? file.value.count : 0)
        }
    }

    /// Does the same where `cache`, which is this folder's, has stored much since the last time:
    /// listing a large folder takes as long as a small bake.
    package func evict(limit: Int = defaultLimit, ifGrown cache: BakeCache) {
        if cache.hasGrown(by: 16 << 20) { evict(limit: limit) }
    }

    /// Removes entries from a file, which may contain others.
    private func remove(_ names: Set<String>, from file: String) -> Bool {
        do {
            let rest = EntryBundle.places(in: file, disk: disk)?
                .filter { !names.contains($0.key.text) }
            if let rest, !rest.isEmpty {
                var kept: [Digest: [UInt8]] = [:]
                for place in rest { kept[place.key] = try disk.read(file, place.range) }
                let bundle = EntryBundle(kept)
                try disk.place(bundle.bytes, at: joinPath(parentFolder(of: file), bundle.name))
            }
            try disk.remove(file)
            return true
        } catch {
            return false
        }
    }

    private struct Stored {
        /// The file that contains it, alone or with others.
        var path: String
        var name: String
        var bytes: Int
        var modified: Int64
        var isDamaged = false
    }

    /// The entries that bakes stored; a damaged bundle counts as one.
    private func entries() -> [Stored] {
        contents().files.flatMap { file -> [Stored] in
            let (folder, name) = (parentFolder(of: file), lastPart(of: file))
            let isBundle =
                folder == EntryBundle.folder(in: BakeCache.entriesName)
                && name.hasSuffix(EntryBundle.suffix)
            let key = isBundle ? name : lastPart(of: folder) + name
            guard isBundle || Digest(key) != nil, var whole = stored(key, in: file) else {
                return []
            }
            guard isBundle else { return [whole] }
            guard let places = EntryBundle.places(in: whole.path, disk: disk), !places.isEmpty
            else {
                whole.isDamaged = true
                return [whole]
            }
            return places.map { place in
                var entry = whole
                entry.name = place.key.text
                entry.bytes = place.range.count
                return entry
            }
        }
    }

    /// `file` is relative to the folder.
    private func stored(_ name: String, in file: String) -> Stored? {
        let path = joinPath(path, file)
        return disk.stamp(path).map {
            Stored(path: path, name: name, bytes: Int($0.size), modified: $0.modified)
        }
    }

    private func records() -> [Stored] {
        contents().files.filter { $0.hasSuffix(HeadersFile.suffix) }
            .compactMap { stored(lastPart(of: $0), in: $0) }
    }
}

/// A file of all headers used by a bake, next to its record.
package enum HeadersFile {
    /// Appended to the record's name.
    package static let suffix = ".headers"

    package static func encode(_ headers: [Digest: [UInt8]]) -> [UInt8] {
        headers.sealed(after: BakeCache.version)
    }

    /// Nil for damaged bytes.
    package static func decode(_ bytes: [UInt8]) -> [Digest: [UInt8]]? {
        .init(sealed: bytes, after: BakeCache.version)
    }
}
