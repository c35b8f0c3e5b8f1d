package import AssetNaming
package import Catalog
package import ChromaKey
internal import Compose
internal import FileStore
package import KilnManifest
internal import Raster
internal import SheetSlicing

/// Everything that has to be rendered, and what it will be used for; no picture was opened yet.
package struct RenderPlan: Sendable {
    /// The frames of a species or of an item on a species, in waiting.
    package struct Art: Sendable {
        package enum Subject: Hashable, Sendable {
            case species(String)
            case item(String)
        }

        package var subject: Subject
        package var species: String
        package var axes: [String: String]
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        /// Where the picture's pivot goes, in points: once, or for each frame of the base.
        ///
        /// Nil for a full canvas at the origin.
        package var places: [CanvasPoint]?
        package var z: Int
        package var animations: [SheetAnimation]
        package var nineSlice: Manifest.NineSlice?
        /// A species or an outfit.
        package var isBase: Bool
    }

    /// A rendition whose pictures lie beside those of another one, such as normal maps.
    package struct Side: Hashable, Sendable {
        package var suffix: String
        package var rendition: String
        /// Of the sprites.
        package var base: String
    }

    package var arts: [Art] = []
    package var sides: [Side] = []
    /// One for each asset and way of keying it, in the order of first use.
    package var jobs: [RenderJob] = []

    private var jobIndexes: [JobKey: Int] = [:]
    private var renditions: [String: RenditionKey] = [:]

    private struct JobKey: Hashable {
        var asset: String
        var keying: Keying
    }

    private struct RenditionKey: Hashable {
        var job: JobKey
        var transform: LayerTransform
    }

    /// Plans the cells that resolved to an asset.
    ///
    /// - Parameters:
    ///   - catalog: the settings.
    ///   - cells: what to plan.
    ///   - folder: the catalog's own, as the disk knows it.
    ///   - scales: pixels per point of what will be rendered; ascending.
    ///   - sides: finds side assets by suffix and the name of what they belong to.
    package init(
        _ catalog: Catalog,
        _ cells: [Coverage.Cell],
        in folder: String,
        scales: [Int],
        sides: (suffixes: [String], index: AssetIndex)? = nil
    ) {
        for cell in cells {
            guard let asset = cell.winner else { continue }
            add(cell, asset, catalog: catalog, folder: folder, scales: scales)
            guard let (suffixes, index) = sides, let art = arts.last else { continue }
            let base = jobs.lazy.compactMap { job in
                job.renditions.first { $0.name == art.rendition }
            }.first
            guard let base else { continue }
            for suffix in suffixes {
                guard let side = index[asset.name + suffix] else { continue }
                let own = Side(suffix: suffix, rendition: base.name + suffix, base: base.name)
                guard !self.sides.contains(own) else { continue }
                self.sides.append(own)
                let job = jobIndex(
                    // Side pictures have no screen: their colors mean something else.
                    JobKey(asset: side.name, keying: .never),
                    side,
                    catalog.sheet(for: asset.name).value,
                    catalog: catalog,
                    folder: folder,
                    scales: scales
                )
                jobs[job].renditions.append(
                    RenderJob.Rendition(name: own.rendition, transform: base.transform)
                )
            }
        }
    }

    private mutating func add(
        _ cell: Coverage.Cell,
        _ asset: Asset,
        catalog: Catalog,
        folder: String,
        scales: [Int]
    ) {
        let sheet = catalog.sheet(for: asset.name).value
        let subject: ArtSubject =
            cell.item.map { .item($0, wornBy: cell.species) } ?? .species(cell.species)
        let keying = Keying(
            catalog.keyWish(for: subject, asset: asset.name).wish,
            catalog.chroma(for: subject, asset: asset.name).value
        )
        let placement = cell.item.flatMap { catalog.placement(of: $0, for: cell.species)?.value }
        let transform = LayerTransform(placement, sheet)
        let jobKey = JobKey(asset: asset.name, keying: keying)
        let name = renditionName(
            for: cell,
            RenditionKey(job: jobKey, transform: transform),
            sheet: sheet,
            catalog: catalog
        )
        let job = jobIndex(jobKey, asset, sheet, catalog: catalog, folder: folder, scales: scales)
        let rendition = RenderJob.Rendition(name: name, transform: transform)
        if !jobs[job].renditions.contains(rendition) { jobs[job].renditions.append(rendition) }
        arts.append(
            Art(
                subject: cell.item.map { .item($0.id) } ?? .species(cell.species.id),
                species: cell.species.id,
                axes: cell.axes,
                asset: asset.name,
                rendition: name,
                places: placement.map { $0.places(on: cell.species) },
                z: cell.item.map { catalog.z(of: $0, for: cell.species) } ?? 0,
                animations: cell.item?.equipStyle == .overlay ? [] : sheet.animations,
                nineSlice: sheet.nineSlice.map {
                    .init(left: $0.left, top: $0.top, right: $0.right, bottom: $0.bottom)
                },
                isBase: cell.item?.equipStyle != .overlay
            )
        )
    }

    private mutating func jobIndex(
        _ key: JobKey,
        _ asset: Asset,
        _ sheet: SheetSettings,
        catalog: Catalog,
        folder: String,
        scales: [Int]
    ) -> Int {
        if let known = jobIndexes[key] { return known }
        let files = asset.files.map { file in
            RenderJob.File(
                path: joinPath(folder, file.path),
                shownPath: file.path,
                density: sheet.density ?? file.density
            )
        }
        jobs.append(
            RenderJob(
                asset: asset.name,
                files: files,
                keying: key.keying,
                grid: sheet.grid.map(GridLayout.init),
                gridDensity: sheet.density ?? catalog.sourceDensity,
                filter: RenderJob.Filter(sheet.filter),
                renditions: [],
                scales: scales
            )
        )
        jobIndexes[key] = jobs.count - 1
        return jobs.count - 1
    }

    /// What the frames are called: the asset's name when it is used as it is; with `~item` when the
    /// item changes its pixels, and `~item~species` when it does so for one species only.
    ///
    /// So a name never depends on what else is in the catalog.
    private mutating func renditionName(
        for cell: Coverage.Cell,
        _ key: RenditionKey,
        sheet: SheetSettings,
        catalog: Catalog
    ) -> String {
        guard let item = cell.item else {
            return claim(key.job.asset, key, orElse: cell.species.id)
        }
        // The same item without what it says about this species, and about anything.
        var plain = item
        plain.perSpecies = []
        var bare = plain
        bare.placement = Overrides()
        bare.chroma = Overrides()
        bare.key = nil
        bare.place = .none
        plain.place = item.place
        func variant(_ item: Item) -> RenditionKey {
            let subject = ArtSubject.item(item, wornBy: cell.species)
            let keying = Keying(
                catalog.keyWish(for: subject, asset: key.job.asset).wish,
                catalog.chroma(for: subject, asset: key.job.asset).value
            )
            let placement = catalog.placement(of: item, for: cell.species)?.value
            return RenditionKey(
                job: JobKey(asset: key.job.asset, keying: keying),
                transform: LayerTransform(placement, sheet)
            )
        }
        if key == variant(bare) { return claim(key.job.asset, key, orElse: item.id) }
        let own = "\(key.job.asset)~\(item.id)"
        return key == variant(plain) ? own : "\(own)~\(cell.species.id)"
    }

    /// The plain name, unless it already stands for other pixels.
    private mutating func claim(
        _ name: String,
        _ key: RenditionKey,
        orElse suffix: String
    ) -> String {
        if let taken = renditions[name], taken != key { return "\(name)~\(suffix)" }
        renditions[name] = key
        return name
    }
}

extension Placement {
    /// Where the pivot goes on a species: once, or for each frame of its sheet.
    fileprivate func places(on species: Species) -> [CanvasPoint] {
        let anchors = anchor.flatMap { species.anchor($0)?.points } ?? [.zero]
        return anchors.map { CanvasPoint(x: $0.x + offset.x, y: $0.y + offset.y) }
    }
}

extension LayerTransform {
    fileprivate init(_ placement: Placement?, _ sheet: SheetSettings) {
        let pivot = placement?.pivot ?? sheet.pivot ?? CanvasPoint(x: 0.5, y: 0.5)
        self.init(
            scale: placement?.scale ?? 1,
            rotation: placement?.rotation ?? 0,
            isFlipped: placement?.flip ?? false,
            pivotX: pivot.x,
            pivotY: pivot.y
        )
    }
}

extension Keying {
    fileprivate init(_ wish: KeyWish, _ settings: ChromaSettings) {
        self =
            switch wish {
            case .never: .never
            case .whenOpaque: .whenOpaque(KeySettings(settings))
            case .always: .always(KeySettings(settings))
            }
    }
}

extension KeySettings {
    /// The catalog's settings as the keyer takes them.
    package init(_ settings: ChromaSettings) {
        func color(_ color: HexColor) -> RGB { RGB(color.r, color.g, color.b) }
        let mode: ChromaKey.KeyMode =
            switch settings.mode {
            case .best: .best
            case .fast: .fast
            case .distance: .distance
            case .gpuimage: .gpuimage
            }
        var key = ChromaKey.KeyColor.auto
        if case .color(let declared) = settings.key { key = .color(color(declared)) }
        self.init(
            key: key,
            mode: mode,
            threshold: settings.threshold,
            smoothing: settings.smoothing,
            spill: settings.spill,
            keep: settings.keep.map(color),
            edge: settings.edge,
            erode: Int(settings.erode.rounded()),
            feather: Int(settings.feather.rounded())
        )
    }
}

extension GridLayout {
    fileprivate init(_ grid: SheetGrid) {
        self.init(
            columns: grid.columns,
            rows: grid.rows,
            margin: grid.margin,
            spacing: grid.spacing,
            cellWidth: grid.cellWidth,
            cellHeight: grid.cellHeight,
            count: grid.count
        )
    }
}

extension RenderJob.Filter {
    fileprivate init(_ filter: ResamplingFilter) {
        self =
            switch filter {
            case .automatic: .automatic
            case .nearest: .fixed(.nearest)
            case .area: .fixed(.box)
            case .cubic: .fixed(.cubic)
            }
    }
}
