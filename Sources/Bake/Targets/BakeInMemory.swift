package import Catalog
package import Diagnostics
package import FileStore
package import KilnManifest

extension LoadedCatalog {
    /// Bakes one target as far as its art can be had, and writes nothing.
    ///
    /// - Parameters:
    ///   - target: one of the catalog's.
    ///   - jobs: how many pictures to work on at once.
    ///   - disk: where the sources are.
    /// - Returns: the manifest, and pages as files by their path in it, without the target when it
    ///   cannot be made; and what is wrong with art that was left out, and with the target.
    /// - Throws: `DiskError`, `CancellationError`.
    package func bakeInMemory(
        _ target: Target,
        jobs: Int,
        disk: any Disk
    ) async throws -> (
        manifest: Manifest, pages: [String: [UInt8]], diagnostics: [Diagnostic]
    ) {
        let context = RenderContext(disk: disk, jobs: jobs)
        let rendered = try await render(
            scales: target.settings.scales,
            targets: [target],
            leavingOut: true,
            in: context
        )
        // Only a dry run has none.
        let art =
            rendered.art
            ?? RenderedCatalog(RenderPlan(catalog, [], in: folder, scales: [1]), [], catalog)
        do {
            let layouts = LayoutPlaces(catalog: path)
            let baked = try await target.kind.baking.bake(target, art, layouts, in: context)
            var manifest = art.manifest
            manifest.targets = [baked.manifest]
            var pages: [String: [UInt8]] = [:]
            for page in baked.pages { pages[page.path] = try page.bytes(nil) }
            return (manifest, pages, rendered.failures)
        } catch let failure as TargetFailure {
            return (art.manifest, [:], rendered.failures + [failure.diagnostic(for: target)])
        }
    }
}
