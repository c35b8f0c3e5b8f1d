public import Diagnostics
public import ImageCodec

/// What `kiln bake` is asked to do.
public struct BakeRequest: Sendable {
    public enum Mode: Hashable, Sendable {
        case write
        /// Bakes in memory and compares with what is in the output folder.
        case check
        /// Finds out what would be made anew, and makes nothing.
        case dryRun
    }

    /// The output folder.
    public var output: String
    /// Ids of the targets to bake; nil means all.
    public var targets: [String]?
    /// A profile of the catalog.
    public var profile: String?
    public var jobs: Int
    public var limits = DecodeLimits()
    public var mode = Mode.write
    /// Gives up stable layouts, and packs their targets as densely as possible.
    public var repacks = false
    /// Files in the way that Kiln did not write are replaced.
    public var isForced = false
    /// Hears what a forced bake is about to replace.
    public var willReplace: @Sendable ([Obstacle]) -> Void = { _ in }
    /// Whether results are taken from the cache beside the catalog, and kept there.
    public var usesCache = false
    /// In bytes.
    public var cacheLimit = CacheFolder.defaultLimit
    public var monitor = BakeMonitor.silent

    public init(output: String, jobs: Int) {
        self.output = output
        self.jobs = jobs
    }
}

/// What a bake did, or on a dry run would do.
public struct BakeSummary: Sendable {
    public struct Target: Sendable {
        public var id: String
        public var frames: Int
        /// At each scale.
        public var pages: Int
        /// Sprite points over page points, 0...1.
        public var occupancy: Double
    }

    public var targets: [Target]
    /// Paths of the outputs, relative to the output folder, sorted.
    public var files: [String]
    public var bytes: Int
    /// What becomes of stable layouts, in the order of the targets.
    public var layouts: [LayoutChange] = []
    /// Those of the outputs that had to be written.
    public var written: [String] = []
    /// Outputs of an earlier bake that were removed.
    public var removed: [String]
    /// Outputs of an earlier bake that are none any more, but were changed since, and so left.
    public var left: [String] = []
    /// Targets of an earlier bake that the catalog does not have any more.
    public var goneTargets: [String] = []
    /// Targets that were not baked, by id, and that miss frames which the catalog has now.
    public var outdatedTargets: [String] = []
    /// What is in the way of the outputs; on a dry run only.
    public var obstacles: [Obstacle] = []
    public var rebuilt: [Rebuilt] = []
    /// How many assets and pages there are.
    public var assets = 0
    /// Nil without a cache.
    public var cache: CacheCounts?
    /// Differences to what is in the output folder; of checks only.
    public var differences: [OutputDifference] = []
    /// True when nothing had changed since the last bake, so that nothing was looked into.
    public var isUnchanged = false
}

/// How a bake ended.
public struct BakeOutcome: Sendable {
    /// Nil when the input has errors.
    public var summary: BakeSummary?
    /// Every finding, in report order.
    public var diagnostics: [Diagnostic]
    /// False when the catalog could not be read at all.
    public var couldRead = true
}

/// Why a bake did not run although the catalog could be read.
public enum BakeRefusal: Error, Hashable, Sendable {
    case unknownTarget(String, known: [String])
    case unknownProfile(String, known: [String])
}

extension BakeRefusal: CustomStringConvertible {
    public var description: String {
        let (what, name, known) =
            switch self {
            case .unknownTarget(let name, let known): ("target", name, known)
            case .unknownProfile(let name, let known): ("profile", name, known)
            }
        let near = nearestMatch(to: name, in: known).map { "; did you mean '\($0)'?" }
        return "error: the catalog has no \(what) '\(name)'"
            + (near ?? ", it has \(known.isEmpty ? "none" : known.joined(separator: ", "))")
    }
}
