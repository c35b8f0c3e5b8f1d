import CSystem
import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The machine's file system, through POSIX calls.
package struct RealDisk: Disk {
    /// The contents of the path `-`; nil for an ordinary name.
    private let standardInput: [UInt8]?

    package init() { standardInput = nil }

    /// A disk on which the path `-` is the contents of standard input.
    package init(standardInput: [UInt8]) { self.standardInput = standardInput }

    /// The maximum size for reading: images have at most 64 million pixels.
    static let largestFile = 1 << 30

    private func isStandardInput(_ path: String) -> Bool {
        standardInput != nil && path == StandardStream.path
    }

    package func read(_ path: String) throws(DiskError) -> [UInt8] {
        if let bytes = try readIfThere(path) { return bytes }
        errno = ENOENT
        throw failure(.read, path)
    }

    package func readIfThere(_ path: String) throws(DiskError) -> [UInt8]? {
        if let standardInput, isStandardInput(path) { return standardInput }
        // Otherwise opening a pipe would wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = unsafe open(systemPath(path), flags)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw isSocketOrDevice(path) ? notRegular(path) : failure(.read, path)
        }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else { throw failure(.read, path) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw notRegular(path) }
        let expected = Int(facts.st_size)
        guard expected <= Self.largestFile else {
            throw DiskError(.read, path, reason: tooLarge(expected))
        }
        // An extra byte detects files that grow meanwhile.
        var bytes = unsafe try filled(expected + 1, path) { rest, _ in
            unsafe systemRead(file, rest.baseAddress, rest.count)
        }
        if bytes.count > expected { bytes += try Self.rest(of: file, path, tooLarge) }
        return bytes
    }

    package func read(_ path: String, _ range: Range<Int>) throws(DiskError) -> [UInt8] {
        let file = try opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, .read)
        defer { close(file) }
        return unsafe try filled(range.count, path) { rest, count in
            unsafe pread(file, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        }
    }

    /// Calls `read` with the rest of a buffer until it is full or the file ends.
    private func filled(
        _ capacity: Int,
        _ path: String,
        _ read: (_ rest: UnsafeMutableRawBufferPointer, _ count: Int) -> Int
    ) throws(DiskError) -> [UInt8] {
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[count...])
                )
                let got = unsafe read(rest, count)
                if got < 0, errno == EINTR { continue }
                failed = got < 0
                if got <= 0 { return }
                count += got
            }
        }
        if failed { throw failure(.read, path) }
        return bytes
    }

    /// Reads a file or a stream to its end.
    static func rest(
        of file: Int32,
        _ path: String,
        _ tooLarge: (_ size: Int) -> String
    ) throws(DiskError) -> [UInt8] {
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = unsafe systemRead(file, &chunk, chunk.count)
            if got < 0, errno == EINTR { continue }
            if got < 0, errno == EAGAIN {
                // Another process made it non-blocking.
                var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&entry, 1, 1000)
                continue
            }
            guard got >= 0 else { throw failure(.read, path) }
            if got == 0 { return rest }
            rest += chunk[..<got]
            guard rest.count <= largestFile else {
                throw DiskError(.read, path, reason: tooLarge(rest.count))
            }
        }
    }

    /// Makes a folder the process's working folder.
    package func enter(_ folder: String) throws(DiskError) {
        guard unsafe chdir(systemPath(folder)) == 0 else { throw failure(.read, folder) }
    }

    package func list(_ folder: String) throws(DiskError) -> [DiskEntry] {
        guard let stream = unsafe opendir(systemPath(folder)) else { throw failure(.list, folder) }
        defer { unsafe closedir(stream) }
        var entries: [DiskEntry] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                let capacity = MemoryLayout.size(ofValue: unsafe entry.pointee.d_name)
                return unsafe pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
                    unsafe pathText(cString: $0)
                }
            }
            if name == "." || name == ".." { continue }
            let kind: DiskEntry.Kind =
                switch unsafe Int32(entry.pointee.d_type) {
                case Int32(DT_REG): .file
                case Int32(DT_DIR): .folder
                case Int32(DT_LNK): .link
                // Some file systems do not return the kinds of entries.
                case Int32(DT_UNKNOWN): kind(of: joinPath(folder, name)) ?? .other
                default: .other
                }
            entries.append(DiskEntry(name: name, kind: kind))
        }
        return entries.sorted { $0.name.bytesPrecede($1.name) }
    }

    package func stamp(_ path: String) -> FileStamp? {
        if isStandardInput(path) { return nil }
        var facts = stat()
        guard unsafe stat(systemPath(path), &facts) == 0 else { return nil }
        return FileStamp(facts)
    }

    package func linkStamp(_ path: String) -> FileStamp? { linkFacts(path).map { FileStamp($0) } }

    package func kind(of path: String) -> DiskEntry.Kind? {
        linkFacts(path).map { DiskEntry.Kind($0) }
    }

    package func permissions(of path: String) -> UInt16? {
        linkFacts(path).map { UInt16($0.st_mode & 0o7777) }
    }

    /// Of a link itself; nil if missing.
    private func linkFacts(_ path: String) -> stat? {
        var facts = stat()
        return unsafe lstat(systemPath(path), &facts) == 0 ? facts : nil
    }

    package func realPath(_ path: String) -> String? {
        if isStandardInput(path) { return nil }
        guard let resolved = unsafe realpath(systemPath(path), nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe pathText(cString: resolved)
    }

    package func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        try createFolder(parentFolder(of: path))
        // Otherwise opening a pipe would wait for a reader.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = unsafe open(systemPath(path), flags, 0o644)
        guard file >= 0 else {
            throw errno == ENXIO
                ? DiskError(.write, path, reason: "it is not a file, and no process reads from it")
                : failure(.write, path)
        }
        // Readers may be slow.
        _ = fcntl(file, F_SETFL, O_WRONLY)
        try fill(file, bytes, path)
    }

    package func create(
        _ bytes: [UInt8],
        at path: String,
        permissions: UInt16?
    ) throws(DiskError) {
        try createFolder(parentFolder(of: path))
        let file = try opened(path, O_WRONLY | O_CREAT | O_EXCL, .write)
        // After opening, because the process may mask permissions.
        if let permissions, fchmod(file, mode_t(permissions)) != 0 {
            let error = failure(.write, path)
            close(file)
            throw error
        }
        try fill(file, bytes, path)
    }

    /// Appends text to a file, creating it if necessary.
    package func append(_ text: String, to path: String) throws(DiskError) {
        let file = try opened(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, .write)
        try fill(file, Array(text.utf8), path)
    }

    private func fill(_ file: Int32, _ bytes: [UInt8], _ path: String) throws(DiskError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe systemWrite(file, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let error = failure(.write, path)
                close(file)
                throw error
            }
            written += count
        }
        // Some file systems report a full disk only here.
        guard close(file) == 0 else { throw failure(.write, path) }
    }

    package func sync(_ path: String) throws(DiskError) {
        let file = try opened(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, .sync)
        defer { close(file) }
        while fsync(file) != 0 {
            if errno == EINTR { continue }
            // Some file systems cannot flush folders, or anything.
            if errno == EINVAL || errno == ENOTSUP { return }
            throw failure(.sync, path)
        }
    }

    package func rename(_ path: String, to target: String) throws(DiskError) {
        guard unsafe renameat(AT_FDCWD, systemPath(path), AT_FDCWD, systemPath(target)) == 0 else {
            throw failure(.rename, target)
        }
    }

    package func remove(_ path: String) throws(DiskError) {
        if unsafe unlink(systemPath(path)) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        guard errno == EISDIR || errno == EPERM else { throw failure(.remove, path) }
        for entry in try list(path) { try remove(joinPath(path, entry.name)) }
        guard unsafe rmdir(systemPath(path)) == 0 || errno == ENOENT else {
            throw failure(.remove, path)
        }
    }

    package func createFolder(_ path: String) throws(DiskError) {
        if stamp(path)?.isFolder == true { return }
        let parent = parentFolder(of: path)
        if parent != path { try createFolder(parent) }
        guard
            unsafe mkdir(systemPath(path), 0o755) == 0
                || errno == EEXIST && stamp(path)?.isFolder == true
        else { throw failure(.create, path) }
    }

    package func createFolder(_ path: String, like model: String) throws(DiskError) {
        var facts = stat()
        guard unsafe stat(systemPath(model), &facts) == 0 else { throw failure(.create, path) }
        // After mkdir, because the process may mask permissions.
        guard unsafe mkdir(systemPath(path), 0o755) == 0,
            unsafe chmod(systemPath(path), facts.st_mode & 0o7777) == 0
        else { throw failure(.create, path) }
    }

    package func removeIfEmpty(_ folder: String) { _ = unsafe rmdir(systemPath(folder)) }

    package func link(_ path: String, to target: String) throws(DiskError) {
        guard unsafe linkat(AT_FDCWD, systemPath(path), AT_FDCWD, systemPath(target), 0) == 0 else {
            throw failure(.link, target)
        }
    }

    package func exchange(_ staged: String, with live: String) throws(DiskError) {
        guard let facts = linkFacts(live) else { throw failure(.exchange, live) }
        guard facts.st_uid == geteuid() else {
            throw DiskError(.exchange, live, reason: "it belongs to another user")
        }
        let done = unsafe kiln_exchange_names(systemPath(staged), systemPath(live))
        guard done == 0 else { throw failure(.exchange, live) }
    }

    package func lock(_ path: String) throws(DiskError) -> DiskLock? {
        let file = try opened(path, O_RDONLY | O_NONBLOCK, .lock)
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { break }
            close(file)
            return nil
        }
        return DiskLock { close(file) }
    }

    /// The system's message about the call that failed last.
    package static var lastError: String { unsafe String(cString: strerror(errno)) }

    /// Some of them cannot even be opened, with misleading errors.
    private func isSocketOrDevice(_ path: String) -> Bool {
        let reason = errno
        defer { errno = reason }
        var facts = stat()
        guard unsafe stat(systemPath(path), &facts) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT)
    }

    private func notRegular(_ path: String) -> DiskError {
        let reason = isFolder(path) ? "it is a folder, expected a file" : "it is not a regular file"
        return DiskError(.read, path, reason: reason)
    }

    private func tooLarge(_ size: Int) -> String {
        "it has \(size) bytes or more, expected at most \(Self.largestFile)"
    }

    /// The descriptor of a file, which is created with the usual permissions if `flags` say so.
    private func opened(
        _ path: String,
        _ flags: Int32,
        _ operation: DiskError.Operation
    ) throws(DiskError) -> Int32 {
        let file = unsafe open(systemPath(path), flags | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure(operation, path) }
        return file
    }
}

/// Waits on this thread, at least a millisecond; a signal may end it early.
func pause(_ time: Duration) { poll(nil, 0, max(1, time.wholeMilliseconds)) }

func secondsSince1970() -> Int { time(nil) }

private func failure(_ operation: DiskError.Operation, _ path: String) -> DiskError {
    DiskError(operation, path, reason: RealDisk.lastError.lowercased())
}

extension DiskEntry.Kind {
    fileprivate init(_ facts: stat) {
        switch facts.st_mode & S_IFMT {
        case S_IFREG: self = .file
        case S_IFDIR: self = .folder
        case S_IFLNK: self = .link
        default: self = .other
        }
    }
}

extension FileStamp {
    fileprivate init(_ facts: stat) {
        #if canImport(Glibc)
        let (modified, changed) = (facts.st_mtim, facts.st_ctim)
        #else
        let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
        #endif
        self.init(
            isFolder: facts.st_mode & S_IFMT == S_IFDIR,
            size: Int64(facts.st_size),
            modified: Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec),
            changed: Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec),
            inode: UInt64(facts.st_ino)
        )
    }
}

// The system calls hidden by the methods above.

private let systemRead = unsafe read
private let systemWrite = unsafe write
