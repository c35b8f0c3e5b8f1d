import Catalog
package import Diagnostics
import FileStore
package import KilnManifest
import Raster

// What a catalog says of looks before they are drawn.
extension LoadedCatalog {
    /// Errors about the files that a plan opens, such as that another has the same name.
    func errors(aboutFilesOf plan: RenderPlan) -> [Diagnostic] {
        let errors = diagnostics.filter { $0.severity == .error && $0.location?.path != path }
        guard !errors.isEmpty else { return [] }
        let files = Set(plan.jobs.flatMap { $0.files.flatMap(\.all).map(\.shownPath) })
        return errors.filter { error in
            ([error.location].compactMap(\.self) + error.related).contains {
                files.contains($0.path)
            }
        }
    }

    /// What is wrong with the names of the art of a species, or of an item that it wears.
    package func findings(aboutNamesOf species: String, wearing item: String?) -> [Diagnostic] {
        let place = item.map { catalog.item($0)?.place } ?? catalog.species(species)?.place
        guard let location = place?["id"].location else { return [] }
        return diagnostics.filter { $0.location == location && Check.ofNames.contains($0.check) }
    }

    /// What validation would report of the pictures of a look, apart from notes.
    package func findings(
        aboutPicturesOf look: KilnManifest.Look,
        jobs: Int
    ) async throws -> [Diagnostic] {
        // The bare pet shows what overlays hide.
        var bare = look
        (bare.base, bare.overlays) = (nil, [])
        let cells = coverage.cells(of: [look, bare])
        var plan = RenderPlan(catalog, cells, in: folder, scales: [1])
        let context = context(jobs: jobs)
        try await evenHeights(of: &plan, in: context)
        return try await checkPictures(of: plan, in: context)
            .applying(policy).seenFromHere(catalog: path)
            .withholdingConsequences().inReportOrder()
            .filter { $0.severity >= .warning }
    }

    /// How many errors the catalog has that keep no look from being drawn.
    package var countOfOtherErrors: Int {
        diagnostics.reduce(0) { $1.severity == .error ? $0 + max(1, $1.others) : $0 }
    }

    /// Files whose change may change a picture: the catalog, the files that it names, its source folders,
    /// and what links in these lead to.
    package var watchedPaths: [String] {
        [path] + namedPaths + catalog.sources.folders.map { joinPath(folder, $0) }
            + scan.linkedPaths
    }

    /// The sides of a drawn look in pixels, which no raster may have.
    package func sides(atScale scale: Int) -> (width: Int, height: Int) {
        let area = catalog.canvas.area(atScale: scale)
        return (area.width, area.height)
    }

    /// How many pictures a look has, as far as the catalog alone says.
    package func frameCount(of look: KilnManifest.Look, _ options: DrawOptions) -> Int {
        guard case .all = options.frames else { return 1 }
        var bare = look
        bare.overlays = []
        let parts = coverage.cells(of: [bare]).compactMap { cell in
            cell.winner.map { asset in
                let sheet = catalog.sheet(for: asset.name).value
                let own = asset.frameFiles
                return (
                    part: cell.part, name: cell.animation, sheet: sheet,
                    // What only the picture shows is counted when it is there.
                    count: own > 1 ? own : sheet.cutting?.frameCount ?? 1
                )
            }
        }
        // What stands still advances with the first part that does not.
        let lead = parts.first { $0.count > 1 }?.part ?? 0
        let sheets = parts.filter { $0.part == lead }
        guard let name = options.animation else {
            return max(1, sheets.reduce(0) { $0 + $1.count })
        }
        for (_, group, sheet, count) in sheets {
            if let animation = sheet.animations.first(where: { $0.name == name }) {
                return animation.playedFrames(of: count).count
            }
            if group == name, sheet.animations.isEmpty { return count }
        }
        return 1
    }

    /// Ids in the order of the catalog.
    package var speciesIDs: [String] { catalog.species.map(\.id) }

    /// The items that any of some species can wear, in the order of the catalog.
    package func items(ofAny species: [String]) -> [(id: String, isOverlay: Bool)] {
        catalog.items.filter { item in species.contains(where: item.fits) }
            .map { ($0.id, $0.equipStyle == .overlay) }
    }

    /// Whether a species can wear all of some items; those that the catalog does not have fit.
    package func fits(_ items: [String], _ species: String) -> Bool {
        items.allSatisfy { catalog.item($0)?.fits(species) ?? true }
    }
}

extension LoadedCatalog {
    /// Names that somebody asks for and that the catalog does not have.
    ///
    /// - Returns: none where the catalog has errors of its own, for which a name may be missing.
    package func unknownNames(
        in look: KilnManifest.Look?,
        background: String?
    ) -> [Diagnostic] {
        guard errorsOfCatalog.isEmpty else { return [] }
        var unknown: [Diagnostic] = []
        if let look {
            unknown += problems(with: look)
        }
        if let background, !catalog.images.contains(where: { $0.id == background }) {
            unknown.append(noBackground(named: background))
        }
        return unknown
    }

    /// Ids and axis values that the catalog does not have, and items worn the wrong way.
    func problems(with look: KilnManifest.Look) -> [Diagnostic] {
        // Without a species it is dressed on all of them.
        var problems =
            look.species.isEmpty
            ? [] : unknown(look.species, among: catalog.species.map(\.id), "species")
        let outfits = catalog.items.filter { $0.equipStyle == .replaceSprite }.map(\.id)
        let overlays = catalog.items.filter { $0.equipStyle == .overlay }.map(\.id)
        if let base = look.base {
            let isOverlay = overlays.contains(base)
            let help = isOverlay ? "\"\(base)\" is an overlay: --overlay \(base)" : nil
            problems += unknown(base, among: outfits, "outfit", orElse: help)
        }
        for overlay in look.overlays {
            let isOutfit = outfits.contains(overlay)
            let help = isOutfit ? "\"\(overlay)\" is an outfit: --base \(overlay)" : nil
            problems += unknown(overlay, among: overlays, "overlay", orElse: help)
        }
        return problems + self.problems(withAxes: look.axes)
    }

    /// Axes, and values of them, that the catalog does not have.
    func problems(withAxes axes: [String: String]) -> [Diagnostic] {
        axes.sorted { $0.key < $1.key }.flatMap { name, value in
            guard let axis = catalog.axes.first(where: { $0.name == name }) else {
                return unknown(name, among: catalog.axes.map(\.name), "axis")
            }
            return axis.kind == .plain ? unknown(value, among: axis.ids, name) : []
        }
    }

    /// Says that there is no such id; `whatElse` helps where the catalog has none of its kind.
    private func unknown(
        _ id: String,
        among known: [String],
        _ what: String,
        orElse help: String? = nil,
        whatElse: String? = nil
    ) -> [Diagnostic] {
        guard !known.contains(id) else { return [] }
        return [
            Diagnostic(
                .unknownReference,
                at: SourceLocation(path: path),
                message: "there is no \(what) \"\(id)\"",
                help: help ?? whatIsMeant(by: id, among: known) ?? whatElse
            )
        ]
    }

    /// Says that there is no such image, or that its picture is missing.
    func problems(withBackground id: String?) -> [Diagnostic] {
        guard let id, !coverage.images.contains(where: { $0.image.id == id }),
            !coverage.missingImages.contains(where: { $0.thing.id == id })
        else { return [] }
        let images = catalog.images.map(\.id)
        guard images.contains(id) else {
            return unknown(id, among: images, "image", whatElse: "the catalog names none")
        }
        return [
            Diagnostic(
                .unknownReference,
                at: SourceLocation(path: path),
                message: "image \"\(id)\" has no picture",
                help: "'kiln validate' says what is missing"
            )
        ]
    }

    /// Says what may be behind a look.
    ///
    /// The name is the user's, so no file is at fault.
    private func noBackground(named id: String) -> Diagnostic {
        let colors = ["checker", "white", "black"]
        let images = catalog.images.map(\.id)
        let near = nearestMatch(to: id, in: colors + images.prefix(10_000))
        return Diagnostic(
            .unknownReference,
            message: "there is no background \"\(id)\"",
            help: (near.map { "did you mean \"\($0)\"? " } ?? "")
                + "expected checker, white, black, a color as #RRGGBB, or an image of the catalog; "
                + (whatThereIs(images, limit: 4)
                    ?? "one is declared as \"images\": [{ \"id\": \"\(id)\" }]")
        )
    }

    /// Says that there is no look of the name, and which are.
    package func noLook(named id: String) -> [Diagnostic] {
        let help = "the catalog names none: dress a pet with --species"
        return unknown(id, among: catalog.looks.map(\.id), "look", whatElse: help)
    }
}

extension LoadedCatalog {
    /// What a gallery page shows: the first target of kind `atlas`, baked in memory, and keyed
    /// pictures, as far as the catalog and its art are right; with every finding.
    ///
    /// - Throws: `DiskError`, `CancellationError`, and what encoding a picture does.
    package func gallery(jobs: Int) async throws -> Gallery {
        let found = try await validate(in: context(jobs: jobs))
        let atlas = catalog.targets.first(where: \.hasAtlasPages) ?? catalog.targets.first
        let (manifest, pages, problems) = try await bakeInMemory(
            atlas ?? Target(id: "gallery"),
            jobs: jobs
        )
        // Enough to see what was removed, and little enough to send.
        let side = 200
        // What cannot be read is found by then.
        let (keyed, _) = try await keyedOriginals(
            self,
            of: nil,
            DrawOptions(jobs: jobs),
            fittedInto: PixelRoom(width: side, height: side)
        )
        var gallery = Gallery(title: manifest.name, manifest: manifest, pages: pages)
        // Whatever fails in a bake is found by looking, too.
        gallery.findings = (found.hasErrors ? found : found + problems).map {
            Gallery.Finding($0, of: thing(of: $0))
        }
        gallery.coverage = coverageMatrix.map { cell in
            var shown = cell
            (shown.part, shown.animation) = (nil, nil)
            return shown
        }
        gallery.keyed = keyed
        return gallery
    }

    /// The species, the item or the look in whose text a finding stands.
    private func thing(of finding: Diagnostic) -> String? {
        guard let location = finding.location else { return nil }
        let things =
            catalog.species.map { ($0.id, $0.place) } + catalog.items.map { ($0.id, $0.place) }
        return things.first { $0.1.holds(location) }?.0
    }
}
