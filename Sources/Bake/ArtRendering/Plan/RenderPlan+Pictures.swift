import Catalog
import Raster

// Pictures that are files of their own may be larger than what pages hold: their art is rendered with
// as many pixels as they need.
extension RenderPlan {
    /// Adds the scales that pictures of their own are made from.
    mutating func addScales(for targets: [Target], _ catalog: Catalog) {
        var wanted: [String: Set<Int>] = [:]
        let bySubject = Dictionary(grouping: arts, by: \.subject)
        let drawn = drawnSizes
        for wish in targets.flatMap({ $0.kind.baking.pictureWishes(of: $0) }) {
            let sizes = wish.sizes
            for look in catalog.looks where wish.looks(look.id) {
                let scales =
                    wish.isInPoints
                    ? [1] : Set(sizes.map { $0.scale(filledBy: catalog.canvas.area) })
                missing.scales.formUnion(scales)
                let base = look.base.map { Art.Subject.item($0) } ?? .species(look.species)
                let subjects = [base] + look.overlays.map { .item($0) }
                let own = subjects.flatMap { bySubject[$0] ?? [] }
                    .filter { $0.species == look.species }.map(\.rendition)
                let behind = look.background.flatMap { backgrounds[$0] } ?? []
                for name in own + behind.map(\.value) {
                    wanted[name, default: []].formUnion(scales)
                }
            }
            for item in catalog.items where wish.items(item.id) {
                let arts = bySubject[.item(item.id)] ?? []
                let species = wish.species ?? arts.first?.species
                let own = arts.filter { $0.species == species }.map(\.rendition)
                // All parts at one scale. What is seen of an item may be half of its picture.
                let scales =
                    wish.isInPoints
                    ? [1] : own.compactMap { drawn[$0]?.scale(filling: sizes, share: 2) }
                for name in own {
                    wanted[name, default: []].formUnion(scales.max().map { [$0] } ?? [])
                }
            }
            for art in images where wish.images(art.image.id) {
                let scale =
                    wish.isInPoints
                    ? 1 : drawn[art.rendition]?.scale(filling: sizes, share: 1)
                guard let scale else { continue }
                wanted[art.rendition, default: []].insert(scale)
            }
        }
        guard !wanted.isEmpty else { return }
        missing.scales.formUnion(wanted.values.joined())
        for index in jobs.indices {
            let own = jobs[index].renditions.compactMap { wanted[$0.name] }.joined()
            jobs[index].scales = Set(jobs[index].scales).union(own).sorted()
        }
    }

    /// How large each rendition is drawn, by its name.
    private var drawnSizes: [String: DrawnSize] {
        jobs.reduce(into: [:]) { result, job in
            for rendition in job.renditions {
                result[rendition.name] = DrawnSize(
                    size: rendition.transform.size,
                    density: job.files.last?.density ?? 1
                )
            }
        }
    }
}

private struct DrawnSize {
    var size: LayerSize
    /// Of the largest file.
    var density: Int

    /// The scale, 1 to 8, that has the pixels for sizes, or all pixels of the file.
    func scale(filling sizes: [PixelSize], share: Int) -> Int {
        switch size {
        case .scaled(let factor):
            return min(8, max(1, Int((Double(density) / factor).rounded(.up))))
        case .fitted(let width, let height, _):
            let scales = sizes.map { $0.scale(filledBy: (width, height)) * share }
            return min(8, scales.max() ?? 1)
        }
    }
}

extension PixelSize {
    /// The scale, 1 to 8, at which a box in points has the pixels to be brought into this size.
    fileprivate func scale(filledBy box: (width: Double, height: Double)) -> Int {
        let factor = min(Double(width) / box.width, Double(height) / box.height)
        return min(8, max(1, Int((factor - 1e-9).rounded(.up))))
    }
}
