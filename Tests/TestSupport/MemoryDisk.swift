package import FileStore
internal import ImageCodec
package import Raster
internal import Synchronization

/// A file system in memory, and a record of what was touched.
///
/// It knows links, second names, permissions and the exchange of folders, and can be told to fail:
/// to refuse certain files, to be full, or to stop as a killed process does. Relative paths start at
/// its root. What a loss of power would leave can be asked for afterwards; see `crashes`.
package final class MemoryDisk: Disk {
    package struct Node {
        package enum Content {
            case file([UInt8])
            case folder([String: UInt64])
            case link(String)
            case special
        }

        package var content: Content
        package var permissions: UInt16
        /// Ticks of the disk's clock.
        package var modified: Int64
        package var changed: Int64
        /// Whether the bytes would survive a loss of power.
        package var isFlushed = false

        package init(content: Content, permissions: UInt16, modified: Int64, changed: Int64) {
            self.content = content
            self.permissions = permissions
            self.modified = modified
            self.changed = changed
        }
    }

    /// Everything on the disk at one moment.
    package struct Volume {
        package var nodes: [UInt64: Node] = [
            1: Node(content: .folder([:]), permissions: 0o755, modified: 0, changed: 0)
        ]
        package var nextInode: UInt64 = 2
        package var clock: Int64 = 1
    }

    fileprivate struct State {
        var volume = Volume()
        var reads: [String] = []
        var writes: [String] = []
        /// Paths whose writing fails, with the reason.
        var refused: [String: String] = [:]
        var canExchange = true
        var capacity: Int?
        /// Changes that still succeed before the process is killed; nil for all.
        var changesLeft: Int?
        var isDead = false
        var locked: Set<UInt64> = []
        /// After every change, when it is kept: the volume, and whether names were flushed then.
        var history: [(volume: Volume, isFlushed: Bool)]?
    }

    private let state = Mutex(State())

    package init() {}

    // MARK: What tests do

    package var reads: [String] { state.withLock { $0.reads } }
    package var writes: [String] { state.withLock { $0.writes } }
    package var paths: [String] { files.keys.sorted() }

    /// The bytes of all files by path, hidden ones too; links and pipes are left out.
    package var files: [String: [UInt8]] {
        state.withLock { state in
            state.volume.walk().reduce(into: [:]) { files, found in
                if case .file(let bytes) = found.node.content { files[found.path] = bytes }
            }
        }
    }

    /// Where links are and lead to.
    package var links: [String: String] {
        state.withLock { state in
            state.volume.walk().reduce(into: [:]) { links, found in
                if case .link(let target) = found.node.content { links[found.path] = target }
            }
        }
    }

    package func put(_ path: String, _ text: String) { put(path, Array(text.utf8)) }

    package func put(_ path: String, _ bytes: [UInt8]) {
        state.withLock { state in
            state.volume.place(.file(bytes), at: path)
        }
    }

    package func put(_ path: String, _ image: StraightImage) throws {
        put(path, try encodePNG(image))
    }

    package func putLink(_ path: String, to target: String) {
        state.withLock { $0.volume.place(.link(target), at: path) }
    }

    package func putFolder(_ path: String) {
        state.withLock { $0.volume.place(.folder([:]), at: path) }
    }

    package func putPipe(_ path: String) { state.withLock { $0.volume.place(.special, at: path) } }

    package func setPermissions(_ permissions: UInt16, of path: String) {
        state.withLock { state in
            guard let inode = state.volume.inode(path, follows: false) else { return }
            state.volume.nodes[inode]?.permissions = permissions
        }
    }

    /// Removes whatever is at a path.
    package func wipe(_ path: String) { state.withLock { _ = $0.volume.unlink(path) } }

    package func refuse(_ path: String, _ reason: String) {
        state.withLock { $0.refused[path] = reason }
    }

    package func allowEverything() {
        state.withLock { state in
            state.refused = [:]
            state.capacity = nil
        }
    }

    package func cannotExchange() { state.withLock { $0.canExchange = false } }

    /// Lets the disk be full beyond so many bytes.
    package func limit(toBytes capacity: Int?) { state.withLock { $0.capacity = capacity } }

    package var usedBytes: Int { files.values.reduce(0) { $0 + $1.count } }

    /// Lets the process die before its change number `count`, counted from 0.
    package func kill(afterChanges count: Int) { state.withLock { $0.changesLeft = count } }

    /// A new process begins.
    ///
    /// - Returns: whether the last one died.
    @discardableResult
    package func restart() -> Bool {
        state.withLock { state in
            defer { (state.isDead, state.changesLeft, state.locked) = (false, nil, []) }
            return state.isDead
        }
    }

    /// Remembers every change from here on; what is there now has been there for long.
    package func recordHistory() {
        state.withLock { state in
            for inode in state.volume.nodes.keys { state.volume.nodes[inode]?.isFlushed = true }
            state.history = [(state.volume, true)]
        }
    }

    /// What losing power at any moment since `recordHistory` may leave.
    ///
    /// As with a journaling file system: changes of names survive in order, at least up to the last
    /// flushed folder; the bytes of files that were not flushed are lost in part.
    package var crashes: [Volume] {
        state.withLock { state in
            let history = state.history ?? []
            var crashes: [Volume] = []
            var flushed = 0
            for (moment, now) in history.enumerated() {
                if now.isFlushed { flushed = moment }
                for survived in flushed...moment {
                    crashes.append(history[survived].volume.torn(flushedAt: now.volume))
                }
            }
            return crashes
        }
    }

    /// Everything on the disk now.
    package var volume: Volume { state.withLock { $0.volume } }

    package convenience init(_ volume: Volume) {
        self.init()
        state.withLock { $0.volume = volume }
    }

    // MARK: Disk

    package func read(_ path: String) throws(DiskError) -> [UInt8] {
        let node = state.withLock { state in
            state.reads.append(path)
            return state.isDead ? nil : state.volume.node(path, follows: true)
        }
        switch node?.content {
        case .file(let bytes): return bytes
        case nil: throw DiskError(.read, path, reason: "no such file or directory")
        default: throw DiskError(.read, path, reason: "it is not a regular file")
        }
    }

    package func list(_ folder: String) throws(DiskError) -> [DiskEntry] {
        let entries = state.withLock { state -> [DiskEntry]? in
            guard !state.isDead, case .folder(let names) = state.volume.node(folder)?.content
            else { return nil }
            return names.map { DiskEntry(name: $0, kind: state.volume.kind($1)) }
        }
        guard let entries else {
            throw DiskError(.list, folder, reason: "no such file or directory")
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    package func stamp(_ path: String) -> FileStamp? { stamp(path, follows: true) }
    package func linkStamp(_ path: String) -> FileStamp? { stamp(path, follows: false) }

    private func stamp(_ path: String, follows: Bool) -> FileStamp? {
        state.withLock { state in
            guard !state.isDead, let inode = state.volume.inode(path, follows: follows),
                let node = state.volume.nodes[inode]
            else { return nil }
            return FileStamp(
                isFolder: node.isFolder,
                size: Int64(node.size),
                // No file system's clock counts whole seconds here.
                modified: node.modified * 1000 + 1,
                changed: node.changed * 1000 + 1,
                inode: inode
            )
        }
    }

    package func kind(of path: String) -> DiskEntry.Kind? {
        state.withLock { state in
            guard !state.isDead else { return nil }
            return state.volume.inode(path, follows: false).map { state.volume.kind($0) }
        }
    }

    package func permissions(of path: String) -> UInt16? {
        state.withLock { $0.volume.node(path, follows: false)?.permissions }
    }

    package func realPath(_ path: String) -> String? {
        state.withLock { $0.isDead ? nil : $0.volume.realPath(path) }
    }

    package func lock(_ folder: String) throws(DiskError) -> DiskLock? {
        let inode: UInt64?? = state.withLock { state in
            guard let inode = state.volume.inode(folder, follows: true) else { return nil }
            return .some(state.locked.insert(inode).inserted ? inode : nil)
        }
        guard let inode else {
            throw DiskError(.lock, folder, reason: "no such file or directory")
        }
        guard let inode else { return nil }
        return DiskLock { [self] in state.withLock { _ = $0.locked.remove(inode) } }
    }

    package func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try change(.write, path) { state in
            state.writes.append(path)
            try state.checkRoom(for: path, bytes.count)
            state.volume.place(.file(bytes), at: path)
        }
    }

    package func create(_ bytes: [UInt8], at path: String, permissions: UInt16?) throws(DiskError) {
        try change(.write, path) { state in
            state.writes.append(path)
            guard state.volume.inode(path, follows: false) == nil else {
                throw Refusal("file exists")
            }
            try state.checkRoom(for: path, bytes.count)
            state.volume.place(.file(bytes), at: path, permissions: permissions ?? 0o644)
        }
    }

    package func sync(_ path: String) throws(DiskError) {
        var isFolder = false
        try change(.sync, path) { state in
            guard let inode = state.volume.inode(path, follows: false) else {
                throw Refusal("no such file or directory")
            }
            state.volume.nodes[inode]?.isFlushed = true
            isFolder = state.volume.kind(inode) == .folder
        }
        guard isFolder else { return }
        state.withLock { state in
            guard let last = state.history?.indices.last else { return }
            state.history?[last].isFlushed = true
        }
    }

    package func rename(_ path: String, to target: String) throws(DiskError) {
        try change(.rename, target) { state in
            guard let inode = state.volume.inode(path, follows: false) else {
                throw Refusal("no such file or directory")
            }
            if let old = state.volume.node(target, follows: false), old.isFolder {
                guard state.volume.kind(inode) == .folder, old.isEmpty else {
                    throw Refusal("directory not empty")
                }
            }
            _ = state.volume.detach(path)
            state.volume.attach(inode, at: target)
        }
    }

    package func remove(_ path: String) throws(DiskError) {
        // A folder goes piece by piece, so that a kill may leave a part of it.
        let inner = state.withLock { state -> [String] in
            guard case .folder(let names) = state.volume.node(path, follows: false)?.content
            else { return [] }
            return names.keys.sorted()
        }
        for name in inner { try remove(joinPath(path, name)) }
        guard kind(of: path) != nil else { return }
        try change(.remove, path) { state in _ = state.volume.unlink(path) }
    }

    package func createFolder(_ path: String) throws(DiskError) {
        if stamp(path)?.isFolder == true { return }
        try change(.create, path) { state in state.volume.place(.folder([:]), at: path) }
    }

    package func createFolder(_ path: String, like model: String) throws(DiskError) {
        try change(.create, path) { state in
            guard let like = state.volume.node(model) else { throw Refusal("no such directory") }
            state.volume.place(.folder([:]), at: path, permissions: like.permissions)
        }
    }

    package func removeIfEmpty(_ folder: String) {
        try? change(.remove, folder) { state in
            guard let node = state.volume.node(folder, follows: false), node.isFolder, node.isEmpty
            else { throw Refusal("directory not empty") }
            _ = state.volume.unlink(folder)
        }
    }

    package func link(_ path: String, to target: String) throws(DiskError) {
        try change(.link, target) { state in
            guard state.canExchange, let inode = state.volume.inode(path, follows: false) else {
                throw Refusal("operation not supported")
            }
            state.volume.attach(inode, at: target)
            state.volume.nodes[inode]?.changed = state.volume.clock
        }
    }

    package func exchange(_ staged: String, with live: String) throws(DiskError) {
        try change(.exchange, live) { state in
            guard state.canExchange, let first = state.volume.detach(staged),
                let second = state.volume.detach(live)
            else { throw Refusal("operation not supported") }
            state.volume.attach(first, at: live)
            state.volume.attach(second, at: staged)
        }
    }

    fileprivate struct Refusal: Error {
        var reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Makes a change whole, or not at all.
    private func change(
        _ operation: DiskError.Operation,
        _ path: String,
        _ body: (inout State) throws -> Void
    ) throws(DiskError) {
        let reason: String? = state.withLock { state in
            if state.changesLeft == 0 { state.isDead = true }
            if state.isDead { return "killed" }
            state.changesLeft = state.changesLeft.map { $0 - 1 }
            do {
                var next = state
                next.volume.clock += 1
                try body(&next)
                state = next
            } catch {
                return (error as? Refusal)?.reason ?? "\(error)"
            }
            state.history?.append((state.volume, false))
            return nil
        }
        if let reason { throw DiskError(operation, path, reason: reason) }
    }
}

/// What disks of tests need not say.
extension Disk {
    package func readIfThere(_ path: String) throws(DiskError) -> [UInt8]? {
        stamp(path) == nil ? nil : try read(path)
    }

    package func read(_ path: String, _ range: Range<Int>) throws(DiskError) -> [UInt8] {
        let bytes = try read(path)
        return Array(bytes[range.clamped(to: 0..<bytes.count)])
    }
}

extension MemoryDisk.State {
    fileprivate func checkRoom(for path: String, _ count: Int) throws(MemoryDisk.Refusal) {
        if let reason = refused.first(where: { path.hasSuffix($0.key) })?.value {
            throw MemoryDisk.Refusal(reason)
        }
        guard let capacity else { return }
        let used = volume.nodes.values.reduce(0) { $0 + ($1.isFolder ? 0 : $1.size) }
        if used + count > capacity { throw MemoryDisk.Refusal("no space left on device") }
    }
}

extension MemoryDisk.Node {
    package var isFolder: Bool { if case .folder = content { true } else { false } }

    package var isEmpty: Bool {
        if case .folder(let names) = content { names.isEmpty } else { false }
    }

    package var size: Int {
        switch content {
        case .file(let bytes): bytes.count
        case .link(let target): target.utf8.count
        case .folder, .special: 0
        }
    }
}

extension MemoryDisk.Volume {
    package func kind(_ inode: UInt64) -> DiskEntry.Kind {
        switch nodes[inode]?.content {
        case .file: .file
        case .folder: .folder
        case .link: .link
        case .special, nil: .other
        }
    }

    /// Everything but the root, by path without a leading `/`.
    package func walk() -> [(path: String, node: MemoryDisk.Node)] {
        var found: [(String, MemoryDisk.Node)] = []
        var waiting: [(String, UInt64)] = [("", 1)]
        while let (path, inode) = waiting.popLast() {
            guard let node = nodes[inode] else { continue }
            if inode != 1 { found.append((path, node)) }
            guard case .folder(let names) = node.content else { continue }
            for (name, inner) in names {
                waiting.append((path.isEmpty ? name : path + "/" + name, inner))
            }
        }
        return found
    }

    /// The inodes along a path, the root first; nil when it leads nowhere.
    private func resolve(_ path: String, follows: Bool, depth: Int = 0) -> [(String, UInt64)]? {
        guard depth < 16 else { return nil }
        var trail: [(name: String, inode: UInt64)] = [("", 1)]
        let parts = path.split(separator: "/").map(String.init)
        for (index, part) in parts.enumerated() {
            if part == "." { continue }
            if part == ".." {
                if trail.count > 1 { trail.removeLast() }
                continue
            }
            guard let last = trail.last, case .folder(let names) = nodes[last.inode]?.content,
                let inode = names[part]
            else { return nil }
            if case .link(let target) = nodes[inode]?.content,
                follows || index < parts.count - 1
            {
                let above = trail.dropFirst().map(\.name).joined(separator: "/")
                let from = target.hasPrefix("/") ? target : above + "/" + target
                guard let rest = resolve(from, follows: true, depth: depth + 1) else { return nil }
                trail = rest.map { ($0.0, $0.1) }
            } else {
                trail.append((part, inode))
            }
        }
        return trail.map { ($0.name, $0.inode) }
    }

    package func inode(_ path: String, follows: Bool) -> UInt64? {
        resolve(path, follows: follows)?.last?.1
    }

    package func node(_ path: String, follows: Bool = true) -> MemoryDisk.Node? {
        inode(path, follows: follows).flatMap { nodes[$0] }
    }

    package func realPath(_ path: String) -> String? {
        resolve(path, follows: true).map { "/" + $0.dropFirst().map(\.0).joined(separator: "/") }
    }

    /// The folder that holds a path's last part, made when it is not there, and that part.
    private mutating func parent(of path: String) -> (inode: UInt64, name: String)? {
        let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
        guard let name = parts.last else { return nil }
        let above = parts.dropLast().joined(separator: "/")
        if let inode = inode(above, follows: true) { return (inode, name) }
        place(.folder([:]), at: above)
        return inode(above, follows: true).map { ($0, name) }
    }

    /// Puts something at a path, over what is there; a file that is written keeps its inode.
    package mutating func place(
        _ content: MemoryDisk.Node.Content,
        at path: String,
        permissions: UInt16 = 0o755
    ) {
        clock += 1
        if case .file = content, let old = inode(path, follows: true), kind(old) == .file {
            nodes[old]?.content = content
            nodes[old]?.modified = clock
            nodes[old]?.changed = clock
            nodes[old]?.isFlushed = false
            return
        }
        let inode = nextInode
        nextInode += 1
        nodes[inode] = MemoryDisk.Node(
            content: content,
            permissions: permissions,
            modified: clock,
            changed: clock
        )
        attach(inode, at: path)
    }

    package mutating func attach(_ inode: UInt64, at path: String) {
        guard let (folder, name) = parent(of: path),
            case .folder(var names) = nodes[folder]?.content
        else { return }
        names[name] = inode
        nodes[folder]?.content = .folder(names)
    }

    /// Takes a name away; the node stays.
    package mutating func detach(_ path: String) -> UInt64? {
        guard let inode = inode(path, follows: false), let (folder, name) = parent(of: path),
            case .folder(var names) = nodes[folder]?.content
        else { return nil }
        names[name] = nil
        nodes[folder]?.content = .folder(names)
        return inode
    }

    /// Takes a name away, and the node when it was its last.
    package mutating func unlink(_ path: String) -> UInt64? {
        guard let inode = detach(path) else { return nil }
        let isNamed = nodes.values.contains { node in
            if case .folder(let names) = node.content {
                names.values.contains(inode)
            } else {
                false
            }
        }
        if !isNamed { nodes[inode] = nil }
        return inode
    }

    /// The same with the bytes cut that were not flushed at a later moment.
    fileprivate func torn(flushedAt later: MemoryDisk.Volume) -> MemoryDisk.Volume {
        var torn = self
        for (inode, node) in nodes {
            guard case .file(let bytes) = node.content else { continue }
            let isSafe = node.isFlushed || later.nodes[inode]?.isFlushed == true
            if !isSafe { torn.nodes[inode]?.content = .file(Array(bytes.prefix(bytes.count / 2))) }
        }
        return torn
    }
}
