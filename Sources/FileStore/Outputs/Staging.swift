/// New files of an output folder, written in full inside of it where nobody looks, then moved into
/// place together.
///
/// Until the journal is there nothing has changed; from then on the change is only done forward, by
/// this run or the next one. The journal names the old and the new digest of each file, so that it
/// replaces and removes nothing else, whoever finds it whenever.
final class Staging: Sendable {
    /// What the name of the folder begins with; its inode follows.
    static let prefix = ".kiln-new-"
    static let filesName = "files"
    private static let journalName = "journal"
    fileprivate static let journalMagic = "kiln journal 1"

    /// What becomes of the staged files.
    struct Moves: Sendable {
        /// A staged file that goes to its place.
        struct Put: Sendable {
            var path: String
            var digest: Digest
            /// Of the file that it replaces; nil when nothing is there.
            var old: Digest?
        }

        /// In the order in which they are put in place.
        var puts: [Put]
        /// Files that go, with what they hold.
        var removals: [(path: String, digest: Digest)] = []
    }

    private let place: OutputPlace
    private let path: String
    /// Says to other runs that this one is at work.
    private let lock: DiskLock?
    /// The output folder is there only because of this run.
    private let madeFolder: Bool

    private init(_ place: OutputPlace) throws(DiskError) {
        self.place = place
        madeFolder = place.disk.kind(of: place.folder) == nil
        try place.disk.createFolder(place.folder)
        path = try place.disk.createOwnFolder(in: place.folder, prefix: Self.prefix, like: nil)
        lock = try? place.disk.lock(path)
    }

    /// Makes room for new files; the place must be locked meanwhile.
    static func begin(in place: OutputPlace) throws(DiskError) -> Staging { try Staging(place) }

    private var files: String { joinPath(path, Self.filesName) }

    /// Keeps a new file that will go to `path`, relative to the output folder, with `permissions`,
    /// nil for those of any new file; several tasks may do so at once.
    func add(_ bytes: [UInt8], as path: String, permissions: UInt16?) throws(DiskError) {
        let staged = joinPath(files, path)
        try place.disk.create(bytes, at: staged, permissions: permissions)
        try place.disk.sync(staged)
    }

    /// Keeps a new file that says which one it is.
    ///
    /// - Parameters:
    ///   - path: where it goes, relative to the output folder.
    ///   - bytes: what it holds, by its own inode, which it keeps when it is put in place.
    /// - Returns: its digest.
    /// - Throws: what the disk reports.
    func add(
        as path: String,
        _ bytes: (_ inode: UInt64) -> [UInt8]
    ) throws(DiskError) -> Digest {
        let staged = joinPath(files, path)
        try place.disk.create([], at: staged, permissions: nil)
        guard let inode = place.disk.linkStamp(staged)?.inode else {
            throw DiskError(.create, staged, reason: "it is gone again")
        }
        let bytes = bytes(inode)
        try place.disk.write(bytes, to: staged)
        try place.disk.sync(staged)
        return Digest(of: bytes)
    }

    /// Removes all new files; nothing has changed then.
    func discard() {
        try? place.disk.remove(path)
        if madeFolder { place.disk.removeIfEmpty(place.folder) }
    }

    /// Puts all new files in place; the place must be locked meanwhile.
    ///
    /// - Throws: what the disk reports; before the journal is there nothing has changed.
    func commit(_ moves: Moves) throws(DiskError) {
        let disk = place.disk
        var out = ByteWriter()
        out.put(Self.journalMagic)
        out.put(moves.puts) { out, put in
            out.put(put.path)
            out.put(put.digest)
            out.put(put.old) { $0.put($1) }
        }
        out.put(moves.removals) { out, removal in
            out.put(removal.path)
            out.put(removal.digest)
        }
        out.seal()
        try disk.syncFolders(in: files, of: moves.puts.map(\.path))
        let part = joinPath(path, Self.journalName + ".part")
        try disk.create(out.bytes, at: part, permissions: nil)
        try disk.sync(part)
        try disk.rename(part, to: joinPath(path, Self.journalName))
        try disk.sync(path)
        try disk.sync(place.folder)
        if madeFolder { try disk.sync(place.parent) }
        try Self.complete(path, in: place)
    }
}

extension Staging {
    /// Completes or clears away what runs that died left in a folder; it must be locked.
    static func recover(_ place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        disk.removeUnnamedFolders(in: place.folder, prefix: prefix)
        for left in disk.numberedFolders(in: place.folder, prefix: prefix) where left.isOwn {
            // Whoever is at work holds the lock.
            guard let lock = try disk.lock(left.path) else { continue }
            try complete(left.path, in: place)
            withExtendedLifetime(lock) {}
        }
    }

    /// Whether anything is there for `recover`.
    static func hasLeftovers(_ place: OutputPlace) -> Bool {
        place.disk.numberedFolders(in: place.folder, prefix: prefix).contains(where: \.isOwn)
    }

    /// Does what the journal in `path` asks for, if there is a whole one, and clears it away.
    private static func complete(_ path: String, in place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        let journal = joinPath(path, journalName)
        if let moves = (try? disk.read(journal)).flatMap(Moves.init(journal:)) {
            for put in moves.puts { try put.carryOut(from: joinPath(path, filesName), in: place) }
            for (inner, digest) in moves.removals {
                let known = OwnedFiles([(inner, digest)])
                guard place.entry(inner, known) == .owned else { continue }
                try disk.remove(joinPath(place.folder, inner))
            }
            disk.removeEmptyFolders(in: place.folder, of: moves.removals.map(\.path))
            let touched = moves.puts.map(\.path) + moves.removals.map(\.path)
            try disk.syncFolders(in: place.folder, of: touched)
            try disk.remove(journal)
        }
        try disk.remove(path)
    }
}

extension Staging.Moves.Put {
    /// Moves the staged file, unless somebody put another one in its place meanwhile.
    fileprivate func carryOut(from files: String, in place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        let staged = joinPath(files, path)
        guard disk.kind(of: staged) == .file, staysInside(path) else { return }
        let expected = [old, digest].compactMap(\.self)
        let mayGo =
            switch place.entry(path, OwnedFiles()) {
            case .free: true
            case .foreign:
                (try? disk.read(joinPath(place.folder, path)))
                    .map { expected.contains(Digest(of: $0)) } ?? false
            default: false
            }
        guard mayGo else { return }
        let target = joinPath(place.folder, path)
        try disk.createFolder(parentFolder(of: target))
        try disk.rename(staged, to: target)
    }
}

extension Staging.Moves {
    /// Reads a journal; nil when it is not whole.
    fileprivate init?(journal bytes: [UInt8]) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(sealed: bytes)
            guard try reader.string() == Staging.journalMagic else { return nil }
            puts = try reader.array { (reader) throws(ByteReader.Damage) in
                Put(
                    path: try reader.string(),
                    digest: try reader.digest(),
                    old: try reader.optional { (reader) throws(ByteReader.Damage) in
                        try reader.digest()
                    }
                )
            }
            removals = try reader.array { (reader) throws(ByteReader.Damage) in
                (try reader.string(), try reader.digest())
            }
            try reader.finish()
        } catch {
            return nil
        }
    }
}
