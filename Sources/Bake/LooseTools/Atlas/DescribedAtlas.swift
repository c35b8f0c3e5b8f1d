package import AtlasBuilding
package import Catalog
import Diagnostics
package import FileStore
import ImageCodec
package import KilnManifest
import Raster

/// An atlas as its descriptors tell it, whoever wrote them.
package struct DescribedAtlas: Sendable {
    /// As it was asked for.
    package var path: String
    package var format: AtlasFormat
    /// One for each scale that the descriptors describe; of a manifest one for each target and scale.
    package var atlases: [AtlasDescription]
    /// Where page images are.
    package var folder: String
    /// The whole manifest, when that is the descriptor.
    package var manifest: Manifest?
}

extension DescribedAtlas: Encodable {
    private enum CodingKeys: CodingKey { case path, format, atlases, species, items, looks }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(format.rawValue, forKey: .format)
        try container.encode(atlases, forKey: .atlases)
        try container.encodeIfPresent(manifest?.species.map(\.id), forKey: .species)
        try container.encodeIfPresent(manifest?.items.map(\.id), forKey: .items)
        try container.encodeIfPresent(manifest?.looks.map(\.id), forKey: .looks)
    }
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
/// `path` may also be a `.spriteatlas`, or the folder `.sprites` of Godot's resources. With
/// `allPages` the descriptors of the atlas's other pages are read too, `NAME-0.json` and
/// `NAME-1.json`, where the format has one for each page.
///
/// - Returns: checked: every frame is on its page, and every page in the descriptor's folder.
package func describeAtlas(
    _ path: String,
    allPages: Bool = false,
    disk: any Disk
) throws(PictureFailure) -> DescribedAtlas {
    let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    let reader = DescriptorReader(path: trimmed, disk: disk)
    let described = try reader.atlas(allPages: allPages)
    for page in described.atlases.flatMap(\.pages) {
        for file in [page.imageFile, page.normalMapFile].compactMap(\.self) {
            try reader.checkInside(file, of: described.folder)
        }
    }
    return described
}

/// Reads the files that describe an atlas.
struct DescriptorReader {
    let path: String
    let disk: any Disk

    func atlas(allPages: Bool) throws(PictureFailure) -> DescribedAtlas {
        if disk.stamp(path)?.isFolder == true { return try folder() }
        let file = try file(path)
        if file.path.lowercased().hasSuffix(".json"),
            let atlas = try manifest(file.bytes)
        {
            return atlas
        }
        guard let format = AtlasFormat.detected(in: file) else {
            let isPicture = pictureFormatName(of: file.bytes) != nil
            var failure = failure(
                "not a descriptor that Kiln reads, expected one of "
                    + AtlasFormat.allCases.map(\.rawValue).joined(separator: ", ")
            )
            failure.help =
                isPicture
                ? "name the descriptor of the page, such as a .json or .atlas file"
                : "of a bake, name its manifest.json"
            throw failure
        }
        let files = allPages ? try pages(of: file, format) : [file]
        return try read(files, format, besides: parentFolder(of: path))
    }

    /// Messages may quote the file, and are shortened when that is long.
    func failure(_ message: String, at path: String? = nil) -> PictureFailure {
        PictureFailure(
            path: path ?? self.path,
            message: shortened(message, to: Diagnostic.textLimit)
        )
    }

    /// Refuses what a descriptor names outside of its folder, through links too.
    func checkInside(_ file: String, of folder: String) throws(PictureFailure) {
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
    func file(_ path: String) throws(PictureFailure) -> ExportedFile {
        let bytes = try readBytes(path, disk: disk)
        let name =
            path == StandardStream.path
            ? StandardStream.stem + (likelyEnding(bytes) ?? "") : lastPart(of: path)
        return ExportedFile(path: name, bytes: bytes)
    }

    private func list(_ folder: String) throws(PictureFailure) -> [DiskEntry] {
        do throws(DiskError) {
            return try disk.list(folder)
        } catch {
            throw PictureFailure(path: folder, isUnreadable: true, message: error.reason)
        }
    }

    func read(
        _ files: [ExportedFile],
        _ format: AtlasFormat,
        besides folder: String
    ) throws(PictureFailure) -> DescribedAtlas {
        do throws(PictureFailure) {
            let atlases = try readAtlas(files, format: format)
            return DescribedAtlas(path: path, format: format, atlases: atlases, folder: folder)
        } catch {
            throw failure(error.message, at: joinPath(folder, error.path))
        }
    }

    /// The descriptor and those of the other pages: files that differ in the page's number alone,
    /// and are of the same format.
    func pages(
        of file: ExportedFile,
        _ format: AtlasFormat
    ) throws(PictureFailure) -> [ExportedFile] {
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
    func folder() throws(PictureFailure) -> DescribedAtlas {
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
    private func resources(in folder: String) throws(PictureFailure) -> [ExportedFile] {
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
    private func spriteAtlas() throws(PictureFailure) -> DescribedAtlas {
        var pages: [Int: [AtlasDescription.Page]] = [:]
        for entry in try list(path) where entry.kind == .folder {
            guard entry.name.hasSuffix(".imageset") else { continue }
            let name = String(entry.name.dropLast(".imageset".count))
            for image in try images(of: joinPath(path, entry.name)) {
                let file = joinPath(entry.name, image.file)
                try checkInside(file, of: path)
                let size = try decodePicture(joinPath(path, file), disk: disk).image.size
                let (width, height) = (size.width, size.height)
                let frame = AtlasFrame(name, [0, 0, width, height])
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
                AtlasDescription(name: name, scale: Double(scale), pages: pages)
            },
            folder: path
        )
    }

    private func images(
        of folder: String
    ) throws(PictureFailure) -> [(file: String, scale: Int)] {
        try checkInside(joinPath(lastPart(of: folder), "Contents.json"), of: path)
        let contents = try file(joinPath(folder, "Contents.json"))
        do throws(PictureFailure) {
            return try imagesOfImageSet(contents)
        } catch {
            throw failure(error.message, at: joinPath(folder, error.path))
        }
    }

    /// Nil when the file is no manifest at all.
    func manifest(_ bytes: [UInt8]) throws(PictureFailure) -> DescribedAtlas? {
        let manifest: Manifest
        do throws(ManifestError) {
            manifest = try Manifest(bytes: bytes)
        } catch {
            let isMeant = String(decoding: bytes.prefix(512), as: UTF8.self)
                .contains("\"\(Manifest.formatName)\"")
            if error.code == .notAManifest, !isMeant { return nil }
            throw failure(error.description)
        }
        let atlases = manifest.targets.flatMap { target in
            target.scales.map { target.described(scale: $0) }
        }
        do throws(PictureFailure) {
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

extension Manifest.Target {
    /// The target at one of its scales, in pixels; frames without a visible pixel are left out.
    fileprivate func described(scale: Int) -> AtlasDescription {
        var described = AtlasDescription(
            name: id,
            scale: Double(scale),
            isPremultiplied: image(ofPage: 0, scale: scale)?.premultiplied ?? false,
            pages: pages.enumerated().map { index, page in
                AtlasDescription.Page(
                    imageFile: image(ofPage: index, scale: scale)?.readablePath ?? "\(id)?",
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

/// The ending of a descriptor that has no name, by its beginning; nil for anything else.
func likelyEnding(_ bytes: [UInt8]) -> String? {
    let head = textHead(bytes)
    let start = head.drop { $0.isWhitespace }
    if start.hasPrefix("[gd_") { return ".tres" }
    if start.hasPrefix("{") || start.hasPrefix("[") { return ".json" }
    if start.hasPrefix("<") { return head.contains("<plist") ? ".plist" : ".xml" }
    if head.contains("background-position") { return ".css" }
    if head.contains(":format=") { return ".tpsheet" }
    return head.contains("\nsize:") || head.contains("\nbounds:") ? ".atlas" : nil
}

extension DescribedAtlas {
    /// A page with straight colors.
    func picture(
        of page: AtlasDescription.Page,
        in atlas: AtlasDescription,
        disk: any Disk
    ) throws(PictureFailure) -> StraightImage {
        let path = joinPath(folder, page.imageFile)
        let image = try decodePicture(path, disk: disk).image
        return atlas.isPremultiplied ? image.straightened() : image
    }
}

extension AtlasFrame {
    /// The sprite as an engine draws it: turned back, cut by its mesh, and with its margins.
    ///
    /// Returns nil if the frame leaves the page.
    func restored(from page: StraightImage) -> StraightImage? {
        let place = PixelRect(x: x, y: y, width: pageWidth, height: pageHeight)
        guard let place, place.maxX <= page.width, place.maxY <= page.height else { return nil }
        let drawn = page.cropped(to: place)
        let sprite = rotation == .none ? drawn : drawn.upright(rotation == .counterclockwise)
        let shown = mesh.map { sprite.cut(by: $0, of: self) } ?? sprite
        let size = PixelSize(width: sourceWidth, height: sourceHeight) ?? .onePixel
        var whole = StraightImage(size: size)
        whole.copy(from: shown, at: PixelPoint(x: trimX, y: trimY))
        return whole
    }
}

/// Pixels per point of an atlas, if that is a whole number from 1 to 8: by the page's name, such as
/// `hero-0@2x.png`, if the descriptor does not say it.
func wholeScale(_ scale: Double, ofPage pageFile: String) -> Int? {
    var whole = Int(exactly: scale)
    let named = withoutExtension(pageFile).split(separator: "@").dropFirst().last
    if scale == 1, let named, named.hasSuffix("x"), let number = Int(named.dropLast()) {
        whole = number
    }
    return whole.flatMap { (1...8).contains($0) ? $0 : nil }
}

extension Bitmap<StraightPixel> {
    /// With all pixels clear that a mesh does not draw.
    fileprivate func cut(by mesh: AtlasFrame.Mesh, of frame: AtlasFrame) -> StraightImage {
        let mesh = TriangleMesh(
            vertices: mesh.vertices.map {
                PixelPoint(x: $0.x - frame.trimX, y: $0.y - frame.trimY)
            },
            triangles: mesh.triangles.map { TriangleMesh.Triangle($0[0], $0[1], $0[2]) }
        )
        guard let drawn = mesh?.drawnPixels(width: width, height: height) else { return self }
        var result = StraightImage(size: size)
        drawn.visit { result[$0, $1] = self[$0, $1] }
        return result
    }

    /// A page whose colors are multiplied by alpha, with straight colors.
    func straightened() -> StraightImage {
        let page = PremultipliedImage(
            size: size,
            pixels: pixels.map { PremultipliedPixel(r: $0.r, g: $0.g, b: $0.b, a: $0.a) }
        )
        return page?.straight() ?? StraightImage(size: size)
    }
}
