package import FileStore
package import ImageCodec

/// What all work on a catalog's art shares.
package struct RenderContext: Sendable {
    package let disk: any Disk
    package let jobs: Int
    package var limits = DecodeLimits()
    /// Nil when nothing is to be remembered.
    package var cache: BakeCache?
    /// Nil without a cache.
    package var sources: SourceDigests?
    /// Cache keys of what the last bake rendered; nil when no bake is remembered.
    package var earlierKeys: Set<Digest>?
    /// Entries of the last bake's pages.
    package var earlierPages: [Digest] = []
    package var monitor = BakeMonitor.silent
    /// Which part of the work is begun with; nil when there are no others.
    package var share: WorkShare? { cache?.share }
    /// Whether other machines are believed what sources hold: not by whoever writes outputs.
    package var believesOthers = false
    /// Only finds out what has to be made, and makes nothing.
    package var isDryRun = false
    /// Whether the catalog's file differs from the last bake's.
    package var catalogChanged = false
    package let log = RebuildLog()

    package init(disk: any Disk, jobs: Int, limits: DecodeLimits = DecodeLimits()) {
        self.disk = disk
        self.jobs = jobs
        self.limits = limits
    }

    /// Why a page, or a look, is not in the cache.
    package var changeReason: String {
        guard earlierKeys != nil else { return "no earlier bake is remembered" }
        var causes = sources?.changed ?? []
        if catalogChanged { causes.append("the catalog") }
        causes += log.changedLayouts
        switch causes.count {
        case 0: return "its cache entry is gone or damaged"
        case 1: return "\(causes[0]) changed"
        default: return "\(causes[0]) and \(causes.count - 1) more changed"
        }
    }
}
