internal import Diagnostics
internal import KilnManifest

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
/// New outputs are first written in full to a place where nobody looks. Then, where it can be done,
/// the folder and its successor exchange names in one system call (`OutputFolder+Exchange.swift`), so
/// that a kill at any moment leaves the old outputs or the new ones, never a mixture. Where it
/// cannot, files are moved one by one from a journal which the next run completes
/// (`OutputFolder+Journal.swift`). Files that no bake wrote are never touched. One process at a time
/// works on a folder; others wait.
struct OutputFolder: Sendable {
    /// A file to come; its bytes are asked for when it is written.
    struct NewFile: Sendable {
        var path: String
        var bytes: @Sendable () throws(DiskError) -> [UInt8]
    }

    /// What is to become of the folder.
    struct Change: Sendable {
        var files: [NewFile]
        /// Outputs that are there already, with the content that they should have.
        var unchanged: [String] = []
        /// The manifest, which names all others; it is put in place after them.
        var manifest: NewFile?
        /// What an earlier bake wrote there, when that is known without reading its manifest.
        var previous: [String]?
        /// Folders that must stay the same ones: those that hold the inputs.
        var inputs: [String] = []
    }

    /// As the user named it.
    let path: String
    let disk: any Disk

    /// Makes the change, and removes what the previous manifest lists and the new one does not.
    ///
    /// - Returns: the removed files, relative to the folder.
    /// - Throws: what the disk reports, and `CancellationError`; the old outputs are whole then.
    @discardableResult
    func publish(_ change: Change) async throws -> [String] {
        let place = try Place(path, disk)
        let lock = try await place.lock()
        defer { withExtendedLifetime(lock) {} }
        place.recover()
        let kept = change.files.map(\.path) + change.unchanged
        let old = change.previous ?? place.outputs(in: place.folder)
        let stale = old.filter { path in path != manifestName && !kept.contains(path) }
        try Task.checkCancellation()
        if change.manifest != nil, try place.exchange(change, owned: Set(old)) { return stale }
        try place.moveOneByOne(change, removing: stale)
        return stale
    }

    /// Completes or takes back what a killed process left half done.
    func recover() async throws {
        guard let place = try? Place(path, disk), place.hasLeftovers else { return }
        let lock = try await place.lock()
        defer { withExtendedLifetime(lock) {} }
        place.recover()
    }
}

let manifestName = "manifest.json"

/// An output folder as the disk has it.
struct Place: Sendable {
    /// All links followed.
    let folder: String
    let parent: String
    let name: String
    let disk: any Disk

    init(_ path: String, _ disk: any Disk) throws(DiskError) {
        self.disk = disk
        if let real = disk.realPath(path) {
            folder = real
        } else {
            let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
            let above = parentFolder(of: trimmed)
            try disk.createFolder(above)
            folder = joinPath(disk.realPath(above) ?? above, lastPart(of: trimmed))
        }
        parent = parentFolder(of: folder)
        name = lastPart(of: folder)
        if disk.stamp(folder)?.isFolder == false {
            throw DiskError(
                .create,
                path,
                reason: "a file with this name is in the way",
                help: "remove it, or name another folder with -o"
            )
        }
    }

    /// Waits until nobody else works on the folder.
    ///
    /// The parent is locked, because the folder itself may be exchanged.
    func lock() async throws -> DiskLock {
        while true {
            if let lock = try disk.lock(parent) { return lock }
            try await Task.sleep(nanoseconds: 20_000_000)
        }
    }

    var hasLeftovers: Bool {
        leftovers.contains { disk.stamp($0) != nil } || !exchangedFolders.isEmpty
    }

    private var leftovers: [String] { [staging, journal, unfinished] }

    /// Best effort: what cannot be completed is tried again by the next run.
    func recover() {
        try? completeJournal()
        for leftover in exchangedFolders {
            try? absorb(leftover, outputs(in: leftover) + outputs(in: folder))
        }
        for leftover in leftovers where disk.stamp(leftover) != nil { try? disk.remove(leftover) }
    }

    /// What the manifest in `folder` says was written there, itself included, sorted.
    ///
    /// A manifest is a file that anybody may edit: names that lead out of the folder are left out.
    func outputs(in folder: String) -> [String] {
        guard let bytes = try? disk.read(joinPath(folder, manifestName)),
            let manifest = try? Manifest(bytes: bytes)
        else { return [] }
        return (manifest.files.map(\.path) + [manifestName]).filter(staysInside).sorted()
    }
}

/// Whether a relative path names something in the folder that it is relative to.
func staysInside(_ path: String) -> Bool {
    let parts = path.pathParts
    return !parts.isEmpty && !parts.contains { ["", ".", ".."].contains($0) }
        && !path.utf8.contains(0)
}
