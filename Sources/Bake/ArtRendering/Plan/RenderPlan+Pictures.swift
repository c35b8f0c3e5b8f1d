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
        for wish in targets.filter(\.kind.isOfPictures).flatMap(\.pictureWishes) {
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
                for name in own + behind.map(\.rendition) {
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

/// What a target draws in sizes of its own.
private struct PictureWish {
    /// In pixels.
    var sizes: [PictureSize]
    /// Whether a pixel is a point, whatever the size.
    var isInPoints = false
    var looks: (String) -> Bool = { _ in false }
    var items: (String) -> Bool = { _ in false }
    var images: (String) -> Bool = { _ in false }
    var species: String?
}

extension Target {
    fileprivate var pictureWishes: [PictureWish] {
        var sizes = (settings.sizes ?? []).flatMap { size in
            settings.scales.map {
                PictureSize(width: size.width * $0, height: size.height * $0)
            }
        }
        // A profile may lay sizes over all targets.
        if kind == .eink { sizes = settings.eInk.panel.map { [$0] } ?? [] }
        var wishes: [PictureWish] = []
        if !sizes.isEmpty {
            let suffix = kind == .xcassets ? settings.assetCatalog.dark?.imageSuffix : nil
            wishes.append(
                PictureWish(
                    sizes: sizes,
                    isInPoints: kind == .eink && settings.eInk.fit == .integer,
                    looks: { settings.looks?.contains($0) ?? false },
                    items: { settings.items?.contains($0) ?? false },
                    images: { id in
                        // The dark picture of an image is as large as the image.
                        let light = suffix.map { id.hasSuffix($0) ? $0.count : 0 } ?? 0
                        return settings.images?.contains(id) ?? false
                            || light > 0
                                && settings.images?.contains(String(id.dropLast(light))) ?? false
                    },
                    species: settings.species
                )
            )
        }
        guard kind == .xcassets else { return wishes }
        let icons = settings.assetCatalog.appIcons
        func shown(_ isLook: Bool) -> Set<String> {
            Set(
                icons.filter { $0.isLook == isLook }
                    .flatMap { [$0.shown, $0.dark, $0.tinted].compactMap(\.self) }
            )
        }
        let (looks, images) = (shown(true), shown(false))
        guard !looks.isEmpty || !images.isEmpty else { return wishes }
        wishes.append(
            PictureWish(
                sizes: [PictureSize(width: AppIcon.largestSide, height: AppIcon.largestSide)],
                looks: looks.contains,
                images: images.contains
            )
        )
        return wishes
    }
}

private struct DrawnSize {
    var size: LayerSize
    /// Of the largest file.
    var density: Int

    /// The scale, 1 to 8, that has the pixels for sizes, or all pixels of the file.
    func scale(filling sizes: [PictureSize], share: Int) -> Int {
        switch size {
        case .scaled(let factor):
            return min(8, max(1, Int((Double(density) / factor).rounded(.up))))
        case .fitted(let width, let height, _):
            let scales = sizes.map { $0.scale(filledBy: (width, height)) * share }
            return min(8, scales.max() ?? 1)
        }
    }
}

extension PictureSize {
    /// The scale, 1 to 8, at which a box in points has the pixels to be brought into this size.
    fileprivate func scale(filledBy box: (width: Double, height: Double)) -> Int {
        let factor = min(Double(width) / box.width, Double(height) / box.height)
        return min(8, max(1, Int((factor - 1e-9).rounded(.up))))
    }
}
