import AtlasBuilding
import Catalog
import Diagnostics
import FileStore
import ImageCodec

/// A picture that was dropped on a page.
package struct DroppedFile {
    private let bytes: [UInt8]
    /// A name that is safe in every file system; the extension fits the format.
    package let name: String

    /// - Throws: the `Diagnostic` that says why it is no picture.
    package init(_ bytes: [UInt8], named name: String) throws {
        do throws(ImageDecodingError) {
            _ = try decodeImage(bytes)
        } catch {
            throw Diagnostic.refusal("\(name) cannot be read: \(error)", "drop another picture")
        }
        self.bytes = bytes
        self.name = Self.safeName(name, pictureFormatName(of: bytes) ?? "")
    }

    /// Letters and digits of any script and a few signs of the last part of a path.
    private static func safeName(_ name: String, _ format: String) -> String {
        let extensions =
            switch format {
            case "JPEG": ["jpg", "jpeg"]
            case "PNG": ["png", "apng"]
            case "Aseprite": ["aseprite", "ase"]
            default: [format.lowercased()]
            }
        let last = name.split { "/\\:".contains($0) }.last ?? ""
        let (stem, own) =
            last.lastIndex(of: ".").map {
                (last[..<$0], last[last.index(after: $0)...].lowercased())
            } ?? (last, "")
        let allowed = stem.map { character in
            let isKept = character.isLetter || character.isNumber || "_-@+".contains(character)
            return isKept ? String(character) : "-"
        }
        var kept = allowed.joined().prefix(80).drop { "-+@".contains($0) }
        // File systems allow 255 bytes, and a number may follow.
        while kept.utf8.count > 200 { kept = kept.dropLast() }
        let ending = extensions.contains(own) ? own : extensions[0]
        if kept.isEmpty { return "picture.\(ending)" }
        return "\(troubleOfFileName(String(kept)) == nil ? "" : "picture-")\(kept).\(ending)"
    }

    /// Copies it into the first folder of sources, never over a file, and returns its path from the
    /// catalog's folder.
    package func put(into session: StudioSession) throws -> String {
        let disk = session.disk
        guard let loaded = session.loaded, let sources = loaded.catalog.sources.folders.first else {
            throw Diagnostic.refusal("the catalog has no folder for it", "correct its errors")
        }
        let folder = joinPath(loaded.folder, sources)
        if disk.linkStamp(folder) == nil, disk.leads(folder, into: loaded.folder) {
            try disk.createFolder(folder)
        }
        let (root, place) = (disk.realPath(loaded.folder), disk.realPath(folder))
        let isInside = place == root || place?.hasPrefix("\(root ?? "")/") == true
        guard disk.stamp(folder)?.isFolder == true,
            isInside || loaded.catalog.sources.followsLinks
        else {
            throw Diagnostic.refusal("\(sources) is no folder of the catalog", "create it")
        }
        // Pictures whose names differ only in the extension would be one asset.
        let known = Dictionary(
            grouping: try disk.list(folder).map(\.name).filter(isPictureName),
            by: { withoutExtension($0).lowercased() }
        )
        let (stem, ending) = (withoutExtension(name), name.dropFirst(withoutExtension(name).count))
        for number in 1...1000 {
            let name = number == 1 ? name : "\(stem)-\(number)\(ending)"
            if let others = known[withoutExtension(name).lowercased()] {
                let same = others.first { (try? disk.read(joinPath(folder, $0))) == bytes }
                if let same { return joinPath(sources, same) }
                continue
            }
            try disk.replace(bytes, at: joinPath(folder, name), over: nil)
            return joinPath(sources, name)
        }
        throw Diagnostic.refusal("there are too many files named \(name)", "rename it")
    }
}
