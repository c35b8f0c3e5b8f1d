internal import Bake
internal import ChromaKey
internal import Diagnostics
internal import KilnManifest
internal import Preview

/// Writes the gallery page of a catalog; it shows what differs from an `earlier` bake.
func writeGallery(
    of catalog: String,
    to path: String,
    against earlier: String?,
    jobs: Int,
    isQuiet: Bool
) async throws -> ExitStatus {
    let disk = RealDisk()
    let (loaded, findings) = try LoadedCatalog.load(catalog, disk: disk)
    guard let loaded else {
        Console.standardError.print(findings)
        return .couldNotRun
    }
    let (material, diagnostics) = try await loaded.galleryMaterial(jobs: jobs, disk: disk)
    guard let material else {
        Console.standardError.print(diagnostics)
        return .inputHasErrors
    }
    var gallery = Gallery(material)
    if let earlier {
        let pages = material.pages
        var shown: [Gallery.Change] = []
        let comparison = try compareBakes(
            ComparedBake(try OpenedBake(earlier, disk: disk)),
            ComparedBake(material.manifest) { pages[$0] }
        ) { shown.append(try Gallery.Change($0)) }
        gallery.show(comparison.changes, shown, comparedWith: earlier)
    }
    let page = try gallery.html()
    try writeWhole(page, to: path, disk: disk)
    if !isQuiet { Console.standardOutput.print("wrote \(path) (\(bytesText(page.count)))") }
    return .clean
}

extension Gallery {
    fileprivate init(_ material: GalleryMaterial) {
        self.init(
            title: material.manifest.name,
            manifest: material.manifest,
            pages: material.pages
        )
        diagnostics = material.diagnostics
        coverage = material.coverage.map { cell in
            Coverage(
                species: cell.species,
                item: cell.item,
                axes: cell.axes,
                asset: cell.asset,
                level: cell.level,
                template: cell.template
            )
        }
        bench = material.keyed.compactMap { keyed in
            let results = keyed.outcomes.map { outcome in
                BenchResult(
                    settings: BenchSettings(
                        mode: keyed.mode,
                        threshold: outcome.threshold,
                        smoothing: outcome.smoothing,
                        spill: 0
                    ),
                    picture: outcome.picture
                )
            }
            guard let authored = results.first?.settings else { return nil }
            return BenchPicture(
                name: keyed.asset,
                original: keyed.original,
                key: (keyed.screen.r, keyed.screen.g, keyed.screen.b),
                settings: authored,
                results: results
            )
        }
    }
}
