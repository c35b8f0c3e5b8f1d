package import AtlasBuilding
package import Diagnostics
package import FileStore

/// What `kiln bake` is asked to do.
package struct BakeRequest: Sendable {
    package enum Mode: Hashable, Sendable {
        case write
        /// Bakes in memory and compares with what is in the output folder.
        case check
        /// Finds out what would be made anew, and makes nothing.
        case dryRun
    }

    /// The output folder.
    package var output: String
    /// Ids of the targets to bake; nil means all.
    package var targets: [String]?
    /// A profile of the catalog.
    package var profile: String?
    package var jobs: Int
    /// Whether pictures are looked at for what would look broken.
    package var checksPictures = true
    package var mode = Mode.write
    /// Gives up stable layouts, and packs their targets as densely as possible.
    package var repacks = false
    package var rules = ReplacementRules()
    /// Whether results are taken from the cache, and kept there.
    package var usesCache = false
    /// Where the cache is; nil means next to the catalog.
    package var cacheFolder: String?
    /// What machines share; only with a cache.
    package var remote: RemoteCache?
    /// Which part of the work is begun with, when other machines do the rest.
    package var share: WorkShare?
    /// Whether outputs are written; a worker may leave that to whoever comes after it.
    package var publishes = true
    /// Whether new places in stable layouts are written next to the catalog.
    package var keepsLayouts = true
    /// In bytes.
    package var cacheLimit = CacheFolder.defaultLimit
    package var monitor = BakeMonitor()

    package init(output: String, jobs: Int) {
        self.output = output
        self.jobs = jobs
    }
}

extension BakeRequest {
    /// Refuses outputs in a cache, which would go with it, and a cache that would be shipped with the
    /// outputs.
    ///
    /// Where the catalog itself is in the output folder, so is its cache, which is hidden there.
    func refuseCacheAmongOutputs(catalog: String, disk: any Disk) throws(Obstruction) {
        let cache = CacheFolder(of: catalog, at: cacheFolder, disk: disk).path
        if disk.leads(output, into: cache) {
            throw Obstruction([Obstacle(output, .cache(cache))])
        }
        if cacheFolder != nil, disk.leads(cache, into: output), !disk.leads(catalog, into: output) {
            throw Obstruction([Obstacle(cache, .bake(output))])
        }
    }
}

/// What a bake did, or on a dry run would do.
package struct BakeSummary: Sendable {
    package struct Target: Sendable, Encodable {
        package var id: String
        package var frames: Int
        /// At each scale.
        package var pages: Int
        /// Sprite points over page points, 0...1.
        package var occupancy: Double
        /// Files of pictures of their own; nil for a target of pages.
        package var pictures: Int?
        /// What meshes came to; nil without any.
        package var outlines: OutlineSummary?
        /// The files of pages that are not PNGs alone; nil without any.
        package var encodings: [EncodedFile]?
    }

    /// A file of a page.
    package struct EncodedFile: Sendable, Encodable {
        /// Relative to the output folder.
        package var path: String
        package var bytes: Int
        /// Of its pixels to those drawn, in decibels; nil when they look the same.
        package var psnr: Double?
    }

    package var targets: [Target]
    /// Paths of the outputs, relative to the output folder, sorted.
    package var files: [String]
    package var bytes: Int
    /// What becomes of stable layouts, in the order of the targets.
    package var layouts: [LayoutChange] = []
    package var publication = Publication()
    /// Targets of an earlier bake that the catalog does not have any more.
    package var goneTargets: [String] = []
    /// Targets that were not baked, by id, and that miss frames which the catalog has now.
    package var outdatedTargets: [String] = []
    package var rebuilt: [Rebuilt] = []
    /// How many assets and pages there are.
    package var assets = 0
    /// Nil without a cache.
    package var cache: CacheCounts?
    /// Nil without a remote cache.
    package var remote: RemoteCounts?
    /// What went wrong with it; nil when nothing did.
    package var remoteTrouble: RemoteTrouble?
    /// True when a worker, which writes nothing else, left nothing in the cache that machines share.
    package var sharedNothing = false
    /// True when nothing had changed since the last bake, so that nothing was looked into.
    package var isUnchanged = false
}

/// How a bake ended.
package struct BakeOutcome: Sendable {
    /// Nil when the input has errors.
    package var summary: BakeSummary?
    /// Every finding, in report order.
    package var diagnostics: [Diagnostic]
    /// False when the catalog could not be read at all.
    package var couldRead = true
}

extension BakeSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
        case targets, assets, files, written, removed, left, goneTargets, outdatedTargets
        case obstacles, bytes, rebuilt, differences, causes, layouts, remoteCache, sharedNothing
        case isUnchanged = "unchanged"
    }

    private enum RemoteKeys: CodingKey { case trouble }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isUnchanged, forKey: .isUnchanged)
        try container.encode(targets, forKey: .targets)
        try container.encode(assets, forKey: .assets)
        try container.encode(files, forKey: .files)
        try container.encode(publication.written, forKey: .written)
        try container.encode(publication.removed, forKey: .removed)
        try container.encode(publication.left, forKey: .left)
        try container.encode(goneTargets, forKey: .goneTargets)
        try container.encode(outdatedTargets, forKey: .outdatedTargets)
        try container.encode(publication.obstacles.map(\.path), forKey: .obstacles)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(rebuilt, forKey: .rebuilt)
        try container.encode(publication.differences, forKey: .differences)
        if !publication.differences.isEmpty {
            try container.encode(publication.causes, forKey: .causes)
        }
        try container.encode(layouts, forKey: .layouts)
        if let remote {
            let inner = container.superEncoder(forKey: .remoteCache)
            try remote.encode(to: inner)
            var more = inner.container(keyedBy: RemoteKeys.self)
            try more.encodeIfPresent(remoteTrouble, forKey: .trouble)
        }
        if sharedNothing { try container.encode(true, forKey: .sharedNothing) }
    }
}
