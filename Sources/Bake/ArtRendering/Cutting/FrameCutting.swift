import AtlasBuilding
import Catalog
import FileStore
import ImageCodec
package import Raster
package import SheetSlicing

/// How an asset's sheet becomes frames.
package struct FrameCutting: Hashable, Sendable {
    /// Lengths count at `density`.
    package var cut: SheetCut
    /// How frames are brought onto one cell; nil leaves them where they were cut.
    package var registration: RegisterSettings?
    /// Whether subjects are made equally high over all sheets of a species.
    package var isEvenOverSpecies = false
    /// How high they are made then, in points; nil until the sheets were measured.
    package var height: Double?
    /// How blocks become pixels; nil leaves them.
    package var pixelation: Pixelation?
    /// Pixels per point.
    package var density: Int

    /// The grid, where that is how it is cut.
    var grid: GridLayout? {
        if case .grid(let grid) = cut { grid } else { nil }
    }

    /// Whether only the picture shows how many frames there are.
    var isCountOpen: Bool { cut.frameCount == nil }

    /// Whether it is a grid that covers the whole sheet.
    var leavesNothingOut: Bool {
        grid.map { $0.margin == 0 && $0.spacing == 0 && $0.inset == 0 } ?? false
    }

    /// Whether frames become a second picture next to the one they were cut from.
    var copiesFrames: Bool { registration != nil || pixelation != nil || cut.followsFigures }

    func scaled(to density: Int) -> FrameCutting {
        var result = self
        result.density = density
        result.cut = cut.scaled(by: density, over: max(1, self.density))
        if let size = pixelation?.size {
            result.pixelation?.size = size * Double(density) / Double(max(1, self.density))
        }
        if let limit = registration?.limits.maxDrift {
            result.registration?.limits.maxDrift =
                limit * Double(density) / Double(max(1, self.density))
        }
        if let height {
            result.registration?.height = .pixels(
                max(1, Int((height * Double(density)).rounded()))
            )
        }
        return result
    }
}

extension SheetCut {
    fileprivate func scaled(by density: Int, over base: Int) -> SheetCut {
        guard density != base else { return self }
        func scaled(_ length: Int) -> Int { length * density / base }
        func area(_ pixels: Int?) -> Int? { pixels.map { $0 * density * density / (base * base) } }
        func scaled(_ grid: GridLayout) -> GridLayout {
            var grid = grid
            grid.margin = scaled(grid.margin)
            grid.spacing = scaled(grid.spacing)
            grid.inset = scaled(grid.inset)
            grid.cellWidth = grid.cellWidth.map(scaled)
            grid.cellHeight = grid.cellHeight.map(scaled)
            return grid
        }
        switch self {
        case .grid(let grid): return .grid(scaled(grid))
        case .cell(let grid): return .cell(scaled(grid))
        case .rects(let rects):
            return .rects(
                rects.map { rect in
                    PixelRect(
                        x: scaled(rect.x),
                        y: scaled(rect.y),
                        width: max(1, scaled(rect.width)),
                        height: max(1, scaled(rect.height))
                    ) ?? rect
                }
            )
        case .islands(var islands):
            islands.smallest = area(islands.smallest)
            return .islands(islands)
        case .auto(var settings):
            settings.smallest = area(settings.smallest)
            return .auto(settings)
        }
    }
}

// The catalog's ways of cutting as SheetSlicing takes them.

extension FrameCutting {
    /// Nil when the asset is one picture.
    init?(_ sheet: SheetSettings, density: Int) {
        let cut: SheetCut
        switch sheet.cutting {
        case .cut(let way): cut = way
        // Their places are known once the file is decoded.
        case .ownFrames: cut = .rects([])
        case nil:
            guard sheet.pixelation != nil else { return nil }
            cut = .grid(GridLayout(columns: 1, rows: 1))
        }
        self.init(cut: cut, density: density)
        pixelation = sheet.pixelation
        guard let registration = sheet.registration else { return }
        self.registration = RegisterSettings(
            anchor: registration.anchor,
            // That of a species is put in its place once its sheets were measured.
            height: registration.height == .none ? .asDrawn : .even,
            resampling: sheet.filter.resampling,
            // So that soft edges do not end at the frame's.
            padding: 1,
            limits: registration.limits
        )
        isEvenOverSpecies = registration.height == .species
    }
}

/// A keyed picture in frames, each of which is whole on it.
package struct CutSheetPicture: Sendable {
    /// Straight alpha; the picture itself, or its frames side by side once they were registered.
    package var image: StraightImage
    /// All of one size.
    package var frames: [PixelRect]
    /// Hard edges and few colors, or blocks that became pixels.
    package var isPixelArt: Bool
    /// Nil for a picture that is one frame.
    package var report: CutReport?
}

/// What was found and corrected where a sheet was cut.
package struct CutReport: Sendable {
    package var cut: CutSheet
    /// One for each frame; empty where frames stayed where they were cut.
    package var corrections: [FrameCorrection] = []
    /// Where the anchor is on every frame; nil where frames stayed where they were cut.
    package var anchor: PixelPoint?
    /// What went beyond the limits.
    package var excesses: [RegisterExcess] = []
    /// Nil where no one asked for pixels.
    package var pixelation: PixelationResult?
}

extension RenderJob {
    /// Cuts a keyed picture, makes pixels of its blocks, and registers its frames; the picture itself
    /// where these are rectangles that nothing moves.
    func cut(
        _ picture: SourcePicture,
        of file: File
    ) throws(RenderFailure) -> CutSheetPicture {
        let limits = DecodeLimits()
        var (image, isPixelArt) = (picture.image, picture.isPixelArt)
        // A file for each frame is not cut.
        guard file.following.isEmpty, let cutting = cutting?.scaled(to: file.density) else {
            return CutSheetPicture(
                image: image,
                frames: [PixelRect(image.size)],
                isPixelArt: isPixelArt
            )
        }
        var sheet = try cutting.sheet(picture, file)
        var report = CutReport(cut: sheet)
        if let pixelation = cutting.pixelation {
            let pixels = pixelation.applied(to: sheet, of: image)
            (image, sheet, report.pixelation) = (pixels.image, pixels.sheet, pixels.result)
            if pixels.result != .noBlocks { isPixelArt = true }
        }
        let boxes = sheet.frames.map(\.box)
        guard let registration = cutting.registration(for: sheet) else {
            return CutSheetPicture(
                image: image,
                frames: boxes,
                isPixelArt: isPixelArt,
                report: report
            )
        }
        let tooLarge = RenderFailure(
            path: file.shownPath,
            reason: .framesTooLarge(count: boxes.count, limit: limits.maximumPixels)
        )
        guard registration.area(of: boxes) <= limits.maximumPixels else { throw tooLarge }
        let registered = registerFrames(image, sheet, registration)
        guard let (whole, places) = StraightImage.apart(registered.frames) else { throw tooLarge }
        report.corrections = registered.corrections
        report.anchor = registered.anchor
        report.excesses = registered.excesses
        return CutSheetPicture(image: whole, frames: places, isPixelArt: isPixelArt, report: report)
    }
}

extension FrameCutting {
    /// The frames as they are on a picture.
    func sheet(
        _ picture: SourcePicture,
        _ file: RenderJob.File
    ) throws(RenderFailure) -> CutSheet {
        do throws(SlicingError) {
            return try cutSheet(picture.image, picture.ownCells.map { .rects($0) } ?? cut)
        } catch {
            throw RenderFailure(path: file.shownPath, reason: .unsliceable(error))
        }
    }

    /// Nil where frames are equal rectangles that stay where they are.
    fileprivate func registration(for sheet: CutSheet) -> RegisterSettings? {
        if let registration { return registration }
        return sheet.hasEqualCells ? nil : RegisterSettings(anchor: .none)
    }
}

extension RegisterSettings {
    /// About how many pixels frames have together, each as large as the largest, once they are
    /// even.
    fileprivate func area(of boxes: [PixelRect]) -> Int {
        let heights = boxes.map(\.height).sorted()
        let wanted: Int? =
            switch height {
            case .asDrawn: nil
            case .even: heights[heights.count / 2]
            case .pixels(let height): height
            }
        let sides = boxes.map { box in
            wanted.map { (box.width * $0 / box.height, $0) } ?? (box.width, box.height)
        }
        return (sides.map(\.0).max() ?? 1) * (sides.map(\.1).max() ?? 1) * boxes.count
    }
}

extension RenderPlan {
    /// The frames of assets whose numbers only their pictures tell, by name.
    ///
    /// `counts` are by job, nil where they failed.
    func openCounts(of counts: [Int?]) -> [String: Int] {
        var open: [String: Int] = [:]
        for (job, count) in zip(jobs, counts) where job.cutting?.isCountOpen == true {
            guard let count, count > 0 else { continue }
            open[job.asset] = open[job.asset] ?? count
        }
        return open
    }
}

extension LoadedCatalog {
    /// Lets the jobs of a plan know how high to draw subjects whose sheets share a species.
    ///
    /// A sheet alone does not tell how high its subject has to be: a row of walking and one of sleeping
    /// pets were generated by themselves, each at a height of its own. So before anything is rendered,
    /// all sheets of a species that ask for it are measured, whichever of them is wanted, and the
    /// median over their frames is what all are brought to. It is a setting of their jobs from then on,
    /// and so a part of their keys in the cache.
    ///
    /// Sheets that cannot be read or cut do not count; rendering reports why.
    func evenHeights(of plan: inout RenderPlan, in context: RenderContext) async throws {
        guard catalog.sheets.contains(where: { $0.own.register?.height == .species }) else {
            return
        }
        let all = RenderPlan(catalog, coverage.cells, in: folder, scales: [1])
        var species: [String: String] = [:]
        for art in all.arts where art.isBase {
            species[art.asset] = species[art.asset] ?? art.species
        }
        var seen: Set<String> = []
        let jobs = all.jobs.filter { job in
            job.cutting?.isEvenOverSpecies == true && species[job.asset] != nil
                && seen.insert(job.asset).inserted
        }
        let measured = try await inParallel(jobs.count, jobs: context.jobs) { index in
            await jobs[index].subjectHeights(in: context)
        }
        var byAsset: [String: Double] = [:]
        let sheets = zip(jobs.map(\.asset), measured)
        for (_, own) in sheets.grouped(by: { asset, _ in species[asset] }) {
            let heights = own.flatMap(\.1).sorted()
            guard !heights.isEmpty else { continue }
            for (asset, _) in own { byAsset[asset] = heights[heights.count / 2] }
        }
        guard !byAsset.isEmpty else { return }
        for index in plan.jobs.indices where plan.jobs[index].cutting?.isEvenOverSpecies == true {
            let height = byAsset[plan.jobs[index].asset]
            plan.jobs[index].cutting?.height = height
        }
    }
}

extension RenderJob {
    /// How high the subject is in each frame of the largest file, in points; from the cache, or
    /// cut.
    fileprivate func subjectHeights(in context: RenderContext) async -> [Double] {
        guard let file = files.last else { return [] }
        let known = heightsKey(of: file, in: context)
        if let known, let heights: [Double] = context.cache?.value(of: known) { return heights }
        guard let heights = await measuredHeights(of: file, in: context) else { return [] }
        if let known, !context.isDryRun { context.cache?.store(heights, under: known) }
        return heights
    }

    /// Nil when the file cannot be cut.
    private func measuredHeights(of file: File, in context: RenderContext) async -> [Double]? {
        guard let cutting = cutting?.scaled(to: file.density) else { return nil }
        let need = (keying == .never ? PictureNeed.reading : .keying) + .registering
        let heights = try? await working(on: [(file, need)], FileReader(disk: context.disk)) {
            reader throws(RenderFailure) in
            let picture = try open(file, reader)
            let sheet = try cutting.sheet(picture, file)
            // As high as they are when they are registered.
            let pixels = cutting.pixelation?.applied(to: sheet, of: picture.image)
            return SheetSlicing.subjectHeights(
                pixels?.image ?? picture.image,
                pixels?.sheet ?? sheet
            )
        }
        return heights?.map { Double($0) / Double(file.density) }
    }

    /// Everything that heights follow from; nil without a cache.
    private func heightsKey(of file: File, in context: RenderContext) -> Digest? {
        guard context.cache != nil, let cutting,
            let digest = try? context.sources?.digest(file.shownPath).digest
        else { return nil }
        return Digest(
            ofValues: "heights of an asset \(BakeCache.version)",
            "\(String(reflecting: keying)) \(String(reflecting: cutting))",
            "\(String(reflecting: DecodeLimits())) \(file.density)",
            digest
        )
    }
}
