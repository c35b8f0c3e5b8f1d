import Catalog
import Diagnostics
import FileStore
import KilnManifest

// What an earlier bake had.

extension LoadedCatalog {
    /// What would be missed that an earlier bake had.
    ///
    /// - Parameters:
    ///   - previous: the path of a bake's folder, or of its manifest.
    ///   - plan: what this catalog would be drawn from.
    ///   - disk: where the bake is.
    /// - Returns: diagnostics, with the severities of their checks.
    /// - Throws: `DiskError` when the manifest cannot be had, `UnreadableBake` when it is none.
    func stabilityFindings(
        against previous: String,
        _ plan: RenderPlan,
        disk: any Disk
    ) throws -> [Diagnostic] {
        let bake = try OpenedBake(previous, disk: disk)
        return checkStability(
            of: catalog,
            showing: ArtFacts(plan),
            against: bake.manifest,
            path: bake.path
        )
    }
}

extension ArtFacts {
    fileprivate init(_ plan: RenderPlan) {
        self.init()
        var wearers: [String: Set<String>] = [:]
        for art in plan.arts {
            var base = Base(species: art.species, item: nil)
            if case .item(let id) = art.subject {
                wearers[id, default: []].insert(art.species)
                base.item = id
            }
            if art.isBase { animations[base, default: []].formUnion(art.animations.map(\.name)) }
        }
        self.wearers = wearers
    }
}
