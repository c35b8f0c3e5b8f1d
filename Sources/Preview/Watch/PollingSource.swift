#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Looks through files and folders again and again.
final class PollingSource: ChangeSource {
    private static let interval = Duration.milliseconds(100)

    private let paths: [String]
    private var known: [String: FileSystem.Stamp]
    /// Who writes cannot be seen; a file counts as written when it did not change between looks.
    let hasHalfWrittenFiles = false

    init(_ paths: [String]) throws(FileWatcher.Failure) {
        for path in paths where FileSystem.kind(of: path) == nil {
            guard FileSystem.kind(of: FileSystem.split(path).folder) == .folder else {
                throw FileWatcher.Failure(path: path, reason: FileSystem.lastError)
            }
        }
        self.paths = paths
        known = Self.look(at: paths)
    }

    func changes(within wait: Duration) throws(FileWatcher.Failure) -> Set<String> {
        let pause = min(wait, Self.interval)
        poll(nil, 0, max(1, pause.wholeMilliseconds))
        let now = Self.look(at: paths)
        defer { known = now }
        var changed = Set(now.filter { known[$0.key] != $0.value }.keys)
        changed.formUnion(known.keys.filter { now[$0] == nil })
        return changed
    }

    private static func look(at paths: [String]) -> [String: FileSystem.Stamp] {
        var stamps: [String: FileSystem.Stamp] = [:]
        for path in paths {
            if FileSystem.kind(of: path) == .folder {
                FileSystem.walk(path) { _, files in
                    for file in files { stamps[file] = FileSystem.stamp(of: file) }
                }
            } else {
                stamps[path] = FileSystem.stamp(of: path)
            }
        }
        return stamps
    }
}
