internal import BakeCache
internal import Digests
internal import FileStore
internal import ImageCodec
internal import Synchronization

/// What the stages of a bake share.
struct BakeContext: Sendable {
    let disk: any Disk
    let jobs: Int
    var limits = DecodeLimits()
    /// Nil when nothing is to be remembered.
    var cache: BakeCache?
    /// Nil without a cache.
    var sources: SourceDigests?
    /// The last bake into the same folder, when it is remembered.
    var record: BakeRecord?
    var monitor = BakeMonitor.silent
    /// Only finds out what has to be made, and makes nothing.
    var isDryRun = false
    let notes = BakeNotes()
    /// Whether the catalog's file differs from the last bake's.
    var catalogChanged = false
    var layouts = LayoutPlaces()

    /// Why a page, or a look, is not in the cache.
    var changeReason: String {
        guard record != nil else { return "no earlier bake is remembered" }
        var causes = sources?.changed ?? []
        if catalogChanged { causes.append("the catalog") }
        causes += notes.changedLayouts
        switch causes.count {
        case 0: return "its cache entry is gone or damaged"
        case 1: return "\(causes[0]) changed"
        default: return "\(causes[0]) and \(causes.count - 1) more changed"
        }
    }
}

/// What was made anew, and why.
package struct Rebuilt: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case asset
        case look
        case page
    }

    package var kind: Kind
    /// The asset's name, the look's frame, or the page's path in the output folder.
    package var name: String
    /// Such as "hat.png changed".
    package var reason: String
}

/// Collects what several tasks have to tell; sorted when it is asked for.
final class BakeNotes: Sendable {
    private let rebuilt = Mutex<[Rebuilt]>([])
    private let layouts = Mutex<[String]>([])
    private let works = Mutex<[BakeRecord.Work]>([])
    private let settings = Mutex<[RenderJob.Settings: Digest]>([:])

    func note(_ kind: Rebuilt.Kind, _ name: String, _ reason: String) {
        rebuilt.withLock { $0.append(Rebuilt(kind: kind, name: name, reason: reason)) }
    }

    /// A layout file that is not as the last bake left it.
    func note(changedLayout path: String) { layouts.withLock { $0.append(path) } }

    var changedLayouts: [String] { layouts.withLock { $0 } }

    func note(_ work: BakeRecord.Work) { works.withLock { $0.append(work) } }

    var assetCount: Int { works.withLock { $0.count } }

    var allRebuilt: [Rebuilt] {
        rebuilt.withLock { $0 }
            .sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    var allWorks: [BakeRecord.Work] {
        works.withLock { $0 }.sorted { ($0.asset, $0.key.text) < ($1.asset, $1.key.text) }
    }

    /// The digest of settings, spelled out once for all jobs that share them.
    func digest(_ settings: RenderJob.Settings) -> Digest {
        if let known = self.settings.withLock({ $0[settings] }) { return known }
        // Reflection spells every member, those that are yet to be invented too.
        let digest = Digest(of: Array(String(reflecting: settings).utf8))
        self.settings.withLock { $0[settings] = digest }
        return digest
    }
}
