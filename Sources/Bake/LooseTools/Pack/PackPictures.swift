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
    let rotation = try request.checkFormats()
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
            ? PackFailure.noPictures(folder: request.folder) : .noUsableNames(unnamed)
    }
    try request.checkNames(paths.map { ($0, [withoutExtension($0)]) })
    let kept = try keptLayout(request, disk)
    let firstPages = request.scales.map { request.pageNames.path(0, scale: $0) }
    try request.check(firstPages, besides: paths, disk)
    let outputs = try await LooseOutputs.begin(
        in: request.output,
        expecting: [firstPages[0]],
        reading: paths.map { joinPath(request.folder, $0) } + request.templates.map(\.path),
        request.rules,
        disk: disk
    )
    do {
        var summary = try await packPictures(request, paths, rotation, kept, outputs, disk)
        summary.unnamed = unnamed
        return summary
    } catch PackFailure.export(let error, nil) {
        outputs.discard()
        throw PackFailure.export(error, picture: error.picture(among: paths, in: request.folder))
    } catch {
        outputs.discard()
        throw error
    }
}

private func packPictures(
    _ request: PackRequest,
    _ paths: [String],
    _ rotation: FrameRotation,
    _ kept: KeptLayout?,
    _ outputs: LooseOutputs,
    _ disk: any Disk
) async throws -> PackSummary {
    let (frames, sides) = try await request.loadFrames(paths, disk)
    guard frames.contains(where: { $0.trim != nil }) else {
        throw PackFailure.nothingVisible(folder: request.folder)
    }
    if request.formats == [.spriteatlas], request.templates.isEmpty {
        return try await writeSpriteAtlas(request, frames, outputs)
    }
    let settings = AtlasSettings(request, rotation: rotation)
    let traits = request.traits(of: frames)
    let outlines: [TriangleMesh?]? =
        if let outline = request.outline {
            try await outlineMeshes(of: frames, outline, traits: traits, jobs: request.jobs)
        } else { nil }
    let list = PackingList(
        frames,
        settings: settings,
        traits: traits,
        sides: sides,
        animations: request.animations(of: frames).map(\.frames),
        placesClear: true,
        outlines: outlines
    )
    var names = request.pageNames
    let layout: AtlasLayout
    var files: [OutputFile]
    do {
        (layout, files) = try await list.makePages(
            named: names,
            jobs: request.jobs,
            packing: { settled throws(PackError) in
                try list.packed(
                    keeping: kept,
                    interlocking: request.reasonForRectangles == nil,
                    settled: settled
                )
            },
            make: { path, drawing, turn in
                let bytes = try await drawing.encoded(as: path, in: turn.lanes).bytes
                return OutputFile(path: path, bytes: bytes)
            }
        )
    } catch let error as PackError {
        throw PackFailure.packing(error)
    }
    if request.pageNaming == .hashed {
        for index in files.indices {
            files[index].path = names.hash(files[index].path, Digest(of: files[index].bytes))
        }
    }
    let encoded = names.encoders.map { encoder in
        (
            encoding: encoder.encoding,
            scales: request.described(layout, names, as: encoder)
        )
    }
    let atlases = encoded[0].scales
    files += try await request.descriptors(encoded, frames)
    files.sort { $0.path < $1.path }
    try request.check(files.map(\.path), besides: paths, disk)
    let stale = try await publishing(layout.change.map { [$0] } ?? [], disk: disk) { [files] in
        try await outputs.commit(files, of: request)
    }
    return PackSummary(
        frames: atlases.first?.pages.flatMap(\.frames).flatMap(\.names).count ?? 0,
        duplicates: frames.count { $0.trim != nil } - list.items.count { !$0.isClear },
        empty: frames.filter { $0.trim == nil }.map(\.name),
        scattered: request.formats.contains(.pixi) ? atlases.first?.scatteredAnimations ?? [] : [],
        unmatched: request.unmatched(by: frames),
        pages: layout.pages,
        occupancy: layout.occupancy,
        files: files.map { joinPath(request.output, $0.path) },
        bytes: files.reduce(0) { $0 + $1.bytes.count },
        stale: stale,
        layout: layout.change,
        outlines: layout.outlineSummary,
        keepsRectangles: request.outline == nil ? nil : request.reasonForRectangles
    )
}

extension LooseOutputs {
    /// Puts the files of an atlas in place of those that an earlier run made under its name.
    func commit(_ files: [OutputFile], of request: PackRequest) async throws -> StaleOutputs {
        for file in files {
            try add(file.bytes, as: file.path, in: LooseSet(.pack, request.name))
        }
        return try await commit()
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
        throw PackFailure.layout(error)
    }
}

extension AtlasSettings {
    fileprivate init(_ request: PackRequest, rotation: FrameRotation) {
        var packing = request.packing
        let largest = request.scales.max() ?? 1
        func points(_ side: Int) -> Int {
            max(1, min(side, request.encoders.largestSide) / largest)
        }
        let most = packing.maximumSize
        packing.maximumSize =
            PixelSize(width: points(most.width), height: points(most.height)) ?? .onePixel
        self.init(scales: request.scales, packing: packing)
        duplicates = request.duplicates
        self.rotation = rotation
        isPremultiplied = request.isPremultiplied
        bleed = request.bleed
        effort = request.effort
        pixels = request.pixels
    }
}

extension PackRequest {
    /// What numbered names make.
    func animations(of frames: [RenderedFrame]) -> [AtlasDescription.Animation] {
        AtlasDescription.Animation.numbered(
            frames.map(\.name),
            framesPerSecond: framesPerSecond
        )
    }

    /// Throws for options that the engines of a format would draw wrong.
    ///
    /// - Returns: how turned sprites are on the pages.
    fileprivate func checkFormats() throws(PackFailure) -> FrameRotation {
        for template in templates {
            if let fault = templateFault(template) { throw .export(.template(fault)) }
        }
        // Templates turn sprites as the manifest does.
        let rotation = AtlasFormat.sharedRotation(of: formats + templates.map { _ in .kiln })
        if packing.allowsRotation, rotation == .none {
            throw .cannotRotate(formats.map(\.rotationLabel) + templates.map(\.rotationLabel))
        }
        if outline != nil, !formats.contains(where: \.capabilities.writesMeshes) {
            throw .cannotWriteMeshes(formats.map(\.rawValue) + templates.map(\.path))
        }
        let faults = EncodingFault.all(
            encoders.map(\.encoding),
            formats: formats,
            hasTemplates: !templates.isEmpty,
            pixels: pixels
        )
        if let fault = faults.first { throw .encoding(fault) }
        let deaf = AtlasFormat.deafToPremultiplied(formats)
        if isPremultiplied, !deaf.isEmpty { throw .cannotPremultiply(deaf) }
        return rotation
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
        PageNames(name, marksScaleOne: false, pixels: pixels, encoders: encoders)
    }

    /// Why sprites may not reach into each other's rectangles; nil when they may.
    fileprivate var reasonForRectangles: String? {
        if layout != nil { return "a layout keeps rectangles" }
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
