import Catalog
import Diagnostics
package import FileStore
package import KilnManifest

/// The outputs of a bake as they are on the disk.
package struct OpenedBake: Sendable {
    /// Of the manifest.
    package let path: String
    package let manifest: Manifest
    private let disk: any Disk

    private static let help = "name the output folder of a bake, or the manifest.json in it"

    /// Reads the manifest of a bake.
    ///
    /// `path` is an output folder, or a manifest.
    ///
    /// - Throws: `DiskError` when none exists, `CommandFailure` when it is not one.
    package init(_ path: String, disk: any Disk) throws {
        let isFolder = disk.stamp(path)?.isFolder == true
        let file = isFolder ? joinPath(path, manifestName) : path
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.read(file)
        } catch {
            var reported = error
            if disk.stamp(file) == nil { reported.help = error.help ?? Self.help }
            throw reported
        }
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            throw CommandFailure("\(file): \(error.message)", help: Self.help)
        }
        self.path = file
        self.disk = disk
    }

    /// The images of pages and pictures that the manifest lists and that do not exist; empty for a
    /// manifest without any of its files.
    package var missingImages: [String] {
        let isThere = { (path: String) in
            staysInside(path) && disk.stamp(joinPath(parentFolder(of: self.path), path)) != nil
        }
        guard manifest.files.contains(where: { isThere($0.path) }) else { return [] }
        return manifest.targets.flatMap { target in
            target.pages.flatMap(\.images).map(\.readablePath)
                + (target.pictures ?? []).map(\.path)
        }.uniqued.filter { !isThere($0) }
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
