import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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

    /// The system's message for the last error.
    static var lastError: String { unsafe String(cString: strerror(errno)) }
}
