/// New files of an output folder, written completely to a hidden folder inside, then moved into
/// place together.
///
/// Before the journal exists nothing has changed; after that the change can only be completed, by
/// this run or the next one. The journal has the old and the new digest of each file, so that it
/// replaces and removes nothing else, however late.
final class Staging: Sendable {
    /// The prefix of the folder's name; its inode follows.
    static let prefix = ".kiln-new-"
    static let filesName = "files"
    private static let journalName = "journal"
    fileprivate static let journalMagic = "kiln journal 1"

    struct Moves: FieldCoded, Sendable {
        struct Put: FieldCoded, Sendable {
            var path: String
            var digest: Digest
            /// Of the replaced file; nil for none.
            var old: Digest?

            static let fields = ByteFields<Self>({ ($0.path, $0.digest, $0.old) }, Self.init)
        }

        /// In order of placement.
        var puts: [Put]
        /// The digests of files to remove, by path.
        var removals: [String: Digest]

        static let fields = ByteFields<Self>({ ($0.puts, $0.removals) }, Self.init)
    }

    private let place: OutputPlace
    private let path: String
    /// Marks this run as active.
    private let lock: DiskLock?
    /// Whether this run created the output folder.
    private let madeFolder: Bool

    /// Creates the staging folder; the place must be locked meanwhile.
    init(in place: OutputPlace) throws(DiskError) {
        self.place = place
        madeFolder = place.disk.kind(of: place.folder) == nil
        try place.disk.createFolder(place.folder)
        path = try place.disk.createOwnFolder(in: place.folder, prefix: Self.prefix, like: nil)
        lock = try? place.disk.lock(path)
    }

    private var files: String { joinPath(path, Self.filesName) }

    /// Stages a new file for `path`, relative to the output folder, with `permissions`, nil for the
    /// default; thread-safe.
    func add(_ bytes: [UInt8], as path: String, permissions: UInt16?) throws(DiskError) {
        let staged = joinPath(files, path)
        try place.disk.create(bytes, at: staged, permissions: permissions)
        try place.disk.sync(staged)
    }

    /// Stages a new file for `path` whose bytes depend on its own inode, which it keeps; returns
    /// its digest.
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

    /// Removes all staged files; nothing has changed then.
    func discard() {
        try? place.disk.remove(path)
        if madeFolder { place.disk.removeIfEmpty(place.folder) }
    }

    /// Places all staged files; the place must be locked meanwhile.
    ///
    /// If it throws before the journal exists, nothing has changed.
    func commit(_ moves: Moves) throws(DiskError) {
        let disk = place.disk
        try disk.syncFolders(in: files, of: moves.puts.map(\.path))
        let part = joinPath(path, Self.journalName + ".part")
        try disk.create(moves.sealed(after: Self.journalMagic), at: part, permissions: nil)
        try disk.sync(part)
        try disk.rename(part, to: joinPath(path, Self.journalName))
        try disk.sync(path)
        try disk.sync(place.folder)
        if madeFolder { try disk.sync(place.parent) }
        try Self.complete(path, in: place)
    }
}

extension Staging {
    /// Completes or removes leftovers of killed runs in a folder, which must be locked.
    static func recover(_ place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        disk.removeUnnamedFolders(in: place.folder, prefix: prefix)
        for left in disk.numberedFolders(in: place.folder, prefix: prefix) where left.isOwn {
            // Active runs hold the lock.
            guard let lock = try disk.lock(left.path) else { continue }
            try complete(left.path, in: place)
            withExtendedLifetime(lock) {}
        }
    }

    /// Whether `recover` has anything to do.
    static func hasLeftovers(_ place: OutputPlace) -> Bool {
        place.disk.numberedFolders(in: place.folder, prefix: prefix).contains(where: \.isOwn)
    }

    /// Applies the journal in `path` if it is complete, and removes it.
    private static func complete(_ path: String, in place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        let journal = joinPath(path, journalName)
        if let bytes = try? disk.read(journal),
            let moves = Moves(sealed: bytes, after: journalMagic)
        {
            for put in moves.puts { try put.carryOut(from: joinPath(path, filesName), in: place) }
            let known = OwnedFiles(moves.removals.map { ($0.key, $0.value) })
            let removals = moves.removals.keys.sorted()
            for inner in removals where place.entry(inner, known) == .owned {
                try disk.remove(joinPath(place.folder, inner))
            }
            disk.removeEmptyFolders(in: place.folder, of: removals)
            try disk.syncFolders(in: place.folder, of: moves.puts.map(\.path) + removals)
            try disk.remove(journal)
        }
        try disk.remove(path)
    }
}

extension Staging.Moves.Put {
    /// Moves the staged file, unless the target has changed.
    fileprivate func carryOut(from files: String, in place: OutputPlace) throws(DiskError) {
        let disk = place.disk
        let staged = joinPath(files, path)
        guard disk.kind(of: staged) == .file, staysInside(path) else { return }
        let expected = [old, digest].compactMap(\.self)
        let mayGo =
            switch place.entry(path, OwnedFiles()) {
            case .free: true
            case let entry where entry.isTaken(by: .foreign):
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
