import AtlasBuilding
import Catalog
import ChromaKey
package import Diagnostics
import ImageCodec
package import KilnManifest
package import Raster

/// Keys or repairs every picture that is, whole sheets at their own density.
///
/// Without a look those of the whole catalog. Pictures larger than `room` are shrunk to it.
///
/// - Returns: by asset name, those that stay as they are left out; and what is wrong.
/// - Throws: `CancellationError`.
package func keyedOriginals(
    _ loaded: LoadedCatalog,
    of look: KilnManifest.Look?,
    _ options: DrawOptions,
    fittedInto room: PixelRoom = PixelRoom()
) async throws -> (pictures: [BeforeAfter], diagnostics: [Diagnostic]) {
    let problems = look.map { loaded.problems(with: $0) } ?? []
    guard problems.isEmpty else { return ([], problems) }
    let plan = loaded.keyingPlan(of: look, scale: options.scale)
    let reader = FileReader(disk: loaded.disk)
    let results = try await inParallel(plan.jobs.count, jobs: options.jobs) { index in
        await Result(of: { () async throws(RenderFailure) in
            try await plan.jobs[index].keyedOriginal(reader, options.scale, fittedInto: room)
        })
    }
    var pictures: [BeforeAfter] = []
    var failures: Set<RenderFailure> = []
    for result in results {
        switch result {
        case .success(let picture): if let picture { pictures.append(picture) }
        case .failure(let failure): failures.insert(failure)
        }
    }
    return (pictures.sorted { $0.name < $1.name }, failures.map(\.diagnostic))
}

extension RenderJob {
    /// Nil for art in which nothing is to be removed, or nothing was.
    fileprivate func keyedOriginal(
        _ reader: FileReader,
        _ scale: Int,
        fittedInto room: PixelRoom
    ) async throws(RenderFailure) -> BeforeAfter? {
        guard keying.settings != nil || keying.matte != .none, let file = file(forScale: scale)
        else { return nil }
        let need = PictureNeed.keying + .picture + .others(file.also.count)
        let picture = try await working(on: ([file] + file.also).map { ($0, need) }, reader) {
            reader throws(RenderFailure) in try open(file, reader, keepsSource: true)
        }
        try requireScreen(of: picture, file)
        guard let background = picture.report?.screen?.color ?? picture.matte?.background else {
            return nil
        }
        return BeforeAfter(
            name: asset,
            file: file.shownPath,
            facts: keying.words(picture.report),
            original: (picture.source ?? picture.image).fitted(into: room),
            keyed: picture.image.fitted(into: room),
            areas: picture.report?.areas ?? [],
            background: background,
            isRepaired: picture.matte != nil
        )
    }
}

extension LoadedCatalog {
    /// How many pictures are keyed whatever they hold; of those that are keyed when they are opaque
    /// only their pixels tell.
    package func certainlyKeyedCount(of look: KilnManifest.Look?) -> Int {
        keyingPlan(of: look, scale: 1).jobs.count { $0.keying.wish == .always }
    }

    /// What a look needs; of nil, everything.
    fileprivate func keyingPlan(of look: KilnManifest.Look?, scale: Int) -> RenderPlan {
        let cells = look.map { coverage.cells(of: [$0]) } ?? coverage.cells
        return RenderPlan(catalog, cells, in: folder, scales: [scale])
    }
}

/// What one layer of a drawn look was made from.
package struct LayerFacts: Hashable, Sendable {
    /// Nil for the pet itself.
    package var item: String?
    package var asset: String
    /// The file that was drawn, of the density that the scale asks for.
    package var file: String
    /// The naming template that won.
    package var template: String
    /// Which one it was, from 1, and how many there are.
    package var level: Int
    package var levels: Int
    /// Whether and how the background was removed, in words.
    package var keying: String
    /// How the sheet was cut and what was corrected, in words; nil for plain grids and single
    /// pictures.
    package var cutting: String?
}

extension LayerFacts {
    init?(
        of layer: Manifest.Layer,
        on look: KilnManifest.Look,
        _ loaded: LoadedCatalog,
        _ plan: RenderPlan,
        _ rendered: [RenderedAsset],
        scale: Int
    ) {
        let cell = loaded.coverage.cells.first { cell in
            cell.species.id == look.species && cell.item?.id == layer.item
                && cell.axes == layer.art.axes && cell.part == layer.art.part ?? 0
                && cell.animation == layer.art.sheet
                && cell.winner?.name == layer.art.asset
        }
        let art = plan.arts.first { art in
            art.species == look.species && art.axes == layer.art.axes
                && art.asset == layer.art.asset && art.part == layer.art.part
                && art.subject == layer.item.map { .item($0) } ?? .species(look.species)
        }
        guard let resolution = cell?.resolution, let winning = resolution.winning, let art,
            let index = plan.jobs.firstIndex(where: { job in
                job.renditions.contains { $0.name == art.rendition }
            }), rendered.indices.contains(index),
            let file = plan.jobs[index].file(forScale: scale)?.shownPath
        else { return nil }
        let report = rendered[index].reports.first { $0.path == file }?.report
        let cut = rendered[index].cuts.first { $0.path == file }?.report
        self.init(
            item: layer.item,
            asset: layer.art.asset,
            file: file,
            template: winning.template.text,
            level: winning.level + 1,
            levels: (resolution.attempts.last?.level ?? 0) + 1,
            keying: plan.jobs[index].keying.words(report),
            cutting: cut.flatMap { $0.corrections.isEmpty ? nil : $0.words }
        )
    }
}

extension Keying {
    /// Whether and how a picture was keyed or repaired; `report` is nil when it was not keyed.
    func words(_ report: KeyReport?) -> String {
        let repair = matte == .none ? "" : ", matte \(matte)"
        guard let settings else { return "not keyed" + repair }
        guard let report else { return "transparent already, so not keyed" + repair }
        if let matte = report.matte { return "no screen found, repaired from \(matte.background)" }
        guard let screen = report.screen else { return "no screen found, \(settings.words)" }
        if let pair = report.triangulation {
            return "keyed over \(pair.others.count + 1) screens"
        }
        var words = "keyed, \(settings.words)"
        if settings.key != .color(screen.color) { words += ", screen \(screen.color)" }
        if report.fringe >= 0.0005 { words += ", fringe \(Fringe.percent(report.fringe))" }
        let areas = KeyReport.Area.Kind.allCases.compactMap { kind in
            let count = report.areas.count { $0.kind == kind }
            return count == 0 ? nil : "\(count) \(kind.rawValue)"
        }
        if !areas.isEmpty {
            words += ", areas of its hue: " + areas.joined(separator: " and ")
        }
        return words
    }
}

extension KeySettings {
    /// All that is not as built in, and what everybody asks for.
    fileprivate var words: String {
        let asked = ["key", "mode", "threshold", "smoothing"]
        return zip(rows, KeySettings().rows)
            .filter { row, plain in asked.contains(row.name) || row.text != plain.text }
            .map { row, _ in "\(row.name) \(row.text)" }.joined(separator: ", ")
    }
}
