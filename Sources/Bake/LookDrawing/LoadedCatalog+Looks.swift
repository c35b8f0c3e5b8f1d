import Catalog
package import Diagnostics
package import FileStore
package import KilnManifest

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
        jobs: Int,
        disk: any Disk
    ) async throws -> [Diagnostic] {
        // The bare pet shows what overlays hide.
        var bare = look
        (bare.base, bare.overlays) = (nil, [])
        let cells = coverage.cells(of: [look, bare])
        var plan = RenderPlan(catalog, cells, in: folder, scales: [1])
        let context = RenderContext(disk: disk, jobs: jobs)
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
