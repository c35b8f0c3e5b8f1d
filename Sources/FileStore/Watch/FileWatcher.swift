import Diagnostics

/// Waits for files to change.
///
/// Folders are watched with everything in them, files through their folder, so that editors which
/// replace a file by renaming another one over it are noticed as well as those which write into it.
/// Changes are reported once it has been quiet for a moment and no file is half-written.
///
/// On Linux the kernel reports changes (inotify); elsewhere folders are looked through ten times a
/// second.
package final class FileWatcher {
    /// What a wait ended with.
    package enum Event: Hashable, Sendable {
        /// These files were written, appeared or vanished: paths that begin as the watched ones do,
        /// sorted.
        case changed([String])
        case timedOut
        /// Somebody asked to stop.
        case interrupted
    }

    /// Why files cannot be watched.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let path: String
        /// The system's words.
        package let reason: String

        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        package var description: String { "cannot watch \"\(printable(path))\": \(reason)" }
    }

    /// What notices changes.
    package enum Method: Hashable, Sendable {
        /// The best that the system has.
        case automatic
        /// Looking through the folders; works everywhere, network file systems too.
        case polling
    }

    private let source: any ChangeSource
    private let quiet: Duration
    /// A file that is being written is waited for at most this long.
    private let patience: Duration
    private let isInterrupted: () -> Bool

    /// - Parameters:
    ///   - paths: files and folders; a file may be missing, its folder may not.
    ///   - method: what notices changes.
    ///   - quiet: how long nothing must change before changes are reported.
    ///   - patience: how long a file may stay half-written before it is reported all the same.
    ///   - isInterrupted: whether waiting shall end; asked a few times a second.
    /// - Throws: `Failure` when a folder is missing or the system refuses.
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

    /// Waits until something has changed and it is quiet again.
    ///
    /// - Parameter timeout: how long to wait for the first change; nil waits for ever.
    /// - Returns: what ended the wait.
    /// - Throws: `Failure` when the system refuses to go on.
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
            // Signals may meet another thread, so no wait is long; and even a wait of no time looks
            // once.
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

/// Something that notices changed files.
protocol ChangeSource {
    /// Whether a file is known to have been opened and written but not yet closed.
    var hasHalfWrittenFiles: Bool { get }

    /// The paths that changed, as soon as there are any.
    ///
    /// - Parameter wait: how long to wait at most; it may end earlier.
    /// - Returns: empty when nothing changed.
    /// - Throws: when the system refuses to go on.
    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String>
}

extension Duration {
    /// Rounded down; at most what an `Int32` holds.
    var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : Int32(clamping: product + attoseconds / 1_000_000_000_000_000)
    }
}

/// Names that nobody's art has: hidden files and folders, and what editors leave while they save.
func isPassedOver(_ name: some StringProtocol) -> Bool {
    name.hasPrefix(".") || name.hasSuffix("~") || name.hasSuffix(".tmp") || name == "4913"
}
