package import Catalog
internal import Diagnostics
package import Export
package import FileStore
internal import ImageCodec
package import KilnManifest
internal import PictureFiles
internal import Raster

/// An atlas as its descriptors tell it, whoever wrote them.
package struct DescribedAtlas: Sendable {
    /// As it was asked for.
    package var path: String
    package var format: AtlasFormat
    /// One for each scale that the descriptors tell of; of a manifest one for each target and scale.
    package var atlases: [AtlasDescription]
    /// Where page images lie.
    package var folder: String
    /// The whole manifest, when that is the descriptor.
    package var manifest: Manifest?
}

/// Why a descriptor says nothing.
package struct UnreadableAtlas: Error, Hashable, Sendable {
    package var path: String
    /// The file's bytes could not be had at all.
    package var isUnreadable: Bool
    /// May quote the file; shortened when that is long.
    package var message: String

    package init(path: String, isUnreadable: Bool = false, message: String) {
        self.path = path
        self.isUnreadable = isUnreadable
        self.message = shortened(message, to: Diagnostic.textLimit)
    }
}

extension UnreadableAtlas: CustomStringConvertible {
    package var description: String { "\(path): error: \(message)" }
}

/// Whether a path is that of a descriptor rather than of a picture: by its ending, or a folder; by
/// what it holds on standard input.
package func isDescriptorPath(_ path: String, disk: any Disk) -> Bool {
    if path == StandardStream.path, let bytes = try? disk.read(path) {
        return likelyEnding(bytes) != nil
    }
    let lower = path.lowercased()
    return AtlasFormat.fileEndings.contains { lower.hasSuffix($0) }
        || disk.stamp(path)?.isFolder == true
}

/// Reads what describes an atlas: a manifest or a descriptor of any format that Kiln writes.
///
/// - Parameters:
///   - path: the file; or a `.spriteatlas`, or the folder `.sprites` of Godot's resources.
///   - allPages: also takes the descriptors of the atlas's other pages, `NAME-0.json` and
///     `NAME-1.json`, where the format has one for each page.
///   - disk: where it is.
/// - Returns: checked: every frame lies on its page, and every page in the descriptor's folder.
/// - Throws: `UnreadableAtlas`.
package func describeAtlas(
    _ path: String,
    allPages: Bool = false,
    disk: any Disk
) throws(UnreadableAtlas) -> DescribedAtlas {
    let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let reader = DescriptorReader(path: trimmed, disk: disk)
    let described = try described(trimmed, reader, allPages: allPages)
    for page in described.atlases.flatMap(\.pages) {
        for file in [page.imageFile, page.normalMapFile].compactMap(\.self) {
            try reader.checkInside(file, of: described.folder)
        }
    }
    return described
}

private func described(
    _ trimmed: String,
    _ reader: DescriptorReader,
    allPages: Bool
) throws(UnreadableAtlas) -> DescribedAtlas {
    let disk = reader.disk
    if disk.stamp(trimmed)?.isFolder == true { return try reader.folder() }
    let file = try reader.file(trimmed)
    if file.path.lowercased().hasSuffix(".json"),
        let atlas = try reader.manifest(file.bytes)
    {
        return atlas
    }
    guard let format = AtlasFormat.detected(in: file) else {
        throw reader.failure(
            "not a descriptor that Kiln reads, expected one of "
                + AtlasFormat.allCases.map(\.rawValue).joined(separator: ", ")
        )
    }
    let files = allPages ? try reader.pages(of: file, format) : [file]
    return try reader.read(files, format, besides: parentFolder(of: trimmed))
}

/// The ending of a descriptor that has no name, by its beginning; nil for anything else.
private func likelyEnding(_ bytes: [UInt8]) -> String? {
    let head = textHead(bytes)
    let start = head.drop { $0.isWhitespace }
    if start.hasPrefix("[gd_") { return ".tres" }
    if start.hasPrefix("{") || start.hasPrefix("[") { return ".json" }
    if start.hasPrefix("<") { return head.contains("<plist") ? ".plist" : ".xml" }
    if head.contains("background-position") { return ".css" }
    if head.contains(":format=") { return ".tpsheet" }
    return head.contains("\nsize:") || head.contains("\nbounds:") ? ".atlas" : nil
}

private struct DescriptorReader {
    let path: String
    let disk: any Disk

    func failure(_ message: String) -> UnreadableAtlas {
        UnreadableAtlas(path: path, message: message)
    }

    /// Refuses what a descriptor names outside of its folder, through links too.
    func checkInside(_ file: String, of folder: String) throws(UnreadableAtlas) {
        guard namesInside(file) else {
            throw failure(
                "the image \"\(file)\" lies outside of the descriptor's folder, "
                    + "expected a relative path without \"..\""
            )
        }
        guard !disk.leadsOut(joinPath(folder, file), of: folder) else {
            throw failure("the image \"\(file)\" is a link out of the descriptor's folder")
        }
    }

    /// The file, by its last part.
    func file(_ path: String) throws(UnreadableAtlas) -> ExportedFile {
        do throws(DiskError) {
            let bytes = try disk.read(path)
            let name =
                path == StandardStream.path
                ? StandardStream.stem + (likelyEnding(bytes) ?? "") : lastPart(of: path)
            return ExportedFile(path: name, bytes: bytes)
        } catch {
            throw UnreadableAtlas(path: path, isUnreadable: true, message: error.reason)
        }
    }

    private func list(_ folder: String) throws(UnreadableAtlas) -> [DiskEntry] {
        do throws(DiskError) {
            return try disk.list(folder)
        } catch {
            throw UnreadableAtlas(path: folder, isUnreadable: true, message: error.reason)
        }
    }

    func read(
        _ files: [ExportedFile],
        _ format: AtlasFormat,
        besides folder: String
    ) throws(UnreadableAtlas) -> DescribedAtlas {
        do throws(AtlasReadError) {
            let atlases = try readAtlas(files, format: format)
            return DescribedAtlas(path: path, format: format, atlases: atlases, folder: folder)
        } catch {
            throw UnreadableAtlas(path: joinPath(folder, error.path), message: error.message)
        }
    }

    /// The descriptor and those of the other pages: files that differ in the page's number alone,
    /// and are of the same format.
    func pages(
        of file: ExportedFile,
        _ format: AtlasFormat
    ) throws(UnreadableAtlas) -> [ExportedFile] {
        let folder = parentFolder(of: path)
        guard let (before, after) = splitAtPageNumber(file.path) else { return [file] }
        var files: [ExportedFile] = []
        for entry in try list(folder) where entry.kind != .folder {
            guard let other = splitAtPageNumber(entry.name), other == (before, after),
                !disk.leadsOut(joinPath(folder, entry.name), of: folder)
            else { continue }
            let page = try self.file(joinPath(folder, entry.name))
            if AtlasFormat.detected(in: page) == format { files.append(page) }
        }
        return files
    }

    /// A folder of resources: Godot's `.sprites`, Xcode's `.spriteatlas`.
    func folder() throws(UnreadableAtlas) -> DescribedAtlas {
        let name = lastPart(of: path)
        if name.hasSuffix(".spriteatlas") { return try spriteAtlas() }
        guard name.hasSuffix(".sprites") else {
            throw failure("a folder, expected a descriptor, a \".sprites\" or a \".spriteatlas\"")
        }
        var files = try resources(in: path)
        guard !files.isEmpty else { throw failure("a folder without any \".tres\"") }
        // Nine-slices are resources of their own.
        let styles = String(path.dropLast(".sprites".count)) + ".styles"
        if disk.stamp(styles)?.isFolder == true,
            !disk.leadsOut(styles, of: parentFolder(of: path))
        {
            files += try resources(in: styles)
        }
        return try read(files, .godot, besides: parentFolder(of: path))
    }

    /// All `.tres` in a folder and the folders inside, by paths that begin with its name.
    private func resources(in folder: String) throws(UnreadableAtlas) -> [ExportedFile] {
        var files: [ExportedFile] = []
        var waiting = [""]
        while let inner = waiting.popLast() {
            for entry in try list(joinPath(folder, inner)) {
                let part = joinPath(inner, entry.name)
                if entry.kind == .folder { waiting.append(part) }
                guard entry.kind == .file, part.hasSuffix(".tres") else { continue }
                let bytes = try file(joinPath(folder, part)).bytes
                files.append(
                    ExportedFile(path: joinPath(lastPart(of: folder), part), bytes: bytes)
                )
            }
        }
        return files
    }

    /// Every loose image as a page of its own.
    private func spriteAtlas() throws(UnreadableAtlas) -> DescribedAtlas {
        var pages: [Int: [AtlasDescription.Page]] = [:]
        for entry in try list(path) where entry.kind == .folder {
            guard entry.name.hasSuffix(".imageset") else { continue }
            let name = String(entry.name.dropLast(".imageset".count))
            for image in try images(of: joinPath(path, entry.name)) {
                let file = joinPath(entry.name, image.file)
                try checkInside(file, of: path)
                let size = try size(of: joinPath(path, file))
                let (width, height) = (size.width, size.height)
                let frame = AtlasFrame(name: name, x: 0, y: 0, width: width, height: height)
                pages[image.scale, default: []].append(
                    .init(imageFile: file, width: width, height: height, frames: [frame])
                )
            }
        }
        let name = String(lastPart(of: path).dropLast(".spriteatlas".count))
        return DescribedAtlas(
            path: path,
            format: .spriteatlas,
            atlases: pages.sorted { $0.key < $1.key }.map { scale, pages in
                AtlasDescription(
                    name: name,
                    generator: .init(name: "", version: ""),
                    scale: Double(scale),
                    pages: pages
                )
            },
            folder: path
        )
    }

    private func images(
        of folder: String
    ) throws(UnreadableAtlas) -> [(file: String, scale: Int)] {
        try checkInside(joinPath(lastPart(of: folder), "Contents.json"), of: path)
        let contents = try file(joinPath(folder, "Contents.json"))
        do throws(AtlasReadError) {
            return try imagesOfImageSet(contents)
        } catch {
            throw UnreadableAtlas(path: joinPath(folder, error.path), message: error.message)
        }
    }

    private func size(of picture: String) throws(UnreadableAtlas) -> PixelSize {
        do throws(PictureFailure) {
            return try decodePicture(picture, disk: disk, limits: .init()).image.size
        } catch {
            throw UnreadableAtlas(
                path: picture,
                isUnreadable: error.isUnreadable,
                message: error.message
            )
        }
    }

    /// Nil when the file is no manifest at all.
    func manifest(_ bytes: [UInt8]) throws(UnreadableAtlas) -> DescribedAtlas? {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            let isMeant = String(decoding: bytes.prefix(512), as: UTF8.self)
                .contains("\"\(Manifest.formatName)\"")
            if error.code == .notAManifest, !isMeant { return nil }
            throw failure(error.description)
        }
        var atlases: [AtlasDescription] = []
        for target in manifest.targets {
            for scale in target.scales {
                atlases.append(target.described(scale: scale, manifest))
            }
        }
        do throws(AtlasReadError) {
            try checkAtlases(atlases, path: path)
        } catch {
            throw failure(error.message)
        }
        return DescribedAtlas(
            path: path,
            format: .kiln,
            atlases: atlases,
            folder: parentFolder(of: path),
            manifest: manifest
        )
    }
}

/// What stands before and after the page's number in `NAME-0.json` and `NAME-0@2x.json`.
private func splitAtPageNumber(_ name: String) -> (before: String, after: String)? {
    // The last dash with a number behind it that the scale or the ending follows.
    for dash in name.indices.reversed() where name[dash] == "-" {
        let rest = name[name.index(after: dash)...]
        let number = rest.prefix { ("0"..."9").contains($0) }
        guard !number.isEmpty, let next = rest[number.endIndex...].first, "@.".contains(next) else {
            continue
        }
        return (String(name[...dash]), String(rest[number.endIndex...]))
    }
    return nil
}

extension Manifest.Target {
    /// The target at one of its scales, in pixels; frames without a visible pixel are left out.
    fileprivate func described(scale: Int, _ manifest: Manifest) -> AtlasDescription {
        var described = AtlasDescription(
            name: id,
            generator: .init(
                name: manifest.generator.name,
                version: manifest.generator.version
            ),
            scale: Double(scale),
            isPremultiplied: pages.first?.image(scale)?.premultiplied ?? false,
            pages: pages.map { page in
                AtlasDescription.Page(
                    imageFile: page.image(scale)?.path ?? "\(id)?",
                    width: page.width.scaled(scale),
                    height: page.height.scaled(scale),
                    frames: []
                )
            }
        )
        for (name, frame) in frames.sorted(by: { $0.key < $1.key }) where frame.width > 0 {
            described.pages[frame.page].frames.append(frame.described(name, scale: scale))
        }
        return described
    }
}

extension Manifest.Page {
    fileprivate func image(_ scale: Int) -> Manifest.PageImage? {
        images.first { $0.scale == scale }
    }
}

extension Manifest.Frame {
    fileprivate func described(_ name: String, scale: Int) -> AtlasFrame {
        var frame = AtlasFrame(
            name: name,
            x: x.scaled(scale),
            y: y.scaled(scale),
            width: width.scaled(scale),
            height: height.scaled(scale),
            rotation: !rotated
                ? .none : counterclockwise == true ? .counterclockwise : .clockwise,
            trimX: trimX.scaled(scale),
            trimY: trimY.scaled(scale),
            sourceWidth: sourceWidth.scaled(scale),
            sourceHeight: sourceHeight.scaled(scale),
            pivot: AtlasFrame.Pivot(x: pivot.x, y: pivot.y),
            nineSlice: nineSlice.map {
                .init(
                    left: $0.left.scaled(scale),
                    top: $0.top.scaled(scale),
                    right: $0.right.scaled(scale),
                    bottom: $0.bottom.scaled(scale)
                )
            }
        )
        frame.mesh = mesh.map { mesh in
            let numbers = mesh.vertices.map { $0.scaled(scale) }
            return AtlasFrame.Mesh(
                vertices: stride(from: 0, to: numbers.count - 1, by: 2).map {
                    .init(x: numbers[$0], y: numbers[$0 + 1])
                },
                indexes: mesh.triangles
            )
        }
        return frame
    }
}

extension Int {
    /// Times the scale; a number too large for that is too large for any page too.
    fileprivate func scaled(_ scale: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: scale)
        return overflow ? .max : product
    }
}
