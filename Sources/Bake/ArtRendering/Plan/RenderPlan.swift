package import Catalog
import ChromaKey
import FileStore
import KilnManifest
import Raster
import SheetSlicing

/// Everything that has to be rendered, and what it will be used for; no picture was opened yet.
package struct RenderPlan: Sendable {
    /// The frames of a species or of an item on a species, in waiting.
    package struct Art: Sendable {
        package enum Subject: Hashable, Sendable {
            case species(String)
            case item(String)

            init(_ cell: Coverage.Cell) { self.init(cell.subject) }

            init(_ subject: ArtSubject) {
                switch subject {
                case .species(let species): self = .species(species.id)
                case .item(let item, _): self = .item(item.id)
                }
            }
        }

        package var subject: Subject
        package var species: String
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        /// Which of several layers it is; nil when there is one.
        package var part: Int?
        /// What `<animation>` stood for.
        package var sheet: String?
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        /// Where the picture's pivot goes, in points: once, or for each frame of the base.
        ///
        /// Nil for a full canvas at the origin.
        package var places: [CanvasPoint]?
        package var z: Int
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// A species or an outfit.
        package var isBase: Bool
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    /// A rendition whose pictures lie beside those of another one, such as normal maps.
    package struct Side: Hashable, Sendable {
        package var suffix: String
        package var rendition: String
        /// Of the sprites.
        package var base: String
    }

    /// The frames of an image for some axis values, in waiting.
    package struct ImageArt: Sendable {
        package var image: NamedImage
        /// The values that it is for; axes that are not named do not matter.
        package var axes: [String: String]
        /// Which naming template found it, from 0.
        package var level: Int
        package var asset: String
        /// The name of the rendition that gives the frames.
        package var rendition: String
        package var animations: [SheetAnimation]
        package var nineSlice: NineSlice?
        /// Whether the catalog says where the pivot is.
        package var isPivotGiven: Bool
        /// What the asset's image set says.
        package var rendering: RenderingIntent?
        /// What is done to the colors.
        package var colors = PlannedColors()
    }

    /// What lies behind looks for some axis values.
    package struct Background: AxisArt, Sendable {
        package var axes: [String: String]
        package var level: Int?
        /// Fills the canvas and its bleed.
        package var rendition: String
    }

    package var arts: [Art] = []
    /// Those of one image one after the other.
    package var images: [ImageArt] = []
    /// By the image's id.
    package var backgrounds: [String: [Background]] = [:]
    package var sides: [Side] = []
    /// What is drawn without a file.
    package var missing = MissingArt()
    /// One for each asset and way of keying it, in the order of first use.
    package var jobs: [RenderJob] = []

    private var jobIndexes: [JobKey: Int] = [:]
    /// Whether the catalog changes colors anywhere.
    private var changesColors = false
    var renditions: [String: RenditionKey] = [:]

    struct JobKey: Hashable {
        var asset: String
        var keying: Keying

        /// Hardly any asset is keyed in several ways, and settings take long to hash.
        func hash(into hasher: inout Hasher) { hasher.combine(asset) }
    }

    struct RenditionKey: Equatable {
        var job: JobKey
        var transform: LayerTransform
        var colors: [ColorChange]
    }

    /// Plans the cells that resolved to an asset.
    ///
    /// - Parameters:
    ///   - catalog: the settings.
    ///   - cells: what to plan.
    ///   - images: those to plan beside them.
    ///   - backgrounds: those to plan as what lies behind looks.
    ///   - folder: the catalog's own, as the disk knows it.
    ///   - scales: pixels per point of what will be rendered; ascending.
    ///   - sides: finds side assets by suffix and the name of what they belong to.
    package init(
        _ catalog: Catalog,
        _ cells: [Coverage.Cell],
        images: [Coverage.ImageArt] = [],
        backgrounds: [Coverage.ImageArt] = [],
        in folder: String,
        scales: [Int],
        sides: (suffixes: [String], index: AssetIndex)? = nil
    ) {
        changesColors = !catalog.authoredColorings.isEmpty
        arts.reserveCapacity(cells.count)
        jobs.reserveCapacity(cells.count)
        jobIndexes.reserveCapacity(cells.count)
        renditions.reserveCapacity(cells.count)
        for cell in cells {
            guard let asset = cell.winner else { continue }
            add(cell, asset, catalog: catalog, folder: folder, scales: scales)
            guard let sides, let name = arts.last?.rendition else { continue }
            add(sides, of: asset, as: name, catalog: catalog, folder: folder, scales: scales)
        }
        for art in images {
            add(art, catalog: catalog, folder: folder, scales: scales)
            guard let sides, let name = self.images.last?.rendition else { continue }
            add(sides, of: art.asset, as: name, catalog: catalog, folder: folder, scales: scales)
        }
        for art in backgrounds {
            let (area, id) = (catalog.canvas.area, art.image.id)
            let size = LayerSize.fitted(width: area.width, height: area.height, .cover)
            let name = ["\(art.asset.plainName)~\(id)~background"]
            let transform = LayerTransform(size: size)
            let colors = plannedColors(
                of: .image(art.image),
                asset: art.asset.name,
                for: art.colored,
                in: catalog
            )
            let own = Background(
                axes: art.axes,
                level: art.level,
                rendition: add(
                    art,
                    transform,
                    colors,
                    name.map { $0 + colors.suffix },
                    catalog,
                    folder,
                    scales
                )
            )
            self.backgrounds[id, default: []].append(own)
        }
    }

    func plannedColors(
        of subject: ColorSubject,
        asset: String,
        for values: [String: String],
        in catalog: Catalog
    ) -> PlannedColors {
        guard changesColors else { return PlannedColors() }
        return PlannedColors(of: subject, asset: asset, for: values, in: catalog)
    }

    /// The pictures that lie beside those of a rendition.
    private mutating func add(
        _ sides: (suffixes: [String], index: AssetIndex),
        of asset: Asset,
        as rendition: String,
        catalog: Catalog,
        folder: String,
        scales: [Int]
    ) {
        let base = jobs.lazy.compactMap { job in
            job.renditions.first { $0.name == rendition }
        }.first
        guard let base else { return }
        for suffix in sides.suffixes {
            guard let side = sides.index[asset.name + suffix] else { continue }
            var own = Side(suffix: suffix, rendition: base.name + suffix, base: base.name)
            guard !self.sides.contains(own) else { continue }
            let job = jobIndex(
                // Side pictures have no screen: their colors mean something else.
                JobKey(asset: side.name, keying: .never),
                side,
                catalog.sheet(for: asset.name).value,
                catalog: catalog,
                folder: folder,
                scales: scales
            )
            // Colors of a side picture are no colors: all variants have one in common.
            let known = jobs[job].renditions.first { $0.transform == base.transform }
            if !base.colors.isEmpty, let known {
                own.rendition = known.name
            } else {
                jobs[job].renditions.append(
                    RenderJob.Rendition(name: own.rendition, transform: base.transform)
                )
            }
            self.sides.append(own)
        }
    }

    private mutating func add(
        _ art: Coverage.ImageArt,
        catalog: Catalog,
        folder: String,
        scales: [Int]
    ) {
        let sheet = catalog.sheet(for: art.asset.name).value
        let transform = LayerTransform(art.image.placement, sheet)
        // Items were named before; an image that shows other pixels than they do says so.
        let own = art.asset.plainName
        let colors = plannedColors(
            of: .image(art.image),
            asset: art.asset.name,
            for: art.colored,
            in: catalog
        )
        let ofImage = "\(own)~\(art.image.id)"
        let names = (art.image.coloring.isEmpty ? [own, ofImage] : [ofImage])
            .map { $0 + colors.suffix }
        images.append(
            ImageArt(
                image: art.image,
                axes: art.axes,
                level: art.level ?? 0,
                asset: art.asset.name,
                rendition: add(art, transform, colors, names, catalog, folder, scales),
                animations: sheet.animations,
                nineSlice: sheet.nineSlice,
                isPivotGiven: (art.image.placement.pivot ?? sheet.pivot) != nil,
                rendering: art.asset.rendering,
                colors: colors
            )
        )
    }

    private mutating func add(
        _ cell: Coverage.Cell,
        _ asset: Asset,
        catalog: Catalog,
        folder: String,
        scales: [Int]
    ) {
        let sheet = catalog.sheet(for: asset.name).value
        let subject = cell.subject
        let (isOverlay, species) =
            switch subject {
            case .species(let species): (false, species)
            case .item(let item, let species): (item.equipStyle == .overlay, species)
            }
        let keying = Keying(
            catalog.keyWish(for: subject, asset: asset.name).wish,
            catalog.chroma(for: subject, asset: asset.name).value
        )
        let placement = catalog.placement(
            for: subject,
            part: cell.part,
            asset: asset.name
        )?.value
        let transform = LayerTransform(placement, sheet)
        let jobKey = JobKey(asset: asset.name, keying: keying)
        let colors = plannedColors(
            of: .art(subject),
            asset: asset.name,
            for: cell.colored,
            in: catalog
        )
        let name = renditionName(
            for: cell,
            RenditionKey(job: jobKey, transform: transform, colors: colors.changes),
            name: asset.plainName,
            suffix: colors.suffix,
            sheet: sheet,
            catalog: catalog
        )
        let job = jobIndex(jobKey, asset, sheet, catalog: catalog, folder: folder, scales: scales)
        jobs[job].add(name, transform, colors)
        arts.append(
            Art(
                subject: Art.Subject(subject),
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
    }

    /// Plans a rendition of an image, and says what its frames are called.
    private mutating func add(
        _ art: Coverage.ImageArt,
        _ transform: LayerTransform,
        _ colors: PlannedColors,
        _ names: [String],
        _ catalog: Catalog,
        _ folder: String,
        _ scales: [Int]
    ) -> String {
        let (image, asset) = (art.image, art.asset)
        let keying = Keying(
            catalog.keyWish(for: image, asset: asset.name).wish,
            catalog.chroma(for: image, asset: asset.name).value
        )
        let key = JobKey(asset: asset.name, keying: keying)
        let name = claim(
            names,
            RenditionKey(job: key, transform: transform, colors: colors.changes)
        )
        let sheet = catalog.sheet(for: asset.name).value
        let job = jobIndex(key, asset, sheet, catalog: catalog, folder: folder, scales: scales)
        jobs[job].add(name, transform, colors)
        return name
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
        let files = asset.files.map { source in
            func file(_ path: String) -> RenderJob.File {
                RenderJob.File(
                    path: joinPath(folder, path),
                    shownPath: path,
                    density: sheet.density ?? source.density
                )
            }
            func whole(_ source: Asset.File) -> RenderJob.File {
                var whole = file(source.path)
                whole.reading.part = source.part
                if case .ownFrames? = sheet.cutting { whole.reading.isSheet = true }
                whole.following = source.following.map(file)
                // Of files that are not keyed the screens do not matter.
                guard key.keying != .never else { return whole }
                let others = source.also
                whole.also = others.map { other in
                    var first = file(other.path)
                    first.reading = whole.reading
                    first.reading.part = other.part
                    return first
                }
                for index in whole.following.indices {
                    whole.following[index].also = others.map { file($0.following[index]) }
                }
                return whole
            }
            return whole(source)
        }
        jobs.append(
            RenderJob(
                asset: asset.name,
                files: files,
                keying: key.keying,
                cutting: FrameCutting(sheet, density: sheet.density ?? catalog.sourceDensity),
                filter: sheet.filter.resampling,
                renditions: [],
                scales: scales
            )
        )
        jobIndexes[key] = jobs.count - 1
        return jobs.count - 1
    }
}
