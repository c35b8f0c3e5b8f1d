import Catalog
import ChromaKey
import Diagnostics
import KilnManifest
import Raster

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
    /// What is known about a layer of a plan that was rendered.
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
