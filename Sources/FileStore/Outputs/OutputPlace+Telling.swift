internal import Diagnostics

extension OutputPlace {
    /// Does what writes outputs; what the disk refuses is told of the path that the user asked for,
    /// not of the place where new files wait.
    func telling<Success>(
        _ work: () throws(DiskError) -> Success
    ) throws(DiskError) -> Success {
        do throws(DiskError) {
            return try work()
        } catch {
            throw told(error)
        }
    }

    /// The same error, as the user can act on it.
    func told(_ error: DiskError) -> DiskError {
        var told = error
        if let inner = pathInside(error.path) { told.path = inner == "" ? shown : shown(inner) }
        told.help = told.help ?? error.helpForOutputs
        return told
    }

    /// A path in the folder, in what is staged in it or in its successor, relative to the folder; nil
    /// for other paths.
    private func pathInside(_ path: String) -> String? {
        if path == folder { return "" }
        var parts = path.pathParts[...]
        func drop(_ whole: String) -> Bool {
            let above = whole.pathParts
            guard parts.starts(with: above) else { return false }
            parts = parts.dropFirst(above.count)
            return true
        }
        if drop(folder) {
            guard parts.first?.hasPrefix(Staging.prefix) == true else {
                return parts.joined(separator: "/")
            }
            // Behind it stand the new files, or the journal.
            let isFile = parts.dropFirst().first == Staging.filesName
            return isFile ? parts.dropFirst(2).joined(separator: "/") : ""
        }
        guard drop(parent), parts.first?.hasPrefix(successorPrefix) == true else { return nil }
        return parts.dropFirst().joined(separator: "/")
    }
}

extension DiskError {
    /// What to do where an output cannot be written; nil where the reason does not tell.
    fileprivate var helpForOutputs: String? {
        switch reason {
        case "no space left on device", "disk quota exceeded":
            "make room there, or name another place; the outputs are as they were"
        case "permission denied", "operation not permitted":
            "name a place that you may write to, or change its permissions"
        case "read-only file system": "name a place that can be written"
        default: nil
        }
    }
}
