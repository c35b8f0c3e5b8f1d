import Diagnostics
package import FileStore
package import KilnManifest

/// The outputs of a bake as they are on the disk.
package struct OpenedBake: Sendable {
    /// Of the manifest.
    package let path: String
    package let manifest: Manifest
    private let disk: any Disk

    /// Reads the manifest of a bake.
    ///
    /// `path` is an output folder, or a manifest.
    ///
    /// - Throws: `DiskError` when none exists, `UnreadableBake` when it is not one.
    package init(_ path: String, disk: any Disk) throws {
        let isFolder = disk.stamp(path)?.isFolder == true
        let file = isFolder ? joinPath(path, manifestName) : path
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.read(file)
        } catch {
            var reported = error
            if disk.stamp(file) == nil { reported.help = error.help ?? UnreadableBake.help }
            throw reported
        }
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            throw UnreadableBake(path: file, reason: error.message)
        }
        self.path = file
        self.disk = disk
    }

    /// The bytes of an output by its path in the manifest; nil when it is not there, or the path
    /// leads out of the folder.
    package func output(_ path: String) throws(DiskError) -> [UInt8]? {
        guard staysInside(path) else { return nil }
        let file = joinPath(parentFolder(of: self.path), path)
        guard disk.stamp(file) != nil, !disk.leadsOut(file, of: parentFolder(of: self.path))
        else { return nil }
        return try disk.read(file)
    }
}

/// A file that is not a bake's manifest.
package struct UnreadableBake: Error, Hashable, Sendable, CustomStringConvertible {
    package var path: String
    /// May quote the file; shortened when that is long.
    package var reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = shortened(reason, to: Diagnostic.textLimit)
    }

    fileprivate static let help = "name the output folder of a bake, or the manifest.json in it"

    package var description: String { "error: \(path): \(reason)\n  help: \(Self.help)" }
}
