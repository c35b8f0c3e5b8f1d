internal import ArtRendering
internal import AssetNaming
internal import Catalog
package import CatalogLoading
internal import ChromaKey
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
        var found = diagnostics
        let plan = RenderPlan(catalog, coverage.cells, in: folder, scales: [1])
        let artsByRendition = Dictionary(grouping: plan.arts, by: \.rendition)
        let looked = try await inParallel(plan.jobs.count, jobs: jobs) { index in
            let job = plan.jobs[index]
            let arts = job.renditions.flatMap { artsByRendition[$0.name] ?? [] }
            return await job.check(catalog, uses: ArtUses(arts: arts), disk: disk)
        }
        found += looked.flatMap(\.findings)
        found += checkSizes(plan, looked)
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
        let sizes = Dictionary(
            zip(plan.jobs, looked).compactMap { job, look in
                look.size.map { (job.asset, $0) }
            }
        ) { first, _ in first }
        let artsBySpecies = Dictionary(grouping: plan.arts.filter(\.isBase), by: \.species)
        return catalog.species.flatMap { species -> [Diagnostic] in
            // The first of several axis values stands for all.
            let assets = Dictionary(
                (artsBySpecies[species.id] ?? []).map { ($0.subject, $0.asset) }
            ) { first, _ in first }
            guard let bareAsset = assets[.species(species.id)], var bare = sizes[bareAsset]
            else { return [] }
            bare.name = "species \"\(species.id)\""
            let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }
                .compactMap { item -> SubjectSize? in
                    guard let asset = assets[.item(item.id)], var size = sizes[asset]
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
    /// Of a species or an outfit.
    var size: SubjectSize?
    var scaling: ScalingFacts?
}

/// The arts that one job serves.
private struct ArtUses: Sendable {
    var arts: [RenderPlan.Art]

    var isBase: Bool { arts.contains { $0.isBase } }
}

extension RenderJob {
    /// Decodes, keys and cuts every file, and says what would look broken.
    fileprivate func check(_ catalog: Catalog, uses: ArtUses, disk: any Disk) async -> LookedAt {
        do throws(RenderFailure) {
            let need = keying == .never ? PictureNeed.reading : .keying + .picture
            return try await working(
                on: files.map { ($0, need) },
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
        for file in files {
            let picture: SourcePicture
            let cells: [PixelRect]
            do throws(RenderFailure) {
                picture = try open(
                    file,
                    contents[file.path],
                    keepsSource: true,
                    disk: disk,
                    limits: DecodeLimits()
                )
                result.findings += keyFindings(picture, file)
                isPixelArt = picture.isPixelArt
                cells = try self.cells(of: picture.image, file)
            } catch {
                result.findings.append(error.diagnostic)
                continue
            }
            let checked = CheckedPicture(
                path: file.shownPath,
                image: picture.image,
                frames: cells,
                animations: uses.isBase ? sheet.animations : [],
                isBase: uses.isBase,
                density: file.density,
                screen: (picture.report?.screen?.color).map(HexColor.init),
                isKeyedByFormula: picture.report?.mode.isFormula ?? false,
                missingScreen: picture.report.flatMap { $0.screen == nil ? declaredScreen : nil }
            )
            result.findings += checkPicture(checked)
            if uses.isBase { result.size = SubjectSize(name: "", location: nil, picture: checked) }
        }
        if let last = files.last {
            result.scaling = ScalingFacts(
                asset: asset,
                path: last.shownPath,
                isPixelArt: isPixelArt,
                density: last.density,
                placements: uses.arts.compactMap { art in
                    guard case .item(let id) = art.subject, let item = catalog.item(id),
                        let species = catalog.species(art.species),
                        let placement = catalog.placement(of: item, for: species)
                    else { return nil }
                    return (placement.value, placement.location(of: "scale"))
                }
            )
        }
        return result
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
            nearThreshold: report.shareNearThreshold
        )
        return checkKeying(facts, source: picture.source ?? picture.image)
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
        let bytes = baked.files.reduce(0) { $0 + $1.bytes.count }
        self.init(pages: pages, bytes: baked.pages.reduce(bytes) { $0 + $1.byteCount })
    }
}
