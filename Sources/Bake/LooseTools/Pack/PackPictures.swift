import AtlasBuilding
import AtlasPack
import Catalog
import ChromaKey
import Diagnostics
package import FileStore
import ImageCodec
import KilnManifest
import Raster

/// Packs all pictures of a folder and writes pages and descriptors, all of them or nothing.
///
/// - Throws: `PackFailure` when the pictures or options do not allow it, `DiskError` when the disk
///   does not.
package func packPictures(_ request: PackRequest, disk: any Disk) async throws -> PackSummary {
    try request.checkFormats()
    let found = try picturesInFolder(
        request.folder,
        without: request.output,
        skipsPacked: true,
        disk: disk
    )
    let paths = found.filter(\.isTextThroughout)
    let unnamed = found.filter { !$0.isTextThroughout }.map { joinPath(request.folder, $0) }
    guard !paths.isEmpty else {
        throw unnamed.isEmpty
            ? PackFailure(
                "no pictures (.png, .jpg, .gif, .webp, .aseprite) in \(request.folder)"
            )
            : PackFailure(
                "no frame can have the name of these pictures, which is not UTF-8: "
                    + unnamed.joined(separator: ", "),
                "rename them"
            )
    }
    try request.checkNames(paths.map { ($0, [withoutExtension($0)]) })
    let kept = try keptLayout(request, disk)
    let firstPages = request.settings.scales.map { request.pageNames.path(0, scale: $0) }
    try request.check(firstPages, besides: paths, disk)
    let outputs = try await LooseOutputs(
        in: request.output,
        expecting: [firstPages[0]],
        reading: paths.map { joinPath(request.folder, $0) }
            + request.settings.templates.map(\.path),
        request.rules,
        disk: disk
    )
    do {
        var summary = try await packPictures(request, paths, kept, outputs, disk)
        summary.unnamed = unnamed
        return summary
    } catch {
        outputs.discard()
        switch error {
        case let error as ExportError:
            throw PackFailure(error, picture: error.picture(among: paths, in: request.folder))
        case let error as PackError: throw PackFailure(error)
        default: throw error
        }
    }
}

private func packPictures(
    _ request: PackRequest,
    _ paths: [String],
    _ kept: KeptLayout?,
    _ outputs: LooseOutputs,
    _ disk: any Disk
) async throws -> PackSummary {
    let (frames, sides) = try await request.loadFrames(paths, disk)
    guard frames.contains(where: { $0.trim != nil }) else {
        throw PackFailure("no picture in \(request.folder) has a visible pixel")
    }
    let wanted = request.settings
    var settings = AtlasSettings(wanted)
    settings.effort = request.pageEffort ?? wanted.effort
    if request.keepsHiddenColor { settings.bleed = nil }
    if wanted.hasLooseSpritesOnly {
        let atlases = wanted.scales.map { scale in
            looseSprites(frames, name: "\(request.name)@\(scale)x", scale: scale)
        }
        let files = try await wanted.descriptors(
            of: [(.png, atlases)],
            frames,
            effort: settings.effort,
            jobs: request.jobs
        )
        var summary = try await outputs.commit(files.sorted { $0.path < $1.path }, of: request)
        summary.frames = frames.count
        return summary
    }
    let context = RenderContext(disk: disk, jobs: request.jobs)
    let traits = request.traits(of: frames)
    let animations = AtlasDescription.Animation.numbered(
        frames.map(\.name),
        framesPerSecond: request.framesPerSecond
    )
    let reasonForRectangles = request.reasonForRectangles
    let list = PackingList(
        frames,
        settings: settings,
        traits: traits,
        sides: sides,
        animations: animations.map(\.frames),
        placesClear: true,
        outlines: try await wanted.outlines(of: frames, traits, in: context)
    )
    let (layout, pages, names) = try await list.bakedPages(
        of: request.name,
        named: request.pageNames,
        hashed: wanted.names == .hashed,
        keeping: kept,
        interlocking: reasonForRectangles == nil,
        in: context
    )
    let encoded = wanted.described(layout, as: request.name, animations, names) {
        $0.refusesPivots = request.pivots.contains { $0.point == nil }
    }
    var files = try await wanted.descriptors(
        of: encoded,
        frames,
        dropsScatteredAnimations: true,
        effort: settings.effort,
        jobs: request.jobs
    )
    files += try pages.map { OutputFile(path: $0.path, bytes: try $0.bytes(nil)) }
    files.sort { $0.path < $1.path }
    try request.check(files.map(\.path), besides: paths, disk)
    var summary = try await publishing([layout.change].compactMap(\.self), disk: disk) { [files] in
        try await outputs.commit(files, of: request)
    }
    let described = encoded[0].scales.first
    summary.frames = described?.pages.flatMap(\.frames).flatMap(\.names).count ?? 0
    summary.duplicates = frames.count { $0.trim != nil } - list.items.count { !$0.isClear }
    summary.empty = frames.filter { $0.trim == nil }.map(\.name)
    if wanted.formats.contains(.pixi) { summary.scattered = described?.scatteredAnimations ?? [] }
    summary.unmatched = request.unmatched(by: frames)
    summary.pages = layout.pages
    summary.occupancy = layout.occupancy
    summary.layout = layout.change
    summary.outlines = layout.outlineSummary
    if wanted.trim == .polygon { summary.keepsRectangles = reasonForRectangles }
    return summary
}

extension LooseOutputs {
    /// Puts the files of an atlas in place of those that an earlier run made under its name.
    fileprivate func commit(
        _ files: [OutputFile],
        of request: PackRequest
    ) async throws -> PackSummary {
        for file in files {
            try add(file.bytes, as: file.path, in: LooseSet(.pack, request.name))
        }
        return PackSummary(
            files: files.map { joinPath(request.output, $0.path) },
            bytes: files.reduce(0) { $0 + $1.bytes.count },
            stale: try await commit()
        )
    }
}

extension ExportError {
    /// The picture that it is about: what names the frame, or the first of its numbered frames.
    fileprivate func picture(among paths: [String], in folder: String) -> String? {
        guard let name, !name.isEmpty else { return nil }
        let stems = paths.map { (path: $0, stem: withoutExtension($0)) }
        let found =
            stems.first { $0.stem == name }
            ?? stems.first { name.hasPrefix($0.stem + "_") || $0.stem.hasPrefix(name + "_") }
        return found.map { joinPath(folder, $0.path) }
    }
}

private func keptLayout(_ request: PackRequest, _ disk: any Disk) throws -> KeptLayout? {
    do {
        return try request.layout.map {
            try KeptLayout(at: $0, repack: request.repack, disk: disk)
        }
    } catch let error as TextFault {
        throw PackFailure(error)
    }
}

extension PackRequest {
    /// Throws for options that the engines of a format would draw wrong.
    fileprivate func checkFormats() throws(PackFailure) {
        let (formats, templates) = (settings.formats, settings.templates)
        for template in templates {
            if let fault = templateFault(template) { throw PackFailure(fault) }
        }
        // Templates turn sprites as the manifest does.
        let rotation = AtlasFormat.sharedRotation(of: formats + templates.map { _ in .kiln })
        if settings.rotate, rotation == .none {
            let paged = formats.filter(\.capabilities.usesPages)
            let unable = (paged.isEmpty ? formats : paged)
                .filter { $0.capabilities.rotation == .none }
            let turnings = formats.map(\.rotationLabel) + templates.map(\.rotationLabel)
            throw PackFailure(
                unable.isEmpty
                    ? "these formats do not turn sprites alike: " + turnings.joined(separator: ", ")
                    : "rotated sprites cannot be drawn by "
                        + unable.map(\.rawValue).joined(separator: ", "),
                "leave out --rotate, or pack for each in a run of its own"
            )
        }
        if settings.trim == .polygon, !formats.contains(where: \.capabilities.writesMeshes) {
            let names = formats.map(\.rawValue) + templates.map(\.path)
            throw PackFailure(
                "no format asked for has outlines: " + names.joined(separator: ", "),
                "leave out '--trim polygon', or add one that does: "
                    + AtlasFormat.allCases.filter { $0.capabilities.writesMeshes && $0 != .kiln }
                    .map(\.rawValue).joined(separator: ", ")
            )
        }
        if let fault = EncodingFault.all(settings).first { throw PackFailure(fault) }
        let deaf = AtlasFormat.deafToPremultiplied(formats)
        if settings.alpha == .premultiplied, !deaf.isEmpty {
            throw PackFailure(
                "colors multiplied by alpha would be drawn too dark, as these formats cannot say so: "
                    + deaf.map(\.rawValue).joined(separator: ", "),
                "leave out --premultiplied, for engines multiply when they load straight colors, "
                    + "or pack with --format libgdx or cocos2d"
            )
        }
    }

    /// Throws when a picture is where an output has to go, which is not replaced by force either.
    fileprivate func check(
        _ outputs: [String],
        besides pictures: [String],
        _ disk: any Disk
    ) throws(Obstruction) {
        guard let place = disk.realPath(output) else { return }
        let taken = Set(pictures.compactMap { disk.realPath(joinPath(folder, $0)) })
        let inTheWay = outputs.filter { taken.contains(joinPath(place, $0)) }
        guard !inTheWay.isEmpty else { return }
        throw Obstruction(inTheWay.map { Obstacle(joinPath(output, $0), .sources(folder)) })
    }

    /// `NAME-0.png`, `NAME-0@2x.png`.
    var pageNames: PageNames {
        PageNames(
            name,
            marksScaleOne: false,
            pixels: settings.pixels,
            encoders: settings.encoders
        )
    }

    /// Why sprites may not reach into each other's rectangles; nil when they may.
    fileprivate var reasonForRectangles: String? {
        if layout != nil { return "a layout keeps rectangles" }
        let (formats, templates) = (settings.formats, settings.templates)
        if AtlasFormat.allDrawMeshes(formats), templates.isEmpty { return nil }
        let others =
            formats.filter { $0.capabilities.usesPages && !$0.capabilities.writesMeshes }
            .map(\.rawValue) + templates.map(\.path)
        let verb = others.count == 1 ? "draws" : "draw"
        return "\(others.joined(separator: ", ")) \(verb) rectangles"
    }

    /// The nine-slice of each frame, and the folder that it shares pages with.
    func traits(of frames: [RenderedFrame]) -> [String: FrameTraits] {
        frames.reduce(into: [:]) { traits, frame in
            let slice = nineSlice(of: frame.name)
            let folder = groupsByFolder ? parentFolder(of: frame.name) : "."
            guard slice != nil || folder != "." else { return }
            traits[frame.name] = FrameTraits(
                group: folder == "." ? nil : folder,
                nineSlice: slice
            )
        }
    }

    fileprivate func unmatched(by frames: [RenderedFrame]) -> [String] {
        (pivots.map(\.frames) + nineSlices.map(\.frames))
            .filter { pattern in !frames.contains { pattern.matches($0.name) } }
            .map(\.text)
    }

    func nineSlice(of frame: String) -> NineSlice? {
        nineSlices.last { $0.frames.matches(frame) }?.slice
    }
}

extension PackRequest {
    /// Decodes the pictures and brings them to the scales asked for.
    ///
    /// `paths` are relative to the folder.
    ///
    /// - Returns: a frame for each path that is no side picture, or several for a file that has them,
    ///   and the side sheets.
    func loadFrames(
        _ paths: [String],
        _ disk: any Disk
    ) async throws -> (frames: [RenderedFrame], sides: [SideSheet]) {
        let loaded = try await inParallel(paths.count, jobs: jobs) { index in
            await Result(of: { () async throws(PictureFailure) -> [RenderedFrame] in
                try await withOwnFrames(
                    paths[index],
                    in: folder,
                    disk: disk,
                    need: .rendering(settings.scales, density: sourceDensity)
                ) { own throws(PictureFailure) in
                    try frame(paths[index], named: own.name, own.image)
                }
            })
        }
        var frames: [RenderedFrame] = []
        var sideFrames: [(suffix: String, path: String, frame: RenderedFrame)] = []
        var failures: [PictureFailure] = []
        for (path, result) in zip(paths, loaded) {
            switch result {
            case .success(let own):
                if let suffix = sideSuffix(of: path) {
                    sideFrames += own.map { (suffix, joinPath(folder, path), $0) }
                } else {
                    frames += own
                }
            case .failure(let failure): failures.append(failure)
            }
        }
        try checkNames(zip(paths, loaded).map { ($0, (try? $1.get())?.map(\.name) ?? []) })
        var sheets = settings.sideSheets.map { SideSheet(suffix: $0, pictures: [:]) }
        let byName = Dictionary(frames.map { ($0.name, $0) }) { first, _ in first }
        for (suffix, path, side) in sideFrames {
            let name = String(side.name.dropLast(suffix.count))
            let sprite = byName[name]
            if let sprite, sprite.sourceSize == side.sourceSize,
                let sheet = sheets.firstIndex(where: { $0.suffix == suffix })
            {
                sheets[sheet].pictures[name] = side
                continue
            }
            let problem =
                sprite.map { "is \(side.sourceSize), but its sprite is \($0.sourceSize)" }
                ?? "has no sprite named \"\(name)\""
            failures.append(
                PictureFailure(path: path, message: "the side picture \(problem)")
            )
        }
        guard failures.isEmpty else { throw PackFailure(failures) }
        return (frames, sheets)
    }

    /// Refuses two pictures for one frame: frames of animations have names that files may have.
    func checkNames(_ frames: [(path: String, names: [String])]) throws(PackFailure) {
        var paths: [String: String] = [:]
        for (path, names) in frames {
            for name in names {
                if let other = paths.updateValue(path, forKey: name) {
                    throw PackFailure(
                        "two pictures would be one frame \"\(name)\": \(both(other, path))",
                        "rename one of them"
                    )
                }
            }
        }
    }

    /// Pixels per point of the pictures.
    private var sourceDensity: Int { density ?? settings.scales.max() ?? 1 }

    /// The suffix that makes a path that of a side picture; the longest of several.
    private func sideSuffix(of path: String) -> String? {
        let name = lastPart(of: withoutExtension(path))
        return settings.sideSheets.filter { name.hasSuffix($0) && name != $0 }
            .max { $0.count < $1.count }
    }

    private func frame(
        _ relativePath: String,
        named name: String,
        _ image: StraightImage
    ) throws(PictureFailure) -> RenderedFrame {
        let path = joinPath(folder, relativePath)
        var frame = RenderedFrame(name: name, image: image)
        if settings.scales != [1] || density ?? 1 != 1 {
            let layers = try render(image, path)
            guard let rendered = RenderedFrame(name: name, layers: layers) else {
                throw PictureFailure(path: path, message: "no scales")
            }
            frame = rendered
        }
        if let pivot = pivots.last(where: { $0.frames.matches(name) })?.point {
            frame.pivotX = pivot.x * Double(frame.sourceSize.width)
            frame.pivotY = pivot.y * Double(frame.sourceSize.height)
            frame.isPivotGiven = true
        }
        let slice = nineSlice(of: name)
        if let slice,
            slice.left + slice.right > frame.sourceSize.width
                || slice.top + slice.bottom > frame.sourceSize.height
        {
            throw PictureFailure(
                path: path,
                message: "its nine-slice is larger than the picture, found \(frame.sourceSize)"
            )
        }
        // Side pictures are cut where their sprites are.
        guard sideSuffix(of: relativePath) == nil else { return frame }
        // Stretched frames keep their margins: borders count from the picture's edges.
        return frame.fitted(
            scales: settings.scales,
            trims: settings.trim != .none && slice == nil,
            threshold: UInt8(clamping: settings.trimThreshold)
        )
    }

    private func render(
        _ image: StraightImage,
        _ path: String
    ) throws(PictureFailure) -> [Int: LayerPicture] {
        let automatic = image.isHardEdged ? Resampling.nearest : .area
        var layers: [Int: LayerPicture] = [:]
        for scale in settings.scales {
            layers[scale] = renderLayer(
                image,
                density: sourceDensity,
                transform: LayerTransform(),
                scale: scale,
                using: resampling ?? automatic
            )
            guard layers[scale] != nil else {
                throw PictureFailure(path: path, message: "too large at scale \(scale)")
            }
        }
        return layers
    }
}
