import Diagnostics

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension RealDisk {
    /// Links followed.
    package func isFolder(_ path: String) -> Bool { stamp(path)?.isFolder == true }

    /// The entries of a folder without those that are passed over; nothing when it cannot be read.
    ///
    /// Links to folders are none, so that a walk ends.
    func watchedEntries(of folder: String) -> [(name: String, isFolder: Bool)] {
        let entries = (try? list(folder)) ?? []
        return entries.compactMap { entry in
            isPassedOver(entry.name) ? nil : (entry.name, entry.kind == .folder)
        }
    }

    /// The files in a folder and in all below it.
    func watchedFiles(below folder: String) -> [String] {
        watchedEntries(of: folder).flatMap { entry in
            let path = joinPath(folder, entry.name)
            return entry.isFolder ? watchedFiles(below: path) : [path]
        }
    }

    /// The last error of the system in its words.
    static var lastError: String { unsafe String(cString: strerror(errno)) }
}
