package import Diagnostics
import Synchronization

/// The real paths of a run's outputs, each claimed once.
final class OutputClaims: Sendable {
    private let paths = Mutex<Set<String>>([])

    /// Returns false if another output of the run has the path.
    func take(_ path: String) -> Bool { paths.withLock { $0.insert(path).inserted } }

    func release(_ released: some Sequence<String>) {
        paths.withLock { $0.subtract(released) }
    }
}

/// Files written by a command without a catalog: placed together, or not at all.
///
/// An existing file is replaced only if an earlier run recorded it (in `.kiln-files`) and it is
/// unmodified, or by force.
package final class LooseOutputs: Sendable {
    private let place: OutputPlace
    private let inputs: OutputFolder.Inputs
    private let rules: ReplacementRules
    private let staging: Staging
    private let staged = Mutex<[String: (digest: Digest, set: LooseSet?)]>([:])

    /// Prepares a folder for new files, to be placed by `commit` or removed by `discard`.
    ///
    /// `known` are expected outputs, whose obstacles are found before the work is done. `files` are
    /// inputs, `folders` are searched for input images. Throws `DiskError` also for two outputs
    /// with the same path.
    package init(
        in folder: String,
        expecting known: [String] = [],
        reading files: [String],
        from folders: [String] = [],
        _ rules: ReplacementRules,
        disk: any Disk
    ) async throws {
        self.rules = rules
        place = try OutputPlace(folder, disk)
        let twice = Dictionary(grouping: known) { $0 }.filter { $1.count > 1 }.keys.min()
        if let twice { throw place.sharedOutput(twice) }
        var inputs = OutputFolder.Inputs(files: Set(files.compactMap { disk.realPath($0) }))
        for path in folders {
            let real = disk.realPath(path) ?? path
            if real == place.folder { inputs.folders[real] = path }
        }
        self.inputs = inputs
        let lock = try await place.lock()
        defer { withExtendedLifetime(lock) {} }
        if place.disk.kind(of: place.folder) == .folder { try Staging.recover(place) }
        _ = try place.obstacles(known.map { ($0, nil) }, inputs, rules)
        staging = try place.explaining { [place] () throws(DiskError) in try Staging(in: place) }
    }

    /// Checks for obstacles to a file before the work is done.
    ///
    /// `files` are inputs. `mayBeThere`: the file may already have the new contents, and then needs
    /// no replacement.
    package static func check(
        _ path: String,
        reading files: [String],
        _ rules: ReplacementRules,
        mayBeThere: Bool = true,
        disk: any Disk
    ) throws {
        let place = try OutputPlace(parentFolder(of: path), disk)
        let inputs = OutputFolder.Inputs(files: Set(files.compactMap { disk.realPath($0) }))
        let name = lastPart(of: path)
        let record = try place.obstacles([(name, nil)], inputs, rules).record
        if mayBeThere || rules.isForced { return }
        let entry = place.entry(name, record.owned)
        if case .taken(let obstacle) = entry, entry.isTaken(by: .foreign, .changed) {
            throw Obstruction([obstacle])
        }
    }

    /// Stages a new file for a path relative to the folder; thread-safe.
    ///
    /// A file of a set is recorded. Throws also if another output of the run has the same path.
    package func add(
        _ bytes: [UInt8],
        as path: String,
        in set: LooseSet? = nil
    ) throws(DiskError) {
        let real = joinPath(place.folder, path)
        guard rules.claims.take(real) else { throw place.sharedOutput(path) }
        try place.explaining { () throws(DiskError) in
            try staging.add(bytes, as: path, permissions: place.disk.permissions(of: real))
        }
        let digest = Digest(of: bytes)
        staged.withLock { $0[path] = (digest, set) }
    }

    /// Removes all staged files; nothing has changed then.
    package func discard() {
        staging.discard()
        release()
    }

    /// Lets a later step of the run, such as the next image of a preview, write the same files.
    private func release() {
        rules.claims.release(staged.withLock { $0.keys.map { joinPath(place.folder, $0) } })
    }

    /// Places all staged files, and removes files of earlier runs that belong to the same sets and
    /// were not made again.
    ///
    /// `isRecorded` allows later runs to replace them. `sets` are made sets that may have no files.
    /// Nothing has changed if it throws.
    @discardableResult
    package func commit(
        isRecorded: Bool = true,
        of sets: Set<LooseSet> = []
    ) async throws -> StaleOutputs {
        do {
            let lock = try await place.lock()
            defer { withExtendedLifetime(lock) {} }
            let stale = try commitLocked(isRecorded, sets)
            release()
            return stale
        } catch {
            discard()
            if let refusal = error as? DiskError { throw place.explained(refusal) }
            throw error
        }
    }

    private func commitLocked(
        _ isRecorded: Bool,
        _ sets: Set<LooseSet>
    ) throws -> StaleOutputs {
        let disk = place.disk
        let files = staged.withLock { $0.sorted { $0.key < $1.key } }
        let old = try place.obstacles(files.map { ($0.key, $0.value.digest) }, inputs, rules)
        var record = old.record
        let made = Set(files.map(\.key))
        let owned = record.owned
        let gone = record.stale(besides: made, of: sets.union(files.compactMap(\.value.set)))
            .filter { !inputs.holds(joinPath(place.folder, $0)) }
        var stale = place.stale(gone, owned)
        var moves = Staging.Moves(puts: [], removals: owned.digests(of: stale.removed))
        stale.removed = stale.removed.map(place.shown)
        stale.left = stale.left.map(place.shown)
        let forgotten = Set(gone)
        for (path, (digest, set)) in files {
            record.record(path, digest, in: set)
            let real = joinPath(place.folder, path)
            let there = disk.kind(of: real) == nil ? nil : Digest(of: try disk.read(real))
            if there != digest {
                moves.puts.append(.init(path: path, digest: digest, old: there))
            }
        }
        record.forget { path in
            !made.contains(path)
                && (forgotten.contains(path) || disk.kind(of: joinPath(place.folder, path)) == nil)
        }
        let isKept = record.inode.map { record.bytes(inode: $0) == old.bytes } ?? false
        if isRecorded, !isKept {
            let digest = try staging.add(as: FileRecord.name) { record.bytes(inode: $0) }
            let there = old.bytes.map { Digest(of: $0) }
            moves.puts.append(.init(path: FileRecord.name, digest: digest, old: there))
        }
        try Task.checkCancellation()
        try staging.commit(moves)
        return stale
    }
}

extension OutputPlace {
    fileprivate func sharedOutput(_ path: String) -> DiskError {
        DiskError(
            .write,
            shown(path),
            reason: "two outputs go to one file",
            help: "give each a name of its own; nothing was written"
        )
    }

    /// The record of the folder, after checking that new files, with digests if known, have no
    /// obstacles.
    fileprivate func obstacles(
        _ files: [(path: String, digest: Digest?)],
        _ inputs: OutputFolder.Inputs,
        _ rules: ReplacementRules
    ) throws(Obstruction) -> (record: FileRecord, bytes: [UInt8]?) {
        var obstacles: [Obstacle] = []
        var record = FileRecord()
        var copied: FileRecord?
        var bytes: [UInt8]?
        let place = joinPath(folder, FileRecord.name)
        let found = entry(FileRecord.name, OwnedFiles())
        if found.isTaken(by: .foreign) { bytes = try? disk.read(place) }
        if let known = bytes.flatMap(FileRecord.init) {
            if known.inode == disk.linkStamp(place)?.inode {
                record = known
            } else {
                copied = known
            }
        } else if case .taken(let obstacle) = found {
            obstacles.append(obstacle)
        }
        let owned = record.owned
        obstacles += files.compactMap { file in
            var found = obstacle(to: file.path, file.digest, entry(file.path, owned), inputs)
            if found?.kind == .foreign, copied?.digests[file.path] != nil {
                found?.kind = .copiedRecord
            }
            return found
        }
        try rules.check(obstacles)
        if !obstacles.isEmpty, files.allSatisfy({ $0.digest != nil }) {
            rules.willReplace(obstacles)
        }
        return (record, bytes)
    }
}

/// The unmodified files that `kiln pack` wrote to a folder, relative to it.
package func packedFiles(in folder: String, disk: any Disk) -> Set<String> {
    guard disk.kind(of: joinPath(folder, FileRecord.name)) == .file,
        let bytes = try? disk.read(joinPath(folder, FileRecord.name)),
        let record = FileRecord(bytes)
    else { return [] }
    let owned = record.owned.digests
    return Set(
        record.packed.filter { path in
            let place = joinPath(folder, path)
            guard let digest = owned[path], disk.kind(of: place) == .file,
                let bytes = try? disk.read(place)
            else { return false }
            return Digest(of: bytes) == digest
        }
    )
}

/// Writes one file atomically.
///
/// `isRecorded` allows later runs to replace it; not needed for files that identify their origin.
/// Nothing has changed if it throws.
package func writeLoose(
    _ bytes: [UInt8],
    to path: String,
    reading inputs: [String],
    _ rules: ReplacementRules,
    isRecorded: Bool = true,
    disk: any Disk
) async throws {
    let name = lastPart(of: path)
    let outputs = try await LooseOutputs(
        in: parentFolder(of: path),
        expecting: [name],
        reading: inputs,
        rules,
        disk: disk
    )
    do {
        try outputs.add(bytes, as: name)
    } catch {
        outputs.discard()
        throw error
    }
    try await outputs.commit(isRecorded: isRecorded)
}

/// Files that one run makes together, with names derived from the set's name.
///
/// The next run with a set of the same name in the same folder replaces it, and removes files that
/// it no longer makes. Sets with other names stay.
package struct LooseSet: Hashable, Sendable {
    package enum Command: String, CaseIterable, Sendable {
        /// Pages and descriptors, which are not packed again; outputs of other commands are
        /// ordinary images.
        case pack
        case slice
        /// Images of differences; a folder has one such set, with an empty name.
        case diff
    }

    package var command: Command
    /// The prefix of its files' names.
    package var name: String

    package init(_ command: Command, _ name: String) {
        self.command = command
        self.name = name
    }

    /// Whether the command writes files of that name; records may be edited.
    func mayHold(_ path: String) -> Bool {
        guard path.utf8.starts(with: name.utf8) else { return false }
        let rest = path.utf8.dropFirst(name.utf8.count)
        func ends(in ending: String) -> Bool {
            rest.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        }
        switch command {
        case .pack:
            // Descriptors of templates have any ending.
            let isDescriptor = rest.first != UInt8(ascii: "-") && !rest.contains(UInt8(ascii: "/"))
            return rest.first.map("-.@".utf8.contains) == true
                && (isDescriptor || Self.packedEndings.contains(where: ends))
        case .slice:
            let number = rest.dropFirst().dropLast(".png".utf8.count)
            return rest.first == UInt8(ascii: "-") && ends(in: ".png") && !number.isEmpty
                && number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        case .diff: return rest.contains(UInt8(ascii: "/")) && ends(in: ".png")
        }
    }

    private static let packedEndings = [
        ".png", ".webp", ".avif", ".ktx2", ".rgba4444", ".rgb565", ".json", ".atlas", ".plist",
        ".tpsheet", ".tres", ".xml", ".css",
    ]
}

/// Earlier outputs that a run no longer makes.
package struct StaleOutputs: Hashable, Sendable {
    package var removed: [String] = []
    /// Kept because they were modified since Kiln wrote them.
    package var left: [String] = []

    package init() {}

    package var findings: [Diagnostic] {
        left.map { path in
            Diagnostic(
                .warning,
                about: path,
                "stale output kept: it was modified since Kiln wrote it"
            )
        }
    }
}

extension StaleOutputs: Encodable {
    /// As the list of what was removed.
    package func encode(to encoder: any Encoder) throws { try removed.encode(to: encoder) }
}
