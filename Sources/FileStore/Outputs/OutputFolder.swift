import Diagnostics

/// A file to write; the path is relative to the output folder, with `/` as separator.
package struct OutputFile: Hashable, Sendable {
    package var path: String
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// A folder of outputs, one of which records all others.
///
/// New outputs are first written completely to a hidden place. Then, if possible, the folder and
/// its successor exchange names in one system call (`OutputPlace+Exchange.swift`), so that
/// interruptions leave the old outputs or the new ones, never a mixture. Otherwise files are moved
/// one by one with a journal, which the next run completes (`Staging.swift`). Only files recorded
/// by an earlier run and unmodified since are replaced or removed. One process at a time uses a
/// folder; others wait.
package struct OutputFolder: Sendable {
    /// A new file, whose bytes are made when it is written.
    package struct NewFile: Sendable {
        /// Relative to the folder.
        package var path: String
        package var byteCount: Int
        package var digest: Digest
        package var bytes: @Sendable () throws(DiskError) -> [UInt8]

        package init(
            path: String,
            byteCount: Int,
            digest: Digest,
            bytes: @escaping @Sendable () throws(DiskError) -> [UInt8]
        ) {
            self.path = path
            self.byteCount = byteCount
            self.digest = digest
            self.bytes = bytes
        }

        package init(_ file: OutputFile) {
            self.init(path: file.path, byteCount: file.bytes.count, digest: Digest(of: file.bytes))
            {
                () throws(DiskError) in file.bytes
            }
        }
    }

    package struct Change: Sendable {
        /// The last one records all others, and is placed after them.
        package var files: [NewFile]
        /// Existing outputs that stay valid.
        package var unchanged: [String] = []
        /// The records of earlier runs.
        package var owned = OwnedFiles()
        /// Files that the run read, and its source folders.
        package var inputs = Inputs()
        /// Recorded files to keep although the run does not make them.
        package var kept: Set<String> = []
        /// Why a record of Kiln does not belong to this run, as text after its path.
        package var foreignRecord: String?
        package var rules = ReplacementRules()

        package init(files: [NewFile]) { self.files = files }
    }

    /// The inputs of a run, by real paths.
    package struct Inputs: Sendable {
        package var files: Set<String> = []
        /// The user's names of folders by their real paths.
        package var folders: [String: String] = [:]

        package init(files: Set<String> = [], folders: [String: String] = [:]) {
            self.files = files
            self.folders = folders
        }

        /// The source folder that contains a path, as named by the user.
        package func sources(around path: String) -> String? {
            folders.first { path.hasPrefix($0.key + "/") }?.value
        }

        package func holds(_ path: String) -> Bool {
            files.contains(path) || sources(around: path) != nil
        }
    }

    /// The files that a change replaces and removes, after checking for obstacles.
    package struct Plan {
        /// Files to remove or replace, with their stamps.
        var leaving: [String: FileStamp] = [:]
        /// The recorded files without a successor, relative to the folder, sorted.
        package var stale = StaleOutputs()
        package var obstacles: [Obstacle] = []
    }

    /// As named by the user.
    package let path: String
    package let record: RecordFile
    package let disk: any Disk

    package init(path: String, record: RecordFile, disk: any Disk) {
        self.path = path
        self.record = record
        self.disk = disk
    }

    /// Applies the change, and removes recorded files that it neither makes nor keeps.
    ///
    /// Throws `Obstruction`, `DiskError` and `CancellationError`; the old outputs stay intact then.
    @discardableResult
    package func publish(_ change: Change) async throws -> StaleOutputs {
        let place = try OutputPlace(path, disk, record)
        let lock = try await place.lock()
        defer { withExtendedLifetime(lock) {} }
        try place.recover()
        let plan = place.plan(change)
        try change.rules.check(plan.obstacles)
        if !plan.obstacles.isEmpty { change.rules.willReplace(plan.obstacles) }
        try Task.checkCancellation()
        do {
            if try !place.exchange(change, plan) { try place.moveOneByOne(change, plan) }
        } catch let error as DiskError {
            throw place.explained(error)
        }
        return plan.stale
    }

    /// The obstacles and removals of a change, without applying it.
    package func planned(_ change: Change) -> Plan {
        guard disk.kind(of: path) != nil, let place = try? OutputPlace(path, disk, record) else {
            return Plan()
        }
        return place.plan(change)
    }

    /// Completes or reverts an interrupted change.
    package func recover() async throws {
        guard disk.kind(of: path) != nil, let place = try? OutputPlace(path, disk, record),
            place.hasLeftovers
        else { return }
        let lock = try await place.lock()
        defer { withExtendedLifetime(lock) {} }
        try place.recover()
    }

    /// Folders of the machine, or of all users.
    ///
    /// A bake's outputs would be mixed with other files, and the folder itself might be exchanged.
    private static let ofTheSystem: Set<String> = [
        "/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib32", "/lib64", "/libx32",
        "/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/tmp",
        "/usr", "/usr/bin", "/usr/include", "/usr/lib", "/usr/lib64", "/usr/libexec", "/usr/sbin",
        "/usr/share", "/usr/local", "/usr/local/bin", "/usr/local/lib", "/usr/local/share",
        "/var", "/var/cache", "/var/lib", "/var/log", "/var/tmp",
        // On macOS.
        "/Applications", "/Library", "/System", "/Users", "/Volumes", "/opt/homebrew", "/private",
        "/private/etc", "/private/tmp", "/private/var",
    ]

    /// Rejects a system folder unless it is empty or has outputs of an earlier run.
    package func refuseSystemFolder() throws(DiskError) {
        guard let real = disk.realPath(path), Self.ofTheSystem.contains(real) else { return }
        if (try? disk.list(real))?.isEmpty == true { return }
        let recorded = try? disk.read(joinPath(real, record.name))
        if let recorded, case .ours = record.read(recorded) { return }
        throw DiskError(
            .write,
            path,
            reason: "it is a folder of the system, and nothing was baked into it before",
            help: "name a folder of its own with -o, such as build"
        )
    }
}

extension OutputPlace {
    var hasLeftovers: Bool { Staging.hasLeftovers(self) || !ownSuccessors.isEmpty }

    /// Completes or removes leftovers of an interrupted change; the place must be locked.
    ///
    /// If it throws, the next run tries again.
    func recover() throws(DiskError) {
        try recoverExchange()
        if disk.kind(of: folder) == .folder { try Staging.recover(self) }
    }

    /// Checks everything that a change would replace or remove.
    func plan(_ change: OutputFolder.Change) -> OutputFolder.Plan {
        var plan = OutputFolder.Plan()
        if let record, let reason = change.foreignRecord {
            plan.obstacles.append(Obstacle(shown(record.name), .foreignRecord(reason)))
        }
        for file in change.files {
            let entry = entry(file.path, change.owned)
            if let obstacle = obstacle(to: file.path, file.digest, entry, change.inputs) {
                plan.obstacles.append(obstacle)
            }
            guard entry != .free else { continue }
            plan.leaving[file.path] = disk.linkStamp(joinPath(folder, file.path))
        }
        let planned = Set(change.files.map(\.path)).union(change.unchanged).union(change.kept)
        let gone = change.owned.digests.keys.filter {
            !planned.contains($0) && !change.inputs.holds(joinPath(folder, $0))
        }
        plan.stale = stale(gone, change.owned)
        for path in plan.stale.removed {
            plan.leaving[path] = disk.linkStamp(joinPath(folder, path))
        }
        return plan
    }

    /// What prevents writing a file with `digest`, nil if unknown, to `path`, where `entry` is; nil if
    /// nothing does.
    func obstacle(
        to path: String,
        _ digest: Digest?,
        _ entry: OutputEntry,
        _ inputs: OutputFolder.Inputs
    ) -> Obstacle? {
        let real = joinPath(folder, path)
        let seen = shown(path)
        if inputs.files.contains(disk.realPath(real) ?? real) { return Obstacle(seen, .input) }
        if let sources = inputs.sources(around: real) { return Obstacle(seen, .sources(sources)) }
        guard case .taken(let obstacle) = entry else { return nil }
        guard entry.isTaken(by: .foreign, .changed) else { return obstacle }
        // It may already have the new contents.
        guard let digest else { return nil }
        let bytes = try? disk.read(real)
        if let bytes, Digest(of: bytes) == digest { return nil }
        if let record, path == record.name, let bytes,
            case .foreign(let reason) = record.read(bytes)
        {
            return Obstacle(seen, .foreignRecord(reason))
        }
        return obstacle
    }

    /// Places new files one by one with a journal, the record last.
    ///
    /// An interruption during the moves leaves a mixture, which the next run completes, and which
    /// readers detect by the record's digests. If the disk rejects the new files, the old ones stay
    /// intact.
    fileprivate func moveOneByOne(
        _ change: OutputFolder.Change,
        _ plan: OutputFolder.Plan
    ) throws {
        let staging = try Staging(in: self)
        let removals = change.owned.digests(of: plan.stale.removed)
        var moves = Staging.Moves(puts: [], removals: removals)
        do {
            for file in change.files {
                try Task.checkCancellation()
                let real = joinPath(folder, file.path)
                let permissions = disk.permissions(of: real)
                try staging.add(try file.bytes(), as: file.path, permissions: permissions)
                let old = plan.leaving[file.path] == nil ? nil : Digest(of: try disk.read(real))
                moves.puts.append(.init(path: file.path, digest: file.digest, old: old))
            }
            try staging.commit(moves)
        } catch {
            staging.discard()
            throw error
        }
    }
}

/// The file of an output folder that records all others with their digests.
package struct RecordFile: Sendable {
    package enum Contents: Sendable {
        /// A record written by an earlier run.
        case ours(OwnedFiles)
        /// Something else; with the reason, as text after its path.
        case foreign(String)
    }

    package var name: String
    package var read: @Sendable ([UInt8]) -> Contents

    package init(name: String, read: @escaping @Sendable ([UInt8]) -> Contents) {
        self.name = name
        self.read = read
    }
}
