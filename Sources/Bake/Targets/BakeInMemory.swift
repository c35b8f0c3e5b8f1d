internal import ArtRendering
package import Catalog
package import CatalogLoading
package import Diagnostics
package import FileStore
package import KilnManifest

extension LoadedCatalog {
    /// Bakes one target and writes nothing.
    ///
    /// - Parameters:
    ///   - target: one of the catalog's.
    ///   - jobs: how many pictures to work on at once.
    ///   - disk: where the sources are.
    /// - Returns: the manifest, and pages as files by their path in it; nil when the art has errors;
    ///   and those.
    /// - Throws: `DiskError`, `CancellationError`.
    package func bakeInMemory(
        _ target: Target,
        jobs: Int,
        disk: any Disk
    ) async throws -> (
        baked: (manifest: Manifest, pages: [String: [UInt8]])?, diagnostics: [Diagnostic]
    ) {
        let context = RenderContext(disk: disk, jobs: jobs)
        let rendered = try await render(
            scales: target.settings.scales,
            targets: [target],
            in: context
        )
        guard let art = rendered.art else { return (nil, rendered.failures) }
        do {
            let baked = try await bakeTarget(target, art, LayoutPlaces(catalog: path), in: context)
            var manifest = art.manifest
            manifest.targets = [baked.manifest]
            var pages: [String: [UInt8]] = [:]
            for page in baked.pages { pages[page.path] = try page.bytes(nil) }
            return ((manifest, pages), [])
        } catch let failure as TargetFailure {
            return (nil, [failure.diagnostic(for: target)])
        }
    }
}
