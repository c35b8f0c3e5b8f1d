import Catalog
import ChromaKey
import FileStore
import KilnManifest
import Raster
import SheetSlicing

/// Builds a `RenderPlan` from the cells and images of one catalog.
struct RenderPlanner {
    let catalog: Catalog
    let folder: String
    let scales: [Int]
    let sides: (suffixes: [String], index: AssetIndex)?
    /// Whether the catalog changes colors anywhere.
    let changesColors: Bool
    var plan = RenderPlan()
    var renditions: [String: RenditionKey] = [:]
    var jobIndexes: [JobKey: Int] = [:]

    struct JobKey: Hashable {
        var asset: String
        var keying: Keying

        /// Hardly any asset is keyed in several ways, and settings take long to hash.
        func hash(into hasher: inout Hasher) { hasher.combine(asset) }
    }

    /// The pixels that a rendition has; two with equal keys are one.
    struct RenditionKey: Equatable {
        var job: JobKey
        var transform: LayerTransform
        var colors: [ColorChange]
    }

    func plannedColors(
        of subject: ArtSubject,
        asset: String,
        for values: [String: String]
    ) -> PlannedColors {
        guard changesColors else { return PlannedColors() }
        return PlannedColors(of: subject, asset: asset, for: values, in: catalog)
    }

    /// Plans a cell; nothing when it has no asset.
    mutating func add(_ cell: Coverage.Cell) {
        guard let asset = cell.winner else { return }
        let sheet = catalog.sheet(for: asset.name).value
        let (subject, species) = (cell.subject, cell.species)
        let isOverlay = cell.item?.equipStyle == .overlay
        let placement = catalog.placement(for: subject, part: cell.part, asset: asset.name)?.value
        let colors = plannedColors(of: subject, asset: asset.name, for: cell.colored)
        let key = RenditionKey(
            job: JobKey(
                asset: asset.name,
                keying: catalog.keying(of: subject, asset: asset.name)
            ),
            transform: LayerTransform(placement, sheet),
            colors: colors.changes
        )
        let names = renditionNames(of: cell, key, asset.plainName, suffix: colors.suffix, sheet)
        let name = rendition(names, key, asset, sheet)
        plan.arts.append(
            RenderPlan.Art(
                subject: RenderPlan.Art.Subject(of: cell),
                species: species.id,
                axes: cell.axes,
                level: cell.level ?? 0,
                part: subject.parts.isEmpty ? nil : cell.part,
                sheet: cell.animation,
                asset: asset.name,
                rendition: name,
                places: placement.map { $0.places(on: species, catalog.canvas) },
                z: catalog.z(of: subject, part: cell.part),
                animations: isOverlay
                    ? []
                    : sheet.animations(
                        of: cell.animation,
                        in: catalog.sheetsOfFiles[asset.name]
                    ),
                nineSlice: sheet.nineSlice,
                isPivotGiven: (placement?.pivot ?? sheet.pivot) != nil,
                isBase: !isOverlay,
                colors: colors
            )
        )
        addSides(of: asset, as: name)
    }

    /// Plans an image that is shown by itself.
    mutating func add(_ art: Coverage.ImageArt) {
        let asset = art.asset
        let sheet = catalog.sheet(for: asset.name).value
        let colors = colors(of: art)
        // Items were named before; an image that shows other pixels than they do says so.
        let ofImage = "\(asset.plainName)~\(art.image.id)"
        let name = rendition(
            of: art,
            LayerTransform(art.image.placement, sheet),
            colors,
            names: art.image.coloring.isEmpty ? [asset.plainName, ofImage] : [ofImage],
            sheet
        )
        plan.images.append(
            RenderPlan.ImageArt(
                image: art.image,
                axes: art.axes,
                level: art.level ?? 0,
                asset: asset.name,
                rendition: name,
                animations: sheet.animations,
                nineSlice: sheet.nineSlice,
                isPivotGiven: (art.image.placement.pivot ?? sheet.pivot) != nil,
                rendering: asset.rendering,
                colors: colors
            )
        )
        addSides(of: asset, as: name)
    }

    /// Plans an image that fills the canvas and its bleed behind looks.
    mutating func add(background art: Coverage.ImageArt) {
        let area = catalog.canvas.area
        let name = rendition(
            of: art,
            LayerTransform(size: .fitted(width: area.width, height: area.height, .cover)),
            colors(of: art),
            names: ["\(art.asset.plainName)~\(art.image.id)~background"],
            catalog.sheet(for: art.asset.name).value
        )
        plan.backgrounds[art.image.id, default: []].append(
            AxisChoice(axes: art.axes, level: art.level, value: name)
        )
    }

    private func colors(of art: Coverage.ImageArt) -> PlannedColors {
        plannedColors(of: .image(art.image), asset: art.asset.name, for: art.colored)
    }

    /// Plans a rendition of an image, and returns its name.
    private mutating func rendition(
        of art: Coverage.ImageArt,
        _ transform: LayerTransform,
        _ colors: PlannedColors,
        names: [String],
        _ sheet: SheetSettings
    ) -> String {
        let asset = art.asset.name
        let key = RenditionKey(
            job: JobKey(asset: asset, keying: catalog.keying(of: .image(art.image), asset: asset)),
            transform: transform,
            colors: colors.changes
        )
        return rendition(names.map { $0 + colors.suffix }, key, art.asset, sheet)
    }

    /// Plans a rendition, and returns the first of the names that does not stand for other pixels.
    private mutating func rendition(
        _ names: [String],
        _ key: RenditionKey,
        _ asset: Asset,
        _ sheet: SheetSettings
    ) -> String {
        func isFree(_ name: String) -> Bool { renditions[name].map { $0 == key } ?? true }
        let last = names[names.count - 1]
        let numbered = (2...).lazy.map { "\(last)~\($0)" }
        let name = names.first(where: isFree) ?? numbered.first(where: isFree) ?? last
        renditions[name] = key
        let job = jobIndex(key.job, asset, sheet)
        let wanted = RenderJob.Rendition(name: name, transform: key.transform, colors: key.colors)
        if !plan.jobs[job].renditions.contains(wanted) { plan.jobs[job].renditions.append(wanted) }
        return name
    }

    /// Plans the side pictures of a rendition, such as normal maps.
    private mutating func addSides(of asset: Asset, as rendition: String) {
        guard let sides else { return }
        let base = plan.jobs.lazy.compactMap { job in
            job.renditions.first { $0.name == rendition }
        }.first
        guard let base else { return }
        for suffix in sides.suffixes {
            guard let side = sides.index[asset.name + suffix] else { continue }
            var own = RenderPlan.Side(
                suffix: suffix,
                rendition: base.name + suffix,
                base: base.name
            )
            guard !plan.sides.contains(own) else { continue }
            // Side pictures have no screen: their colors mean something else.
            let key = JobKey(asset: side.name, keying: .never)
            let job = jobIndex(key, side, catalog.sheet(for: asset.name).value)
            // Colors of a side picture are no colors: all variants have one in common.
            let known = plan.jobs[job].renditions.first { $0.transform == base.transform }
            if !base.colors.isEmpty, let known {
                own.rendition = known.name
            } else {
                plan.jobs[job].renditions.append(
                    RenderJob.Rendition(name: own.rendition, transform: base.transform)
                )
            }
            plan.sides.append(own)
        }
    }

    /// The place of the job for an asset keyed one way; it is planned when it is asked for first.
    private mutating func jobIndex(_ key: JobKey, _ asset: Asset, _ sheet: SheetSettings) -> Int {
        if let known = jobIndexes[key] { return known }
        plan.jobs.append(
            RenderJob(
                asset: asset.name,
                files: asset.files.map { file($0, isKeyed: key.keying.wish != .never, sheet) },
                keying: key.keying,
                cutting: FrameCutting(sheet, density: sheet.density ?? catalog.sourceDensity),
                filter: sheet.filter.resampling,
                renditions: [],
                scales: scales
            )
        )
        jobIndexes[key] = plan.jobs.count - 1
        return plan.jobs.count - 1
    }

    private func file(
        _ source: Asset.File,
        isKeyed: Bool,
        _ sheet: SheetSettings
    ) -> RenderJob.File {
        func file(_ path: String) -> RenderJob.File {
            RenderJob.File(
                path: joinPath(folder, path),
                shownPath: path,
                density: sheet.density ?? source.density
            )
        }
        var whole = file(source.path)
        whole.reading.part = source.part
        if case .ownFrames? = sheet.cutting { whole.reading.isSheet = true }
        whole.following = source.following.map(file)
        // Of files that are not keyed the screens do not matter.
        guard isKeyed else { return whole }
        whole.also = source.also.map { other in
            var first = file(other.path)
            first.reading = whole.reading
            first.reading.part = other.part
            return first
        }
        for index in whole.following.indices {
            whole.following[index].also = source.also.map { file($0.following[index]) }
        }
        return whole
    }

    /// What a rendition may be called, best names first: the asset's name when it is used as it is;
    /// with `~item` when the item changes its pixels, and `~item~species` when it does so for one
    /// species only; and with `~value` when it is colored for a value of an axis.
    ///
    /// So a name hardly depends on what else is in the catalog: only where two uses of an asset that
    /// change nothing differ all the same, the later one takes the longer name.
    func renditionNames(
        of cell: Coverage.Cell,
        _ key: RenditionKey,
        _ name: String,
        suffix: String,
        _ sheet: SheetSettings
    ) -> [String] {
        let asset = key.job.asset
        // Parts of one thing may show one picture in several ways.
        let part = cell.part == 0 ? "" : "~\(cell.part + 1)"
        guard let item = cell.item else {
            return [name + suffix, "\(name)~\(cell.species.id)\(part)\(suffix)"]
        }
        let own = "\(name)~\(item.id)\(part)"
        let ofSpecies = "\(own)~\(cell.species.id)"
        if item.leavesPixels { return [name, own, ofSpecies].map { $0 + suffix } }
        // The same item without what it says about this species, and about anything.
        var plain = item
        plain.perSpecies = []
        var bare = plain
        bare.placement = Overrides()
        bare.chroma = Overrides()
        bare.key = nil
        bare.coloring = Coloring()
        for index in bare.parts.indices { bare.parts[index].placement = Overrides() }
        func variant(_ item: Item) -> RenditionKey {
            let subject = ArtSubject.item(item, wornBy: cell.species)
            let placement = catalog.placement(for: subject, part: cell.part, asset: asset)?.value
            return RenditionKey(
                job: JobKey(asset: asset, keying: catalog.keying(of: subject, asset: asset)),
                transform: LayerTransform(placement, sheet),
                colors: plannedColors(of: subject, asset: asset, for: cell.colored).changes
            )
        }
        let names =
            if key == variant(bare) {
                [name, own, ofSpecies]
            } else {
                key == variant(plain) ? [own, ofSpecies] : [ofSpecies]
            }
        return names.map { $0 + suffix }
    }
}

extension Item {
    /// Whether it says nothing that its pixels follow from.
    fileprivate var leavesPixels: Bool {
        perSpecies.isEmpty && key == nil && coloring.isEmpty && !chroma.isAuthored
            && !placement.isAuthored && !parts.contains { $0.placement.isAuthored }
    }
}
