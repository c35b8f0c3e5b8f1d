import Bake
import Catalog
import Console
import Diagnostics
import FileStore
import KilnManifest
import Raster

/// Writes the gallery page of a catalog as a profile has it; it shows what differs from an earlier bake.
func writeGallery(to path: String, _ values: Values) async throws -> ExitStatus {
    let disk = RealDisk()
    let (loaded, findings) = try LoadedCatalog.load(
        try values[Shared.catalog],
        profile: try values[Shared.profile],
        isDrawn: true,
        disk: disk
    )
    guard let loaded else {
        Console.standardError.print(findings)
        return .couldNotRun
    }
    try loaded.refuseUnknownProfile()
    if let problem = problemOfSize(loaded) {
        Console.standardError.print([problem])
        return .inputHasErrors
    }
    let jobs = try values.jobs
    var gallery = try await loaded.gallery(jobs: jobs, disk: disk)
    if let earlier = try values[PreviewCommand.against] {
        let pages = gallery.pages
        var shown: [Gallery.Change] = []
        let comparison = try compareBakes(
            ComparedBake(try OpenedBake(earlier, disk: disk)),
            ComparedBake(gallery.manifest) { pages[$0] }
        ) { shown.append(try Gallery.Change($0)) }
        gallery.show(comparison.changes, shown, comparedWith: printable(earlier))
    }
    let page = try gallery.html()
    try await values.write(page, to: path, reading: [loaded.path])
    let found = (gallery.findings ?? []).map(\.diagnostic)
    let outcome = WrittenGallery(file: path, bytes: page.count, findings: found.map(\.description))
    try values.present(outcome) { ["wrote \(path) (\(bytesText(page.count)))"] }
    let errors = found.filter { $0.severity == .error }
    Console.standardError.print(errors)
    return errors.isEmpty ? .clean : .inputHasErrors
}

private struct WrittenGallery: Encodable {
    var file: String
    var bytes: Int
    /// As text.
    var findings: [String]
}

/// A page with more entries opens in no browser; nil when there are few enough.
private func problemOfSize(_ loaded: LoadedCatalog) -> Diagnostic? {
    let most = 100_000
    let count = loaded.speciesIDs.reduce(loaded.catalog.looks.count) {
        $0 + loaded.items(ofAny: [$1]).count + 1
    }
    guard count > most else { return nil }
    return .undrawable(
        in: loaded,
        "the gallery would have too many entries, found \(count) looks, species and "
            + "items on them, expected at most \(most)",
        help: "draw single looks with --species, or say in the catalog who can wear an item"
    )
}
