import AtlasBuilding
import Catalog
import ChromaKey
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// Looks at the pictures of an asset, one after the other, as they are decoded and keyed.
///
/// Bakes and validations both look through this, so that they find the same.
struct AssetChecker {
    private let job: RenderJob
    private let uses: AssetUses
    /// Frames with a longer side, in points, are noted; nil notes none.
    private let pageLimit: Int?
    private(set) var checked = CheckedAsset()
    private var sizes: [FileSize] = []
    private var sketches: [PictureSketch] = []
    /// The frames of numbered files side by side, and what is known of the first.
    private var row: Row?

    private struct Row {
        var sheet: StraightImage
        var cells: [PixelRect]
        var first: PictureFacts
    }

    /// What checks are given about a picture besides its pixels.
    private typealias PictureFacts = (isPixelArt: Bool, report: KeyReport?)

    init(_ job: RenderJob, _ uses: AssetUses, pageLimit: Int? = nil) {
        self.job = job
        self.uses = uses
        self.pageLimit = pageLimit
    }

    /// Looks at the next picture of a file: the whole one, or the next of those with a file each.
    ///
    /// `sheet` has the frames of the keyed `picture`, `number` is that of its first frame in `file`.
    /// `source` is the picture before it was keyed, which few findings need.
    mutating func add(
        _ picture: SourcePicture,
        _ sheet: CutSheetPicture,
        number: Int,
        of file: RenderJob.File,
        source: () -> StraightImage
    ) throws(RenderFailure) {
        checked.findings += keyFindings(picture, at: file.all[number].shownPath, source)
        if let reason = picture.colorTrouble {
            checked.findings.append(.colorProfile(of: file.all[number].shownPath, reason: reason))
        }
        if let report = sheet.report, let cutting = job.cutting {
            checked.findings += report.findings(of: cutting, at: file.shownPath)
        }
        let facts = (sheet.isPixelArt, picture.report)
        guard !file.following.isEmpty else {
            look(at: sheet.image, sheet.frames, facts, file)
            return
        }
        let frame = picture.image.size
        if number == 0 {
            let whole = PixelSize(width: frame.width * file.all.count, height: frame.height)
            guard let whole else { throw RenderFailure(path: file.shownPath, reason: .tooLarge) }
            row = Row(sheet: StraightImage(size: whole), cells: [], first: facts)
        }
        let corner = PixelPoint(x: number * frame.width, y: 0)
        row?.sheet.copy(from: picture.image, at: corner)
        row?.cells += [PixelRect(origin: corner, size: frame)].compactMap(\.self)
        guard number == file.all.count - 1, let whole = row else { return }
        row = nil
        look(at: whole.sheet, whole.cells, whole.first, file)
    }

    private mutating func look(
        at image: StraightImage,
        _ cells: [PixelRect],
        _ facts: PictureFacts,
        _ file: RenderJob.File
    ) {
        let picture = CheckedPicture(
            path: file.shownPath,
            asset: job.asset,
            image: image,
            frames: cells,
            animations: uses.animations,
            isBase: uses.isBase,
            isScene: uses.isScene,
            density: file.density,
            canvas: PixelSize(width: uses.canvas.width, height: uses.canvas.height),
            screen: facts.report?.screen?.color,
            isKeyedByFormula: facts.report?.mode.isFormula ?? false,
            fringe: file.following.isEmpty
                ? facts.report.flatMap { $0.screen == nil ? nil : $0.fringe } : nil,
            missingScreen: facts.report.flatMap { $0.screen == nil ? job.declaredScreen : nil }
        )
        let measures = picture.measures
        var censuses: [(before: [ColorChange], census: ColorCensus)] = []
        checked.findings += checkPicture(picture)
        checked.isPixelArt = facts.isPixelArt
        checked.isOpaqueBox =
            isOpaqueBox(picture)
            && !checked.findings.contains { $0.check == .bakedBackground }
        checked.silhouette = Silhouette(of: picture)
        checked.density = file.density
        checked.sheet = job.cutting?.copiesFrames == true ? nil : image.size
        let mayBeCut =
            cells.count == 1 && !uses.isScene
            || checked.findings.contains { $0.check == .gridCutsFigures }
        checked.figures =
            mayBeCut && checked.sheet != nil && file.following.isEmpty
            ? gridOfFigures(picture) : nil
        checked.cells = zip(cells, measures).map { cell, measure in
            CheckedAsset.Cell(
                size: cell.size,
                bounds: measure.bounds.flatMap {
                    let corner = PixelPoint(x: $0.x - cell.x, y: $0.y - cell.y)
                    return PixelRect(origin: corner, size: $0.size)
                },
                area: measure.area
            )
        }
        checked.traits = DrawingTraits(middleOf: measures.compactMap(\.traits))
        if cells.count == 1, picture.isCutOut, min(image.width, image.height) >= 32 {
            checked.traits?.marks = FrameSamples(image, cells[0]).marks
        }
        checked.fingerprint = fingerprint(of: picture)
        if uses.isBase {
            // More frames would take long to compare.
            let sketches = cells.indices.prefix(cells.count > 32 ? 1 : 32).map {
                FigureSketch(image, cells[$0], measures[$0])
            }
            let whole = sketches.contains(nil) ? sketches.prefix(1) : sketches[...]
            checked.sketches = whole.compactMap(\.self)
        }
        if job.files.count > 1 { sketches.append(PictureSketch(picture)) }
        if let cell = cells.first {
            let (path, density) = (file.shownPath, file.density)
            sizes.append(FileSize(path: path, density: density, cell: cell.size))
        }
        for use in uses.recolors {
            let known = censuses.first { $0.before == use.before }?.census
            let census = known ?? ColorCensus(image.colored(by: use.before))
            if known == nil { censuses.append((use.before, census)) }
            let matches = census.matches(of: use)
            if checked.matches[use.id]?.found.count == use.from.count {
                checked.matches[use.id]?.join(matches, from: use.from)
            } else {
                checked.matches[use.id] = matches
            }
        }
        checked.losses = [:]
        for art in uses.arts {
            guard let place = job.place(of: art, on: uses.canvas),
                !place.holdsAll(of: checked)
            else { continue }
            checked.losses[place.key] = place.loss(of: picture, checked.cells)
        }
        if let pageLimit {
            checked.largeFrames = job.largeFrames(picture, cells, above: pageLimit)
        }
    }

    /// What was found in all files together.
    func finished() -> CheckedAsset {
        var result = checked
        let shown = job.renditions.filter { uses.renditions.contains($0.name) }
        // A box makes all of them one size.
        if shown.contains(where: \.isScaled),
            let mismatch = checkDensities(of: job.asset, sizes)
        {
            result.findings.append(mismatch)
        } else if let other = checkSameArt(of: job.asset, sketches) {
            result.findings.append(other)
        }
        return result
    }

    private func keyFindings(
        _ picture: SourcePicture,
        at path: String,
        _ source: () -> StraightImage
    ) -> [Diagnostic] {
        guard let report = picture.report else { return [] }
        var facts = KeyFacts(
            path: path,
            wish: job.keying.wish,
            // Of several screens each is what it is.
            declared: report.triangulation == nil ? job.declaredKey : .auto,
            screen: report.screen?.color,
            taken: report.taken,
            isGlass: (job.keying.settings?.threshold ?? 0) >= 0.5
        )
        facts.isCutOut = report.screen == nil && report.clearPixels > 0
        facts.differences = report.triangulation?.differences ?? []
        return checkKeying(facts, source: source())
    }
}

/// A number that equal pictures share, when their frames do; what is not seen counts as one color.
///
/// Species and outfits may be moved; nil if nothing is seen.
private func fingerprint(of picture: CheckedPicture) -> UInt64? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) { hash = (hash ^ word) &* fnvPrime }
    add(UInt64(picture.frames.count))
    var origin: PixelPoint?
    for (cell, measure) in zip(picture.frames, picture.measures) {
        guard let box = measure.bounds else {
            add(0)
            continue
        }
        let place = PixelPoint(x: box.x - cell.x, y: box.y - cell.y)
        if origin == nil { origin = picture.isBase ? place : PixelPoint(x: 0, y: 0) }
        for side in [place.x - (origin?.x ?? 0), place.y - (origin?.y ?? 0), box.width, box.height]
        {
            add(UInt64(bitPattern: Int64(side)))
        }
        picture.image.hash(of: box, into: &hash)
    }
    return origin == nil ? nil : hash
}

extension RenderJob.Rendition {
    /// Whether the picture's own size decides how large it is drawn.
    fileprivate var isScaled: Bool {
        if case .scaled = transform.size { true } else { false }
    }
}

// Frames are remembered with what was found in their pictures. Where they are used in another way
// since then, and the pixels are the same, the pictures are looked at once more, and that is
// remembered by itself.
extension RenderJob {
    /// What is remembered of the pictures; nil when more has to be measured in the pixels.
    func complete(_ checked: CheckedAsset, for uses: AssetUses) -> CheckedAsset? {
        let isComplete = uses.arts.allSatisfy { art in
            guard let place = place(of: art, on: uses.canvas), !place.holdsAll(of: checked)
            else { return true }
            return checked.losses[place.key] != nil
        }
        return isComplete ? checked : nil
    }

    /// The findings and measures of all files; pictures that were checked before are not decoded.
    ///
    /// Frames with a side longer than `pageLimit` points are noted.
    func check(
        _ uses: AssetUses,
        pageLimit: Int?,
        in context: RenderContext
    ) async -> (checked: CheckedAsset, failures: [RenderFailure]) {
        var contents: [String: [UInt8]] = [:]
        var frames: Digest?
        if context.cache != nil {
            let paths = files.flatMap(\.allRead).map(\.path)
            for path in paths { contents[path] = try? context.disk.read(path) }
            let digests = paths.compactMap { path in contents[path].map { Digest(of: $0) } }
            // The check reports files that cannot be read.
            if digests.count == paths.count {
                frames = key(context.log.digest(settings(files)), digests)
            }
        }
        let (checked, failures) = await checkedAgain(
            frames,
            uses,
            files,
            pageLimit: pageLimit,
            contents: contents,
            context
        )
        return (checked ?? CheckedAsset(), failures)
    }

    /// The findings and measures of the pictures that frames with a key were made from; the cache is
    /// used if there is a key.
    ///
    /// `contents` are files that were read already, by path.
    ///
    /// - Returns: nothing on a dry run; the findings, and why other files could not be checked.
    func checkedAgain(
        _ frames: Digest?,
        _ uses: AssetUses,
        _ files: [File],
        pageLimit: Int? = nil,
        contents: [String: [UInt8]] = [:],
        _ context: RenderContext
    ) async -> (checked: CheckedAsset?, failures: [RenderFailure]) {
        let key = frames.map { frames in
            var out = ByteWriter()
            out.put("checks of an asset", frames, uses.key(of: self), pageLimit)
            put(placesOf: uses, to: &out)
            return Digest(of: out.bytes)
        }
        if let key, let known: CheckedAsset = context.cache?.value(of: key) { return (known, []) }
        guard !context.isDryRun else { return (nil, []) }
        let needs = files.flatMap { file in
            let need = checkNeed(of: file) + (keying == .never ? .reading : .keying)
            return file.allRead.map { ($0, need + .others(file.also.count)) }
        }
        var (checked, failures) = (CheckedAsset(), [RenderFailure]())
        do throws(RenderFailure) {
            (checked, failures) = try await working(
                on: needs,
                FileReader(disk: context.disk, contents: contents)
            ) { reader in
                var checker: AssetChecker? = AssetChecker(self, uses, pageLimit: pageLimit)
                var failures: [RenderFailure] = []
                for file in files {
                    do throws(RenderFailure) {
                        try eachPicture(of: file, reader, &checker) { _, _, _, _ in }
                    } catch {
                        failures.append(error)
                    }
                }
                return (checker?.finished() ?? CheckedAsset(), failures)
            }
        } catch {
            failures = [error]
        }
        // Large frames are not coded.
        if let key, failures.isEmpty, checked.largeFrames.isEmpty {
            context.cache?.store(checked, under: key)
        }
        return (checked, failures)
    }

    /// What looking at a file takes besides keying it: numbered frames are side by side.
    func checkNeed(of file: File) -> PictureNeed {
        let frames = file.following.isEmpty ? 1 : file.all.count
        let need = PictureNeed(bytesPerPixel: 4 * Double(frames))
        return cutting?.copiesFrames == true ? need + .registering : need
    }
}
