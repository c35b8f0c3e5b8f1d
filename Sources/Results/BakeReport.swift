package import Bake
import FileStore

/// What a bake did, for machines.
package struct BakeReport: Encodable {
    struct Target: Encodable {
        var id: String
        var frames: Int
        var pages: Int
        var occupancy: Double
        var pictures: Int?
        var outlines: OutlineEntry?
    }

    struct Anew: Encodable {
        var kind: String
        var name: String
        var reason: String
    }

    struct Difference: Encodable {
        var kind: String
        var path: String
        var details: [String]
    }

    /// Why outputs differ, of checks.
    struct Causes: Encodable {
        var oldVersion: String?
        var catalogChanged: Bool
        var changed: [String]
        var added: [String]
        var gone: [String]
        var drawnOtherwise: [String]
        var edited: [String]

        init(_ causes: CheckCauses) {
            oldVersion = causes.oldVersion
            catalogChanged = causes.catalogChanged
            changed = causes.changed
            added = causes.added
            gone = causes.gone
            drawnOtherwise = causes.drawnOtherwise
            edited = causes.edited
        }
    }

    /// What a remote cache did.
    struct Remote: Encodable {
        var hits: Int
        var misses: Int
        var fetchedBytes: Int
        var stored: Int
        var storedBytes: Int
        var failures: Int
        /// Only where a request failed.
        var trouble: Trouble?
    }

    /// What went wrong with a remote cache.
    struct Trouble: Encodable {
        /// `someFailed`, `notFilled` where storing ended, `abandoned` where asking did too.
        var extent: String
        /// Of the first failure.
        var reason: String
    }

    var output: String
    var unchanged: Bool
    var targets: [Target]
    var assets: Int
    var files: [String]
    var written: [String]
    var removed: [String]
    var left: [String]
    var goneTargets: [String]
    var outdatedTargets: [String]
    var obstacles: [String]
    var bytes: Int
    var rebuilt: [Anew]
    var differences: [Difference]
    /// Only where something differs.
    var causes: Causes?
    var layouts: [LayoutEntry]
    /// Only with a remote cache.
    var remoteCache: Remote?
    /// Only true, of workers.
    var sharedNothing: Bool?

    package init(_ summary: BakeSummary, in folder: String) {
        output = folder
        unchanged = summary.isUnchanged
        targets = summary.targets.map {
            Target(
                id: $0.id,
                frames: $0.frames,
                pages: $0.pages,
                occupancy: $0.occupancy,
                pictures: $0.pictures,
                outlines: $0.outlines.map(OutlineEntry.init)
            )
        }
        assets = summary.assets
        files = summary.files
        written = summary.publication.written
        removed = summary.publication.removed
        left = summary.publication.left
        goneTargets = summary.goneTargets
        outdatedTargets = summary.outdatedTargets
        obstacles = summary.publication.obstacles.map(\.path)
        bytes = summary.bytes
        rebuilt = summary.rebuilt.map {
            Anew(kind: $0.kind.rawValue, name: $0.name, reason: $0.reason)
        }
        differences = summary.publication.differences.map {
            Difference(kind: $0.kind.rawValue, path: $0.path, details: $0.details)
        }
        causes = differences.isEmpty ? nil : Causes(summary.publication.causes)
        layouts = summary.layouts.map(LayoutEntry.init)
        remoteCache = summary.remote.map {
            Remote(
                hits: $0.hits,
                misses: $0.misses,
                fetchedBytes: $0.fetchedBytes,
                stored: $0.stored,
                storedBytes: $0.storedBytes,
                failures: $0.failures,
                trouble: summary.remoteTrouble.map {
                    Trouble(extent: $0.extent.rawValue, reason: $0.reason)
                }
            )
        }
        sharedNothing = summary.sharedNothing ? true : nil
    }
}
