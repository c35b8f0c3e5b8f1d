import Catalog
import Diagnostics
import KilnManifest
import Raster
import SheetSlicing

extension ComparedPictures {
    /// What is wrong with the pictures, each by itself and side by side; in no particular order, with
    /// the severities of their checks.
    ///
    /// `scales` are those of the targets. `arePlacesKnown` is false when placements could not be read,
    /// so that pictures may be anywhere.
    func findings(scales: [Int], arePlacesKnown: Bool = true) -> [Diagnostic] {
        var found = looked.flatMap { job, _, checked in
            checked.findings.map { $0.dependingOnGrid(of: job.asset, in: catalog) }
        }
        var onCanvas: [CanvasFacts] = []
        var scaling: [ScalingFacts] = []
        onCanvas.reserveCapacity(plan.arts.count)
        scaling.reserveCapacity(plan.jobs.count)
        let pets = fullCanvasPets
        for (job, uses, checked) in looked {
            guard let uses else { continue }
            if let facts = scalingFacts(job, uses, checked) { scaling.append(facts) }
            found += blackTints(of: job, uses, checked)
            if let finding = nineSlice(of: job.asset, checked) { found.append(finding) }
            for art in arePlacesKnown ? uses.arts : [] {
                if let facts = canvasFacts(job, art, checked, pets) { onCanvas.append(facts) }
            }
        }
        found += outfitSizes
        found += oddSizes(sizes)
        found += oddFileSizes(fileSizes)
        if let finding = offCenter(margins) { found.append(finding) }
        found += oddPictures(siblings)
        // Marks and rims move what a picture shows, too.
        found += oddPlaces(places, canvas: catalog.canvas)
        let shown = shown
        if arePlacesKnown {
            let facts = shown.filter { $0.kind == .base }
            found = found.withoutSharedPoses(of: facts)
            // The first of several axis values stands for all.
            let bases = facts.uniqued(by: \.subject)
            found += checkOutfits(bases, canvas: catalog.canvas)
            let moods = facts.filter { $0.item == nil && !$0.values.isEmpty }
            let likeness = checkLikeness(of: bases, moods: moods)
            // What is the picture of something else differs in more than that.
            let foreign = Set(
                likeness.filter { $0.check == .samePicture }.flatMap { finding in
                    ([finding.location].compactMap(\.self) + finding.related).map(\.path)
                }
            )
            found.removeAll { $0.check == .feetLevel && foreign.contains($0.frame.path) }
            found += likeness
            // Other sheets say what a frame shows, it alone only how it is unlike its neighbors.
            let known = oddFramesAmongSheets(facts.filter { !foreign.contains($0.path) })
            let frames = Set(known.map(\.frame))
            found.removeAll { $0.check == .oddFrame && frames.contains($0.frame) }
            found += known
        }
        // A grid that cuts through figures is mended together with the density of its cells.
        found = found.completed(by: onCanvas, in: catalog).sparingOthers(self)
        found += checkCanvas(onCanvas, in: catalog)
        found += checkScaling(
            scaling,
            scales: scales,
            canvas: PixelSize(width: catalog.canvas.width, height: catalog.canvas.height)
        )
        found += colorFindings
        found += checkSamePictures(shown.filter { !$0.isPlain })
        return found
    }
}

extension Diagnostic {
    /// Where a sheet is cut wrongly its frames tell nothing, nor does what lacks a frame.
    fileprivate func dependingOnGrid(of asset: String, in catalog: Catalog) -> Diagnostic {
        let pixels = Matter.pixels(of: location?.path ?? "")
        return switch check {
        case .gridCutsFigures: atCutting(of: asset, in: catalog)
        case .unusedFrames, .feetJitter,
            _ where Check.ofFrames.contains(check):
            following([.grid(of: asset), .sheets, pixels])
        // What is a background is neither a rim nor what is left of one.
        case .bakedBackground, .sheetGuides: spoiling([pixels])
        case .upscaled: reportedOnce(for: [pixels]).following([.grid(of: asset), .sheets])
        case .fringe, .alphaHaze: reportedOnce(for: [pixels])
        case .leakyAlpha, .matteRim: following([pixels])
        // Keying measures the same background a little differently.
        case .noKeyFound where severity == .error: reportedOnce(for: [pixels])
        case .keyLeftInside, .keyNearSubject, .noKeyFound: following([pixels])
        // Its frames are wherever they are in the right one.
        case .densityMismatch: spoiling([.grid(of: asset)])
        default: self
        }
    }
}

extension [Diagnostic] {
    /// Helps about grids that cut figures, so that other sheets of the same rule stay as they are.
    fileprivate func sparingOthers(_ pictures: ComparedPictures) -> [Diagnostic] {
        guard contains(where: { $0.check == .gridCutsFigures }) else { return self }
        let catalog = pictures.catalog
        var better: [String: (asset: String, grid: SheetGridFacts)] = [:]
        var fitting: Set<SourceLocation> = []
        for (job, _, checked) in pictures.looked {
            guard let place = catalog.placeOfCutting(job.asset) else { continue }
            if let finding = checked.findings.first(where: { $0.check == .gridCutsFigures }) {
                better[finding.location?.path ?? ""] = checked.figures.map { (job.asset, $0) }
            } else if checked.cells.count > 1 {
                fitting.insert(place)
            }
        }
        return map { finding in
            guard finding.check == .gridCutsFigures, let place = finding.location,
                let (asset, grid) = finding.related.lazy.compactMap({ better[$0.path] }).first
            else { return finding }
            var finding = finding
            if fitting.contains(place) {
                finding.help =
                    "give it a rule of its own, because other sheets fit this one: put "
                    + "\"\(asset)\": { \(grid.member) } under \"sheets\""
            } else if catalog.sheet(for: asset).value.cutting?.member == "cell" {
                finding.help?.replace(grid.member, with: "\(grid.member) instead of \"cell\"")
            }
            return finding
        }
    }
}

extension Check {
    /// What single frames may have unlike others of their sheet.
    static let ofFrames: [Check] = [
        .emptyFrame, .duplicateFrames, .sizeJump, .placeJump, .oddFrame, .clipped, .frameDrift,
        .frameSize, .mirroredFrame, .neighborSliver,
    ]
    /// What makes frames look unlike those of other sheets.
    static let hidingFrames: [Check] = [
        .gridCutsFigures, .bakedBackground, .sheetGuides, .strayPixels,
    ]

    static let nineSliceSize = Check("nine-slice-size")
}

extension [Diagnostic] {
    /// Without those of single frames that nearly all sheets of a species have in that frame: they are
    /// drawn so.
    fileprivate func withoutSharedPoses(of bases: [ComparedPicture]) -> [Diagnostic] {
        let species = Dictionary(bases.map { ($0.path, $0.species) }) { first, _ in first }
        let sheets = Dictionary(grouping: species.keys) { species[$0] }
        var poses: [[String?]: Set<String>] = [:]
        func pose(_ finding: Diagnostic) -> [String?]? {
            guard Check.ofFrames.contains(finding.check), finding.check != .clipped,
                // Pets may vanish for a frame, but leave sparks.
                finding.check != .emptyFrame || finding.message.contains("speck"),
                let own = species[finding.frame.path]
            else { return nil }
            return [own, finding.check.id, finding.frame.words]
        }
        for finding in self {
            if let pose = pose(finding) { poses[pose, default: []].insert(finding.frame.path) }
        }
        return filter { finding in
            guard let pose = pose(finding), let alike = poses[pose]?.count else { return true }
            return alike < 3 || alike * 4 < 3 * (sheets[pose[0]]?.count ?? 0)
        }
    }
}

extension Diagnostic {
    fileprivate struct Frame: Hashable {
        var path: String
        /// Such as `frame 3`.
        var words: String
    }

    /// Which frame of which file it is about.
    fileprivate var frame: Frame {
        let words = message.split(separator: " ").prefix(2)
        return Frame(path: location?.path ?? "", words: words.joined(separator: " "))
    }
}

extension ComparedPictures {
    /// Borders must leave something between them that can be stretched.
    private func nineSlice(of asset: String, _ checked: CheckedAsset) -> Diagnostic? {
        let sheet = catalog.sheet(for: asset)
        guard let slice = sheet.value.nineSlice, let cell = checked.cells.first else { return nil }
        let width = cell.size.width / checked.density
        let height = cell.size.height / checked.density
        let isWide = slice.left + slice.right >= width
        guard isWide || slice.top + slice.bottom >= height else { return nil }
        return Diagnostic(
            .nineSliceSize,
            at: sheet.place(of: "nineSlice").location,
            message: "the borders of asset \"\(asset)\" leave nothing to stretch, found "
                + (isWide
                    ? "\(slice.left) and \(slice.right) points of a width of \(width)"
                    : "\(slice.top) and \(slice.bottom) points of a height of \(height)"),
            help: "give the sizes of the corners, in points"
        )
        .following([.sheets, .grid(of: asset)])
    }

    /// Tints that multiply the colors of black art, which stays black.
    private func blackTints(
        of job: RenderJob,
        _ uses: AssetUses,
        _ checked: CheckedAsset
    ) -> [Diagnostic] {
        guard let traits = checked.traits, traits.luma <= 4, traits.saturation <= 4 else {
            return []
        }
        let arts = uses.arts.compactMap { catalog.subject(of: $0) }
        let chains = (arts + uses.images.map(ArtSubject.image)).flatMap { subject in
            let values = catalog.coloringValues(of: subject, asset: job.asset)
                .flatMap { axis, values in values.sorted().map { [axis: $0] } }
            return ([[:]] + values).map {
                catalog.colorSteps(of: subject, asset: job.asset, values: $0)
            }
        }
        // What was given other colors before is black no more.
        let tints = chains.compactMap { steps -> ColorStep? in
            guard let first = steps.first, case .tint(let tint) = first.change,
                tint.mode == .multiply, tint.color != .init(255, 255, 255)
            else { return nil }
            return first
        }
        return tints.map {
            Diagnostic(
                .noEffect,
                at: $0.place.location,
                message: "the tint of \"\(job.asset)\" multiplies black, which stays black",
                help:
                    "add \"mode\": \"template\", which gives all of it the color, or draw it in white",
                related: job.files.last.map { [SourceLocation(path: $0.shownPath)] } ?? []
            )
            .reportedOnce(at: $0.place.location, "tint")
        }
        .uniqued
    }

    /// Outfits that show a species in another size.
    private var outfitSizes: [Diagnostic] {
        let basesByAsset = Dictionary(grouping: plan.arts.filter(\.isBase), by: \.asset)
        var sizes: [String: (areas: [Int], pointsPerPixel: Double)] = [:]
        for (job, _, checked) in looked {
            // Of halves and boxes no one knows how large the pet in them is.
            guard let cell = checked.cells.first,
                !checked.findings.contains(where: {
                    [.bakedBackground, .gridCutsFigures].contains($0.check)
                        || $0.check == .noKeyFound && $0.severity == .error
                })
            else { continue }
            for art in basesByAsset[job.asset] ?? [] {
                sizes["\(art.species) \(art.asset)"] = (
                    checked.cells.map(\.area),
                    job.pointsPerPixel(of: art, cell: cell.size, density: checked.density)
                )
            }
        }
        let artsBySpecies = Dictionary(grouping: plan.arts.filter(\.isBase), by: \.species)
        return catalog.species.flatMap { species -> [Diagnostic] in
            // The first of several axis values stands for all.
            let assets = Dictionary(
                (artsBySpecies[species.id] ?? []).map { ($0.subject, $0.asset) }
            ) { first, _ in first }
            func size(
                _ subject: RenderPlan.Art.Subject,
                _ name: String,
                _ location: SourceLocation?
            ) -> SubjectSize? {
                assets[subject].flatMap { sizes["\(species.id) \($0)"] }.map {
                    SubjectSize(
                        name: name,
                        location: location,
                        areas: $0.areas,
                        pointsPerPixel: $0.pointsPerPixel
                    )
                }
            }
            guard let bare = size(.species(species.id), "species \"\(species.id)\"", nil) else {
                return []
            }
            let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }.compactMap {
                size(.item($0.id), "item \"\($0.id)\"", $0.place["id"].location)
            }
            return checkSizes(of: outfits, against: bare).map {
                $0.following(Set(assets.values.map { .grid(of: $0) }))
            }
        }
    }
}

extension CheckedAsset {
    /// The share of a pet that this overlay of the canvas's size hides, 0...1; nil when it hides little.
    ///
    /// What is worn may hide much of a pet, as robes do. It is seldom larger than the pet, as what was
    /// drawn by itself is.
    fileprivate func hiddenShare(of pet: CheckedAsset) -> Double? {
        // In smaller ones each pixel would count for much.
        guard let size = cells.first?.size, min(size.width, size.height) >= 16 else { return nil }
        let share = pet.silhouette.hidden(by: silhouette)
        return share >= 0.6 || share >= 0.35 && spread >= pet.spread ? share : nil
    }

    /// The share of the first frame that the box around what is seen takes.
    private var spread: Double {
        guard let cell = cells.first, let bounds = cell.bounds else { return 0 }
        return Double(bounds.size.area) / Double(cell.size.area)
    }
}

extension ComparedPictures {
    private func canvasFacts(
        _ job: RenderJob,
        _ art: RenderPlan.Art,
        _ checked: CheckedAsset,
        _ pets: [String: CheckedAsset]
    ) -> CanvasFacts? {
        guard let place = job.place(of: art, on: catalog.canvas),
            let size = place.size(of: checked), let last = job.files.last
        else { return nil }
        let loss = place.holdsAll(of: checked) ? nil : checked.losses[place.key]
        var subject = "species \"\(art.species)\""
        var source = catalog.species(art.species)?.place["placement"]
        if let item = art.item.flatMap(catalog.item) {
            subject = "item \"\(item.id)\" on \(subject)"
            let own = item.variant(for: art.species)?.placement.place
            source = own?.location == nil ? item.place["placement"] : own
        }
        var location = source?.location
        if let species = catalog.species(art.species),
            let placement = catalog.placement(
                for: ArtSubject(art.item.flatMap(catalog.item), on: species),
                part: art.part ?? 0,
                asset: art.asset
            ), case .sheet = placement.origin(of: "offset")
        {
            location = placement.location(of: "offset")
        }
        var hidden: (species: String, share: Double)?
        if !art.isBase, art.places == nil, art.z >= 0, place.isCanvas(checked, catalog.canvas),
            let share = pets[art.species].flatMap({ checked.hiddenShare(of: $0) }),
            !catalog.sheet(for: art.asset).value.isFullCanvas
        {
            hidden = (art.species, share)
        }
        return CanvasFacts(
            asset: art.asset,
            path: last.shownPath,
            subject: subject,
            isBase: art.isBase,
            isPlaced: art.places != nil,
            location: location,
            width: size.width,
            height: size.height,
            density: checked.density,
            sheet: job.plainGrid(of: checked),
            figures: checked.figures,
            hidesPet: checked.isOpaqueBox && art.z >= 0,
            hidden: hidden,
            loss: loss ?? CheckedAsset.Loss()
        )
    }

    private func scalingFacts(
        _ job: RenderJob,
        _ uses: AssetUses,
        _ checked: CheckedAsset
    ) -> ScalingFacts? {
        guard let last = job.files.last else { return nil }
        let cell = checked.cells.first?.size
        func inLast(_ length: Int?) -> Int {
            (length ?? 1) * last.density / max(1, checked.density)
        }
        return ScalingFacts(
            asset: job.asset,
            path: last.shownPath,
            isPixelArt: checked.isPixelArt,
            density: last.density,
            cell: (inLast(cell?.width), inLast(cell?.height)),
            placements: uses.arts.compactMap { art in
                guard let subject = catalog.subject(of: art),
                    let placement = catalog.placement(
                        for: subject,
                        part: art.part ?? 0,
                        asset: art.asset
                    )
                else { return nil }
                let member = placement.value.size == nil ? "scale" : "size"
                return (placement.value, placement.location(of: member))
            } + uses.images.map { ($0.placement, $0.place["size"].location) },
            isScene: uses.isScene
        )
    }
}

extension RenderJob {
    /// The file that was cut, when its grid leaves nothing out.
    fileprivate func plainGrid(of checked: CheckedAsset) -> SheetGridFacts? {
        guard let file = files.last, file.following.isEmpty, let size = checked.sheet,
            cutting.map(\.leavesNothingOut) ?? true
        else { return nil }
        let grid = cutting?.grid
        return SheetGridFacts(
            width: size.width,
            height: size.height,
            columns: grid?.columns ?? 1,
            rows: grid?.rows ?? 1
        )
    }
}
