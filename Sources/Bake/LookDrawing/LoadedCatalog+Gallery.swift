import Catalog
import Diagnostics
package import FileStore
import KilnManifest
import Raster

extension LoadedCatalog {
    /// What a gallery page shows: the first target of kind `atlas`, baked in memory, and keyed
    /// pictures, as far as the catalog and its art are right; with every finding.
    ///
    /// - Throws: `DiskError`, `CancellationError`, and what encoding a picture does.
    package func gallery(jobs: Int, disk: any Disk) async throws -> Gallery {
        let found = try await validate(in: RenderContext(disk: disk, jobs: jobs))
        let atlas = catalog.targets.first(where: \.hasAtlasPages) ?? catalog.targets.first
        let (manifest, pages, problems) = try await bakeInMemory(
            atlas ?? Target(id: "gallery"),
            jobs: jobs,
            disk: disk
        )
        // Enough to see what was removed, and little enough to send.
        let side = 200
        // What cannot be read is found by then.
        let (keyed, _) = try await keyedOriginals(
            self,
            of: nil,
            DrawOptions(jobs: jobs),
            fittedInto: PixelRoom(width: side, height: side),
            disk: disk
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
