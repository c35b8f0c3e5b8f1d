internal import ArtRendering
internal import AssetNaming
internal import Catalog
package import CatalogLoading
internal import ChromaKey
internal import Compose
package import Diagnostics
package import FileStore
internal import ImageCodec
internal import KilnManifest
internal import PictureFiles
internal import Raster
internal import Reports
internal import SheetSlicing
internal import Validation

extension LoadedCatalog {
    /// Looks at everything that a bake would look at, pixels included, and writes nothing.
    ///
    /// - Parameters:
    ///   - previous: the path of a manifest that players' saves rely on; nil compares with none.
    ///   - jobs: how many pictures to work on at once.
    ///   - disk: where they are.
    /// - Returns: every finding, in report order, with the severities that the catalog wants.
    /// - Throws: `DiskError` when the earlier manifest cannot be had, `ManifestError` when it is none,
    ///   `CancellationError`.
    package func validate(
        against previous: String? = nil,
        jobs: Int,
        disk: any Disk
    ) async throws -> [Diagnostic] {
        var found = diagnostics + (diagnostics.hasErrors ? [] : nothingToBake)
        let plan = RenderPlan(
            catalog,
            coverage.cells,
            images: coverage.images,
            in: folder,
            scales: [1]
        )
        let artsByRendition = Dictionary(grouping: plan.arts, by: \.rendition)
        let imagesByRendition = Dictionary(grouping: plan.images, by: \.rendition)
        let looked = try await inParallel(plan.jobs.count, jobs: jobs) { index in
            let job = plan.jobs[index]
            let names = job.renditions.map(\.name)
            let uses = ArtUses(
                arts: names.flatMap { artsByRendition[$0] ?? [] },
                images: names.flatMap { imagesByRendition[$0] ?? [] }.map(\.image)
            )
            return await job.check(catalog, uses: uses, disk: disk)
        }
        found += looked.flatMap(\.findings)
        found += checkSizes(plan, looked)
        // A placement that could not be read puts its picture anywhere.
        if !diagnostics.hasErrors {
            found += checkCanvas(looked.flatMap(\.onCanvas), canvas: catalog.canvas)
        }
        found += catalog.checkPageSizes(
            looked.reduce(into: [:]) { $0.merge($1.largeFrames) { first, _ in first } },
            plan
        )
        let scales = Set(catalog.targets.flatMap(\.settings.scales)).sorted()
        found += checkScaling(looked.compactMap(\.scaling), scales: scales)
        if !found.hasErrors { found += try await checkBudgets(jobs: jobs, disk: disk) }
        found = found.seenFromHere(catalog: path)
        if let previous {
            let manifest = try Manifest(bytes: try disk.read(previous))
            found += checkStability(of: catalog, against: manifest, path: previous)
        }
        return found.applying(catalog.checks).inReportOrder()
    }

    /// Outfits that show a species in another size.
    private func checkSizes(_ plan: RenderPlan, _ looked: [LookedAt]) -> [Diagnostic] {
        var sizes: [String: SubjectSize] = [:]
        for (job, look) in zip(plan.jobs, looked) {
            guard let size = look.size, let cell = look.cell, let density = job.files.last?.density
            else { continue }
            for art in plan.arts where art.isBase && art.asset == job.asset {
                var own = size
                own.side *= job.pointsPerPixel(of: art, cell: cell, density: density)
                sizes["\(art.species) \(art.asset)"] = own
            }
        }
        let artsBySpecies = Dictionary(grouping: plan.arts.filter(\.isBase), by: \.species)
        return catalog.species.flatMap { species -> [Diagnostic] in
            // The first of several axis values stands for all.
            let assets = Dictionary(
                (artsBySpecies[species.id] ?? []).map { ($0.subject, $0.asset) }
            ) { first, _ in first }
            guard let bareAsset = assets[.species(species.id)],
                var bare = sizes["\(species.id) \(bareAsset)"]
            else { return [] }
            bare.name = "species \"\(species.id)\""
            let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }
                .compactMap { item -> SubjectSize? in
                    guard let asset = assets[.item(item.id)],
                        var size = sizes["\(species.id) \(asset)"]
                    else { return nil }
                    size.name = "item \"\(item.id)\""
                    size.location = item.place["id"].location
                    return size
                }
            return Validation.checkSizes(of: outfits, against: bare)
        }
    }

    /// Targets with a budget are baked in memory, to know what they come to.
    private func checkBudgets(jobs: Int, disk: any Disk) async throws -> [Diagnostic] {
        let limited = catalog.targets.filter { !$0.settings.budget.isEmpty }
        guard !limited.isEmpty else { return [] }
        let scales = Set(limited.flatMap(\.settings.scales)).sorted()
        let context = RenderContext(disk: disk, jobs: jobs)
        let (art, findings) = try await render(
            scales: scales,
            targets: limited,
            in: context
        )
        guard let art else { return findings }
        var found: [Diagnostic] = []
        for target in limited {
            do {
                let baked = try await bakeTarget(
                    target,
                    art,
                    LayoutPlaces(catalog: path),
                    in: context
                )
                found += checkBudget(of: target, cost: TargetCost(baked))
            } catch let failure as TargetFailure {
                found.append(failure.diagnostic(for: target))
            }
        }
        return found
    }
}

/// What one asset showed.
private struct LookedAt: Sendable {
    var findings: [Diagnostic] = []
    /// Of a species or an outfit, in pixels of its last file.
    var size: SubjectSize?
    /// Of the last file, in pixels.
    var cell: PixelSize?
    var scaling: ScalingFacts?
    var onCanvas: [CanvasFacts] = []
    /// Frames that may not fit on a page, in points by name.
    var largeFrames: [String: PixelSize] = [:]
}

/// The arts that one job serves.
private struct ArtUses: Sendable {
    var arts: [RenderPlan.Art]
    var images: [NamedImage]

    /// Whether it is a pet or an outfit that always shows something; of several layers the first does.
    var isBase: Bool { arts.contains { $0.isBase && ($0.part ?? 0) == 0 } }
    var isScene: Bool { arts.isEmpty && !images.isEmpty }
}

extension RenderJob {
    /// Decodes, keys and cuts every file, and says what would look broken.
    fileprivate func check(_ catalog: Catalog, uses: ArtUses, disk: any Disk) async -> LookedAt {
        do throws(RenderFailure) {
            let need = keying == .never ? PictureNeed.reading : .keying + .picture
            return try await working(
                on: files.flatMap(\.all).map { ($0, need) },
                disk: disk,
                limits: DecodeLimits()
            ) { contents in
                checked(catalog, uses, contents, disk)
            }
        } catch {
            return LookedAt(findings: [error.diagnostic])
        }
    }

    private func checked(
        _ catalog: Catalog,
        _ uses: ArtUses,
        _ contents: [String: [UInt8]],
        _ disk: any Disk
    ) -> LookedAt {
        var result = LookedAt()
        let sheet = catalog.sheet(for: asset).value
        var isPixelArt = false
        var sizes: [FileSize] = []
        for file in files {
            let picture: SourcePicture
            let image: StraightImage
            let cells: [PixelRect]
            do throws(RenderFailure) {
                let frames = try file.all.map { (frame) throws(RenderFailure) in
                    try open(
                        frame,
                        contents[frame.path],
                        keepsSource: true,
                        disk: disk,
                        limits: DecodeLimits()
                    )
                }
                for (frame, file) in zip(frames, file.all) {
                    result.findings += keyFindings(frame, file)
                }
                picture = frames[0]
                isPixelArt = picture.isPixelArt
                (image, cells) = try side(bySide: frames.map(\.image), file)
            } catch {
                result.findings.append(error.diagnostic)
                continue
            }
            let checked = CheckedPicture(
                path: file.shownPath,
                image: image,
                frames: cells,
                animations: uses.isBase ? sheet.animations : [],
                isBase: uses.isBase,
                isScene: uses.isScene,
                density: file.density,
                screen: (picture.report?.screen?.color).map(HexColor.init),
                isKeyedByFormula: picture.report?.mode.isFormula ?? false,
                missingScreen: picture.report.flatMap { $0.screen == nil ? declaredScreen : nil }
            )
            result.findings += checkPicture(checked)
            if uses.isBase {
                result.size = SubjectSize(
                    name: "",
                    location: nil,
                    picture: checked,
                    pointsPerPixel: 1
                )
            }
            if let cell = cells.first {
                result.cell = cell.size
                sizes.append(
                    FileSize(
                        path: file.shownPath,
                        density: file.density,
                        width: cell.width,
                        height: cell.height
                    )
                )
            }
            guard file == files.last else { continue }
            result.onCanvas = canvasFacts(of: uses.arts, checked, cells, catalog)
            result.largeFrames = largeFrames(checked, cells, above: catalog.smallestPage)
        }
        // A box makes all of them one size.
        if renditions.contains(where: \.isScaled), let mismatch = checkDensities(of: asset, sizes) {
            result.findings.append(mismatch)
        }
        if let last = files.last {
            result.scaling = ScalingFacts(
                asset: asset,
                path: last.shownPath,
                isPixelArt: isPixelArt,
                density: last.density,
                cell: (result.cell?.width ?? 1, result.cell?.height ?? 1),
                placements: uses.arts.compactMap { art in
                    guard let placement = catalog.placement(in: art) else { return nil }
                    let member = placement.value.size == nil ? "scale" : "size"
                    return (placement.value, placement.location(of: member))
                } + uses.images.map { ($0.placement, $0.place["size"].location) },
                isScene: uses.isScene
            )
        }
        return result
    }

    /// What is looked at: the sheet and its cells, or frames that have files of their own as a sheet.
    private func side(
        bySide frames: [StraightImage],
        _ file: File
    ) throws(RenderFailure) -> (sheet: StraightImage, cells: [PixelRect]) {
        guard frames.count > 1 else { return (frames[0], try cells(of: frames[0], file)) }
        var size: PixelSize?
        for (frame, file) in zip(frames, file.all) { try file.require(frame.size, like: &size) }
        let first = frames[0].size
        guard let whole = PixelSize(width: first.width * frames.count, height: first.height) else {
            throw RenderFailure(path: file.shownPath, reason: .tooLarge)
        }
        var sheet = StraightImage(size: whole)
        var cells: [PixelRect] = []
        for (number, frame) in frames.enumerated() {
            let corner = PixelPoint(x: number * first.width, y: 0)
            sheet.copy(from: frame, at: corner)
            cells += [PixelRect(origin: corner, size: first)].compactMap(\.self)
        }
        return (sheet, cells)
    }

    private func keyFindings(_ picture: SourcePicture, _ file: File) -> [Diagnostic] {
        guard let report = picture.report else { return [] }
        let wish: KeyWish =
            switch keying {
            case .never: .never
            case .whenOpaque: .whenOpaque
            case .always: .always
            }
        let facts = KeyFacts(
            path: file.shownPath,
            wish: wish,
            declared: declaredKey,
            screen: report.screen.map { HexColor($0.color) },
            taken: report.taken.map(TakenFacts.init),
            isGlass: (keying.settings?.threshold ?? 0) >= 0.5
        )
        return checkKeying(facts, source: picture.source ?? picture.image)
    }
}

extension TakenFacts {
    fileprivate init(_ taken: KeyReport.Taken) {
        self.init(
            share: taken.share,
            color: HexColor(taken.color),
            isEven: taken.isEven,
            threshold: taken.threshold
        )
    }
}

extension RenderJob.Rendition {
    /// Whether the picture's own size decides how large it is drawn.
    fileprivate var isScaled: Bool { if case .scaled = transform.size { true } else { false } }
}

extension Catalog {
    fileprivate func placement(in art: RenderPlan.Art) -> Resolved<Placement>? {
        guard let species = species(art.species) else { return nil }
        var worn: Item?
        if case .item(let id) = art.subject { worn = item(id) }
        return placement(
            for: ArtSubject(worn, on: species),
            part: art.part ?? 0,
            asset: art.asset
        )
    }
}

extension TargetCost {
    init(_ baked: BakedTarget) {
        let pages = baked.manifest.pages.flatMap { page in
            page.images.compactMap { image in
                PixelSize(width: page.width, height: page.height)?.scaled(by: image.scale).map {
                    Page(path: image.path, scale: image.scale, size: $0)
                }
            }
        }
        let pictures = (baked.manifest.pictures ?? []).compactMap { picture in
            PixelSize(width: picture.width, height: picture.height).map {
                Page(path: picture.path, scale: picture.scale, size: $0)
            }
        }
        let bytes = baked.files.reduce(0) { $0 + $1.bytes.count }
        self.init(pages: pages + pictures, bytes: baked.pages.reduce(bytes) { $0 + $1.byteCount })
    }
}
