import Diagnostics
import FileStore
import KilnManifest

let manifestName = "manifest.json"

extension RecordFile {
    /// The manifest of a bake.
    static let manifest = RecordFile(name: manifestName) { bytes in
        let file = ManifestFile(bytes)
        if case .foreign(let reason) = file {
            return .foreign("not a manifest that Kiln wrote: \(reason)")
        }
        return .ours(file.owned ?? OwnedFiles())
    }
}

/// What is under a manifest's name: a bake's own manifest, or somebody else's file.
enum ManifestFile {
    case kiln(Manifest, Digest)
    /// With the reason why it is not Kiln's.
    case foreign(String)

    init(_ bytes: [UInt8]) {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            self = .foreign(error.message)
            return
        }
        if manifest.generator.name != Generator.name {
            self = .foreign("its generator is not \(Generator.name)")
        } else if manifest.digest != nil, !Self.isAsWritten(bytes) {
            self = .foreign("it was changed since Kiln wrote it")
        } else {
            // Bakes before 0.2 wrote no digest; their word has to do.
            self = .kiln(manifest, Digest(of: bytes))
        }
    }

    /// The files that the manifest records, itself included; nil when it is not Kiln's.
    ///
    /// The files of a target are in the folder of its name: a manifest that lists others was not
    /// written by a bake, and does not make them Kiln's.
    var owned: OwnedFiles? {
        guard case .kiln(let manifest, let digest) = self else { return nil }
        let targets = Set(manifest.targets.map(\.id))
        let files = manifest.files.compactMap { file -> (path: String, digest: Digest)? in
            let parts = file.path.pathParts
            guard parts.count > 1, targets.contains(String(parts[0])),
                let digest = Digest(file.sha256)
            else { return nil }
            return (file.path, digest)
        }
        return OwnedFiles(files + [(manifestName, digest)])
    }
}

extension ManifestFile {
    /// A manifest's file: JSON that holds its own digest.
    static func bytes(of manifest: Manifest) throws -> [UInt8] {
        var manifest = manifest
        manifest.digest = String(repeating: "0", count: digitCount)
        var bytes = try manifest.jsonBytes()
        guard let place = digits(in: bytes) else { return bytes }
        bytes.replaceSubrange(place, with: Array(Digest(of: bytes).text.utf8))
        return bytes
    }

    private static let digitCount = 64

    /// Whether the file's digest is the one that it holds.
    private static func isAsWritten(_ bytes: [UInt8]) -> Bool {
        guard let place = digits(in: bytes) else { return false }
        var blank = bytes
        blank.replaceSubrange(place, with: repeatElement(UInt8(ascii: "0"), count: digitCount))
        return Array(Digest(of: blank).text.utf8) == Array(bytes[place])
    }

    /// Where the digits of the manifest's own digest stand; members of the outermost level alone
    /// are indented by two blanks.
    private static func digits(in bytes: [UInt8]) -> Range<Int>? {
        let heading = Array("\n  \"digest\" : \"".utf8)
        guard let first = heading.first else { return nil }
        var at = 0
        while let start = bytes[at...].firstIndex(of: first) {
            let end = start + heading.count
            guard end + digitCount <= bytes.count else { return nil }
            if bytes[start..<end].elementsEqual(heading) { return end..<end + digitCount }
            at = start + 1
        }
        return nil
    }
}
