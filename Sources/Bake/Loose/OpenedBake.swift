internal import Diagnostics
public import KilnManifest

/// The outputs of a bake as they lie on the disk.
public struct OpenedBake: Sendable {
    /// Of the manifest.
    public let path: String
    public let manifest: Manifest
    private let disk: any Disk

    /// Reads the manifest of a bake.
    ///
    /// - Parameters:
    ///   - path: an output folder, or a manifest.
    ///   - disk: where it is.
    /// - Throws: `DiskError` when there is none, `UnreadableBake` when it is not one.
    public init(_ path: String, disk: any Disk) throws {
        let isFolder = disk.stamp(path)?.isFolder == true
        let file = isFolder ? joinPath(path, manifestName) : path
        let bytes = try disk.read(file)
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
    ///
    /// - Throws: `DiskError` when it is there and cannot be read.
    public func output(_ path: String) throws(DiskError) -> [UInt8]? {
        guard staysInside(path) else { return nil }
        let file = joinPath(parentFolder(of: self.path), path)
        guard disk.stamp(file) != nil, !disk.leadsOut(file, of: parentFolder(of: self.path))
        else { return nil }
        return try disk.read(file)
    }
}

/// A file that is not a bake's manifest.
public struct UnreadableBake: Error, Hashable, Sendable, CustomStringConvertible {
    public var path: String
    /// May quote the file; shortened when that is long.
    public var reason: String

    init(path: String, reason: String) {
        self.path = path
        self.reason = shortened(reason, to: Diagnostic.textLimit)
    }

    public var description: String { "error: \(path): \(reason)" }
}
