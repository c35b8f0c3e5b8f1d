import Diagnostics

/// Waits for files to change.
///
/// Folders are watched recursively, files through their folder, to notice editors that replace a
/// file by renaming as well as those that write into it. Changes are reported after a quiet period
/// without incomplete files.
///
/// On Linux the kernel reports changes (inotify); elsewhere folders are scanned ten times a second.
package final class FileWatcher {
    package enum Event: Hashable, Sendable {
        /// Files that were written, created or removed: paths with the same prefix as the watched
        /// ones, sorted.
        case changed([String])
        case timedOut
        case interrupted
    }

    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let path: String
        /// The system's message.
        package let reason: String

        package var description: String { "cannot watch \"\(printable(path))\": \(reason)" }
    }

    package enum Method: Hashable, Sendable {
        case automatic
        /// Scanning folders; works everywhere, including network file systems.
        case polling
    }

    private let source: any ChangeSource
    private let quiet: Duration
    /// The maximum wait for a file that is being written.
    private let patience: Duration
    private let isInterrupted: () -> Bool

    /// Watches files, which may be missing, and folders, which may not.
    ///
    /// Changes are reported after `quiet` without any, or `patience` with incomplete files.
    /// `isInterrupted` is polled a few times a second.
    package init(
        _ paths: [String],
        method: Method = .automatic,
        quiet: Duration = .milliseconds(30),
        patience: Duration = .seconds(1),
        isInterrupted: @escaping () -> Bool = { false }
    ) throws(Failure) {
        self.quiet = quiet
        self.patience = patience
        self.isInterrupted = isInterrupted
        #if os(Linux)
        switch method {
        case .automatic: source = try InotifySource(paths)
        case .polling: source = try PollingSource(paths)
        }
        #else
        source = try PollingSource(paths)
        #endif
    }

    /// Waits until something has changed and it is quiet again; `timeout` limits the wait for the
    /// first change.
    package func next(timeout: Duration? = nil) throws(Failure) -> Event {
        let clock = ContinuousClock()
        let start = clock.now
        var changed: Set<String> = []
        var lastChange = start
        while true {
            if isInterrupted() { return .interrupted }
            let end: ContinuousClock.Instant
            if changed.isEmpty {
                end = start.advanced(by: timeout ?? .seconds(1 << 30))
            } else {
                end = lastChange.advanced(by: source.hasHalfWrittenFiles ? patience : quiet)
            }
            // Another thread may get signals, so waits are short; even a zero timeout checks once.
            let left = end - clock.now
            let wait = max(.zero, min(left, .milliseconds(200)))
            let news = try source.changes(within: wait)
            if !news.isEmpty {
                changed.formUnion(news)
                lastChange = clock.now
            } else if left <= .zero {
                return changed.isEmpty ? .timedOut : .changed(changed.sorted())
            }
        }
    }
}

protocol ChangeSource {
    /// Whether a file was written but not yet closed.
    var hasHalfWrittenFiles: Bool { get }

    /// The changed paths, as soon as there are any; empty on timeout, which may be early.
    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String>
}

extension Duration {
    /// Rounded down and limited to `Int32`.
    var wholeMilliseconds: Int32 { Int32(clamping: Int(self / .milliseconds(1))) }
}

/// Names to ignore: hidden files and folders, and temporary files of editors.
func isPassedOver(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasSuffix(".tmp") || name == "4913"
}

final class PollingSource: ChangeSource {
    private static let interval = Duration.milliseconds(100)
    private static let disk = RealDisk()

    private let paths: [String]
    private var known: [String: FileStamp]
    /// Writers are unknown; a file is complete if it did not change between scans.
    let hasHalfWrittenFiles = false

    init(_ paths: [String]) throws(FileWatcher.Failure) {
        for path in paths where Self.disk.stamp(path) == nil {
            guard Self.disk.isFolder(parentFolder(of: path)) else {
                throw FileWatcher.Failure(path: path, reason: RealDisk.lastError)
            }
        }
        self.paths = paths
        known = Self.look(at: paths)
    }

    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String> {
        pause(min(wait, Self.interval))
        let now = Self.look(at: paths)
        defer { known = now }
        var changed = Set(now.filter { known[$0.key] != $0.value }.keys)
        changed.formUnion(known.keys.filter { now[$0] == nil })
        return changed
    }

    private static func look(at paths: [String]) -> [String: FileStamp] {
        var versions: [String: FileStamp] = [:]
        for path in paths {
            for file in disk.isFolder(path) ? disk.watchedFiles(below: path) : [path] {
                var stamp = disk.stamp(file)
                // Changes of attributes do not count.
                stamp?.changed = 0
                versions[file] = stamp
            }
        }
        return versions
    }
}

extension RealDisk {
    /// Follows links.
    package func isFolder(_ path: String) -> Bool { stamp(path)?.isFolder == true }

    /// The relevant entries of a folder; empty if unreadable.
    ///
    /// Links to folders are skipped, so that a walk ends.
    func watchedEntries(of folder: String) -> [(name: String, isFolder: Bool)] {
        let entries = (try? list(folder)) ?? []
        return entries.compactMap { entry in
            isPassedOver(entry.name) ? nil : (entry.name, entry.kind == .folder)
        }
    }

    /// The files in a folder, recursively.
    func watchedFiles(below folder: String) -> [String] {
        watchedEntries(of: folder).flatMap { entry in
            let path = joinPath(folder, entry.name)
            return entry.isFolder ? watchedFiles(below: path) : [path]
        }
    }
}
