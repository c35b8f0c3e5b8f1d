import AtlasBuilding
package import Catalog
package import ChromaKey
package import Diagnostics
package import FileStore
import ImageCodec
package import KilnManifest
import Raster

/// Everything that a gallery page shows of a catalog: a bake in memory and the green originals.
package struct GalleryMaterial: Sendable {
    /// An original with its screen, and what keying makes of it.
    package struct Keyed: Sendable {
        package var asset: String
        /// A PNG of the picture as it was decoded.
        package var original: [UInt8]
        /// What was found.
        package var screen: RGB
        /// What the catalog asks for.
        package var settings: KeySettings
        /// For modes `best` and `fast`.
        package var trials: [KeyingTrial]
    }

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
    package var keyed: [Keyed]
}

extension LoadedCatalog {
    /// Bakes the first target of kind `atlas` in memory and keys the green pictures at all thresholds,
    /// as far as the catalog and its art are right.
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
        let found = try await validate(jobs: jobs, disk: disk)
        let atlas = catalog.targets.first(where: \.hasAtlasPages) ?? catalog.targets.first
        let (manifest, pages, problems) = try await bakeInMemory(
            atlas ?? Target(id: "gallery"),
            jobs: jobs,
            disk: disk
        )
        // Whatever fails in a bake is found by looking, too.
        let findings = found.hasErrors ? found : found + problems
        return GalleryMaterial(
            manifest: manifest,
            pages: pages,
            coverage: coverageMatrix,
            findings: findings.map {
                GalleryMaterial.Finding(diagnostic: $0, thing: thing(of: $0))
            },
            keyed: try await keyedPictures(jobs: jobs, disk: disk)
        )
    }

    /// The species, the item or the look in whose text a finding stands.
    private func thing(of finding: Diagnostic) -> String? {
        guard let location = finding.location else { return nil }
        let things =
            catalog.species.map { ($0.id, $0.place) } + catalog.items.map { ($0.id, $0.place) }
        return things.first { $0.1.holds(location) }?.0
    }

    private func keyedPictures(
        jobs: Int,
        disk: any Disk
    ) async throws -> [GalleryMaterial.Keyed] {
        let plan = RenderPlan(catalog, coverage.cells, in: folder, scales: [1])
        // What cannot be read stands among the findings.
        let keyed = try await inParallel(plan.jobs.count, jobs: jobs) { index, _ in
            try? plan.jobs[index].keyedForGallery(disk: disk)
        }
        return keyed.compactMap(\.self).sorted { $0.asset < $1.asset }
    }
}

extension RenderJob {
    /// Larger sheets would make the page too heavy for a browser.
    private static let largestArea = 512 * 512

    /// Nil for art that is not keyed, has no screen, or is too large.
    fileprivate func keyedForGallery(disk: any Disk) throws -> GalleryMaterial.Keyed? {
        // Of pictures over several screens there is nothing to try.
        guard let file = files.last, file.also.isEmpty, let settings = keying.settings else {
            return nil
        }
        let bytes = try disk.read(file.path)
        guard try readImageInfo(bytes).size.area <= Self.largestArea else { return nil }
        let decoded = try decodeImage(bytes)
        guard decoded.image.isOpaque else { return nil }
        let hints = KeyHints(decoded.info)
        let report = key(decoded.image, settings: settings, hints: hints).report
        guard let screen = report.screen else { return nil }
        let trials = try [KeyMode.best, .fast].compactMap { mode in
            var wanted = settings
            wanted.mode = mode
            return try KeyingTrial(decoded.image, settings: wanted, hints: hints)
        }
        return GalleryMaterial.Keyed(
            asset: asset,
            original: try encodePNG(decoded.image),
            screen: screen.color,
            settings: settings,
            trials: trials
        )
    }
}
