import AtlasBuilding
import Catalog
package import Diagnostics
package import FileStore
package import KilnManifest
import Raster

/// Everything that a gallery page shows of a catalog: a bake in memory, and keyed pictures.
package struct GalleryMaterial: Sendable {
    /// What is wrong, and with which thing of the catalog as far as its place tells.
    package struct Finding: Sendable {
        package var diagnostic: Diagnostic
        /// The id of a species, an item or a look.
        package var thing: String?
    }

    package var manifest: Manifest
    /// PNGs by their path in the manifest.
    package var pages: [String: [UInt8]]
    package var coverage: [CoverageCell]
    package var findings: [Finding]
    /// Shrunk to what a page shows.
    package var keyed: [KeyedOriginal]
}

extension LoadedCatalog {
    /// Bakes the first target of kind `atlas` in memory and keys pictures, as far as the catalog and
    /// its art are right.
    ///
    /// - Parameters:
    ///   - jobs: how many pictures to work on at once.
    ///   - disk: where the sources are.
    /// - Returns: the material, with every finding.
    /// - Throws: `DiskError`, `CancellationError`.
    package func galleryMaterial(
        jobs: Int,
        disk: any Disk
    ) async throws -> GalleryMaterial {
        let found = try await validate(in: RenderContext(disk: disk, jobs: jobs))
        let atlas = catalog.targets.first(where: \.hasAtlasPages) ?? catalog.targets.first
        let (manifest, pages, problems) = try await bakeInMemory(
            atlas ?? Target(id: "gallery"),
            jobs: jobs,
            disk: disk
        )
        // Whatever fails in a bake is found by looking, too.
        let findings = found.hasErrors ? found : found + problems
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
        return GalleryMaterial(
            manifest: manifest,
            pages: pages,
            coverage: coverageMatrix,
            findings: findings.map {
                GalleryMaterial.Finding(diagnostic: $0, thing: thing(of: $0))
            },
            keyed: keyed
        )
    }

    /// The species, the item or the look in whose text a finding stands.
    private func thing(of finding: Diagnostic) -> String? {
        guard let location = finding.location else { return nil }
        let things =
            catalog.species.map { ($0.id, $0.place) } + catalog.items.map { ($0.id, $0.place) }
        return things.first { $0.1.holds(location) }?.0
    }
}
