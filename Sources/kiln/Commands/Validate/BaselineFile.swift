import Diagnostics
import FileStore

struct BaselineFile: Sendable {
    private let path: String
    private let updates: Bool
    private let baseline: Baseline
    private let disk: any Disk
    /// Of what was read; nil when it was not there.
    private let digest: Digest?

    /// Reads it; one that shall be updated need not be there yet.
    ///
    /// - Throws: `DiskError`, `BaselineFailure` when something else is there.
    init(_ path: String, updates: Bool, disk: any Disk) throws {
        self.path = path
        self.updates = updates
        self.disk = disk
        if updates, disk.kind(of: path) == nil {
            (baseline, digest) = (Baseline(), nil)
        } else {
            let bytes = try disk.read(path)
            baseline = try Baseline(bytes, path: path)
            digest = Digest(of: bytes)
        }
    }

    /// Takes out what is known, or writes what is found as known from now on.
    ///
    /// `paths` start at the catalog's folder. `isWhole` returns whether the run would have found a
    /// check's finding in a file.
    func apply(
        to found: inout Found,
        paths: ReportPaths,
        isWhole: (_ id: String, _ path: String) -> Bool
    ) throws {
        var current = baseline
        if updates {
            current = baseline.updated(with: found.diagnostics, paths: paths, isWhole: isWhole)
            if current != baseline || baseline.count == 0 {
                try disk.replace(Array(current.json.utf8), at: path, over: digest)
            }
            found.news.append(
                "\(path) knows \(counted(current.count, "finding")) now, \(baseline.count) before"
            )
        }
        (found.diagnostics, found.hidden) = current.applied(
            to: found.diagnostics,
            paths: paths,
            isWhole: isWhole,
            file: path
        )
    }
}
