package import AtlasBuilding
package import Catalog
import ChromaKey
import FileStore
import ImageCodec
import Raster

extension RenderJob {
    /// Reads, decodes, keys, slices, renders and trims.
    ///
    /// A failed file is reported; the asset has no frames then. `uses` say what the frames are used
    /// for, when the pictures are to be checked too.
    package func run(_ reader: FileReader, checking uses: AssetUses? = nil) async -> RenderedAsset {
        do throws(RenderFailure) {
            let usedScales = Dictionary(grouping: scales) { file(forScale: $0) }
            let recolors = renditions.contains { !$0.colors.isEmpty }
            let needs = files.flatMap { file -> [(File, PictureNeed)] in
                guard let scales = usedScales[file] else { return [] }
                var need = renderingNeed(of: file, at: scales, isAlone: usedScales.count == 1)
                if recolors { need = need + .picture }
                if cutting?.copiesFrames == true { need = need + .registering }
                if uses != nil, !file.following.isEmpty { need = need + checkNeed(of: file) }
                return file.allRead.map { ($0, need + .others(file.also.count)) }
            }
            return try await working(on: needs, reader) { rendered($0, uses) }
        } catch {
            return RenderedAsset(asset: asset, renditions: [], reports: [], failures: [error])
        }
    }

    /// Does work on some of the files, one after the other, while holding the memory for the one that
    /// needs most.
    ///
    /// `work` gets a reader with the contents of those that could be read.
    package func working<Success>(
        on files: [(file: File, need: PictureNeed)],
        _ reader: FileReader,
        _ work: (FileReader) throws(RenderFailure) -> Success
    ) async throws(RenderFailure) -> Success {
        var reader = reader
        var most: (need: Int, path: String) = (0, "")
        for (file, need) in files {
            // What cannot be read is for the work to report.
            let known = reader.contents[file.path]
            guard let bytes = known ?? (try? reader.disk.read(file.path)) else { continue }
            reader.contents[file.path] = bytes
            let need = file.reading.bytes(for: need, bytes)
            if need > most.need { most = (need, file.shownPath) }
        }
        return try await MemoryBudget.current.holding(
            most.need,
            orFailing: { RenderFailure(path: most.path, reason: .needsMemory($0)) },
            { () throws(RenderFailure) in try work(reader) }
        )
    }

    private func rendered(_ reader: FileReader, _ uses: AssetUses?) -> RenderedAsset {
        var checker = uses.map { AssetChecker(self, $0) }
        var result = RenderedAsset(asset: asset, renditions: [], reports: [], failures: [])
        var layers = [[[Int: LayerPicture]]](repeating: [], count: renditions.count)
        // So that a picture is colored once.
        let renditionsByColors = renditions.indices.grouped { renditions[$0].colors }
        let scalesByFile = Dictionary(grouping: scales) { file(forScale: $0) }
        // Its frames need not wait for those of other files.
        let isLone = scalesByFile.count == 1 && files.allSatisfy(\.following.isEmpty)
        var frames = [[RenderedFrame]](repeating: [], count: renditions.count)
        for file in files {
            guard let scales = scalesByFile[file] else { continue }
            do throws(RenderFailure) {
                try eachPicture(of: file, reader, &checker, needsScreen: true) {
                    (number, frame, report, sheet) throws(RenderFailure) in
                    if let report { result.reports.append((frame.shownPath, report)) }
                    if let report = sheet.report { result.cuts.append((file.shownPath, report)) }
                    let count = max(sheet.frames.count, file.all.count)
                    for (colors, indexes) in renditionsByColors {
                        let image =
                            colors.isEmpty ? sheet.image : sheet.image.colored(by: colors)
                        for index in indexes {
                            if layers[index].isEmpty {
                                layers[index] = Array(repeating: [:], count: count)
                            }
                            let expected = layers[index].count
                            guard expected == count else {
                                throw RenderFailure(
                                    path: file.shownPath,
                                    reason: .otherCount(found: count, expected: expected)
                                )
                            }
                            for (cell, rect) in sheet.frames.enumerated() {
                                let picture = image.cropped(to: rect)
                                for scale in scales {
                                    layers[index][number + cell][scale] = try render(
                                        picture,
                                        of: frame,
                                        as: renditions[index],
                                        scale: scale,
                                        isPixelArt: sheet.isPixelArt
                                    )
                                }
                            }
                            guard isLone else { continue }
                            frames[index] = self.frames(of: renditions[index], layers[index])
                            layers[index] = []
                        }
                    }
                }
            } catch {
                result.failures.append(error)
            }
        }
        result.checked = checker?.finished()
        guard result.failures.isEmpty else { return result }
        for (index, rendition) in renditions.enumerated() {
            let own = isLone ? frames[index] : self.frames(of: rendition, layers[index])
            result.renditions.append((rendition.name, own))
        }
        return result
    }

    /// Decodes, keys, cuts and checks what a file and those of further frames show.
    ///
    /// With `needsScreen` a picture that should be keyed fails without a screen.
    func eachPicture(
        of file: File,
        _ reader: FileReader,
        _ checker: inout AssetChecker?,
        needsScreen: Bool = false,
        _ body: (Int, File, KeyReport?, CutSheetPicture) throws(RenderFailure) -> Void
    ) throws(RenderFailure) {
        var size: PixelSize?
        let verdicts = sharedVerdicts(of: file, reader)
        for (number, frame) in file.all.enumerated() {
            let picture = try open(frame, reader, verdicts: verdicts)
            if needsScreen { try requireScreen(of: picture, frame) }
            // The first decides.
            let (found, expected) = (picture.image.size, size ?? picture.image.size)
            size = expected
            guard found == expected else {
                let reason = RenderFailure.Reason.unevenFrame(found: found, expected: expected)
                throw RenderFailure(path: frame.shownPath, reason: reason)
            }
            let sheet = try cut(picture, of: file)
            try checker?.add(picture, sheet, number: number, of: file) {
                // The picture as it was before it was keyed.
                if let source = picture.source { return source }
                guard reader.contents[frame.path] != nil else { return picture.image }
                return (try? reader.decoded(frame))?.picture.image ?? picture.image
            }
            try body(number, frame, picture.report, sheet)
        }
    }

    /// Packs what was rendered of all cells.
    private func frames(
        of rendition: Rendition,
        _ cells: [[Int: LayerPicture]]
    ) -> [RenderedFrame] {
        cells.enumerated().compactMap { cell, layers in
            RenderedFrame(
                name: cells.count == 1 ? rendition.name : "\(rendition.name)/\(cell)",
                layers: layers
            )
        }
    }

    /// Fails if keying was asked for, and a picture has neither a screen nor clear pixels.
    func requireScreen(of picture: SourcePicture, _ file: File) throws(RenderFailure) {
        guard keying.wish == .always, let report = picture.report, report.screen == nil,
            report.clearPixels == 0
        else { return }
        throw RenderFailure(
            path: file.shownPath,
            reason: .noScreen(
                declared: declaredKey,
                edge: edgeColor(of: picture.source ?? picture.image)
            )
        )
    }

    /// Reads, decodes and keys one of the files, whether or not it has a screen.
    func open(
        _ file: File,
        _ reader: FileReader,
        verdicts: AreaVerdicts? = nil,
        keepsSource: Bool = false
    ) throws(RenderFailure) -> SourcePicture {
        if let settings = keying.settings, !file.also.isEmpty {
            var pictures: [(picture: DecodedImage, cells: [PixelRect]?)] = []
            for each in [file] + file.also { pictures.append(try reader.decoded(each)) }
            do throws(TriangulationError) {
                return try SourcePicture(pictures, settings, keepsSource: keepsSource)
            } catch {
                let files = ([file] + file.also).map(\.shownPath)
                throw RenderFailure(
                    path: files[error.place ?? 0],
                    reason: .notTogether(error, files: files)
                )
            }
        }
        let (decoded, cells) = try reader.decoded(file)
        return SourcePicture(
            consume decoded,
            cells,
            keying: keying,
            verdicts: verdicts,
            keepsSource: keepsSource
        )
    }

    /// What all frames of an animation say about their greens, where each is a file of its own.
    ///
    /// A lens or a shadow does not change from frame to frame. Frames of one file are keyed together
    /// anyway, without these. `file` is the first frame; files that were not read tell nothing.
    func sharedVerdicts(of file: File, _ reader: FileReader) -> AreaVerdicts? {
        guard !file.following.isEmpty, file.also.isEmpty, keying.settings?.mode == .best else {
            return nil
        }
        let verdicts = file.all.compactMap { frame -> AreaVerdicts? in
            guard reader.contents[frame.path] != nil,
                let (decoded, _) = try? reader.decoded(frame),
                let settings = keying.settings(for: decoded)
            else { return nil }
            return areaVerdicts(
                of: decoded.image,
                settings: settings,
                hints: KeyHints(decoded.info)
            )
        }
        return AreaVerdicts(joining: verdicts)
    }

    private func render(
        _ image: StraightImage,
        of file: File,
        as rendition: Rendition,
        scale: Int,
        isPixelArt: Bool
    ) throws(RenderFailure) -> LayerPicture {
        let shrinks = rendition.shrinks(image.size, density: file.density, at: scale)
        let method = filter ?? (isPixelArt && !shrinks ? .nearest : .area)
        let layer = renderLayer(
            image,
            density: file.density,
            transform: rendition.transform,
            scale: scale,
            using: method
        )
        guard let layer else { throw RenderFailure(path: file.shownPath, reason: .tooLarge) }
        return layer
    }
}

extension RenderJob.Rendition {
    /// Whether a box makes a picture smaller: no pixel stays what it was then, so that hard ones are
    /// averaged as others are.
    fileprivate func shrinks(_ picture: PixelSize, density: Int, at scale: Int) -> Bool {
        guard case .fitted = transform.size else { return false }
        let drawn = LayerGeometry(picture, density: density, transform: transform, place: nil)
        return drawn.width * Double(scale) < Double(drawn.part.width)
            || drawn.height * Double(scale) < Double(drawn.part.height)
    }
}

extension RenderJob {
    /// The color that is to be removed, when one is named.
    package var declaredScreen: HexColor? {
        guard case .color(let color)? = keying.settings?.key else { return nil }
        return color
    }

    /// The same, or that it is looked for.
    package var declaredKey: KeyFacts.Declared { declaredScreen.map { .color($0) } ?? .auto }

    /// What rendering a file takes at its peak, for each picture that is read of it.
    ///
    /// `scales` are made from it; `isAlone` is whether all scales are, so that each rendition is packed
    /// as soon as it is drawn.
    func renderingNeed(of file: File, at scales: [Int], isAlone: Bool) -> PictureNeed {
        var base: PictureNeed = keying == .never ? .reading : .keying
        // Smooth resampling begins with a picture that is premultiplied; of a sheet, with a frame.
        if filter != .nearest, cutting == nil,
            renditions.contains(where: { $0.resizes(density: file.density, scales) })
        {
            base = base + .picture
        }
        let isPacked = isAlone && file.following.isEmpty
        // Packed, to a third of its size at most; else until the last frame of the last file.
        let waiting = isPacked ? 1 / 3 : Double(file.all.count)
        var copies: [PictureNeed.Copy] = []
        func add(_ rendition: Rendition, _ scales: [Int], bytes: Double) {
            guard bytes > 0 else { return }
            copies += scales.map { scale in
                var copy = rendition.copy(density: file.density, at: scale)
                copy.bytesPerPixel = bytes
                // A larger one is refused before it is drawn. Of a sheet each frame is a picture.
                copy.most = cutting == nil ? Double(LayerPicture.largestArea) : .infinity
                return copy
            }
        }
        let pixel = PictureNeed.bytesOfPixel
        for rendition in renditions { add(rendition, scales, bytes: pixel * waiting) }
        // Which of the two is larger depends on the picture.
        for kind in Dictionary(grouping: renditions, by: \.isFitted).values {
            func extent(_ rendition: Rendition) -> Double {
                let copy = rendition.copy(density: file.density, at: 1)
                return copy.share + copy.pixels
            }
            guard let largest = kind.max(by: { extent($0) < extent($1) }), let top = scales.max()
            else { continue }
            if isPacked { add(largest, scales, bytes: pixel * (1 - waiting)) }
            // Growing smoothly it is drawn, put on a canvas and made straight.
            let grows = largest.isFitted || largest.copy(density: file.density, at: top).share > 1
            if grows, filter != .nearest { add(largest, [top], bytes: 2 * pixel) }
        }
        return base.with(copies)
    }
}

extension RenderJob.Rendition {
    fileprivate var isFitted: Bool { if case .fitted = transform.size { true } else { false } }

    fileprivate func resizes(density: Int, _ scales: [Int]) -> Bool {
        isFitted || scales.contains { copy(density: density, at: $0).share != 1 }
    }

    /// How large it is drawn; of a box all of it.
    fileprivate func copy(density: Int, at scale: Int) -> PictureNeed.Copy {
        switch transform.size {
        case .scaled(let factor):
            let side = factor * Double(scale) / Double(max(1, density))
            return PictureNeed.Copy(share: side * side)
        case .fitted(let width, let height, _):
            return PictureNeed.Copy(pixels: width * height * Double(scale * scale))
        }
    }
}
