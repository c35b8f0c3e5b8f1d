package import FileStore
import Synchronization

/// What all work on a catalog's art shares.
package struct RenderContext: Sendable {
    package let disk: any Disk
    package let jobs: Int
    /// Nil when nothing is to be remembered.
    package var cache: BakeCache?
    /// Nil without a cache.
    package var sources: SourceDigests?
    /// Cache keys of what the last bake rendered; nil when no bake is remembered.
    package var earlierKeys: Set<Digest>?
    /// Entries of the last bake's pages.
    package var earlierPages: [Digest] = []
    package var monitor = BakeMonitor()
    /// Which part of the work is begun with; nil when there are no others.
    package var share: WorkShare? { cache?.share }
    /// Whether other machines are believed what sources hold: not by whoever writes outputs.
    package var believesOthers = false
    /// Only finds out what has to be made, and makes nothing.
    package var isDryRun = false
    /// Whether the catalog's file differs from the last bake's.
    package var catalogChanged = false
    package let log = RebuildLog()

    package init(disk: any Disk, jobs: Int) { (self.disk, self.jobs) = (disk, jobs) }

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

/// What was made anew, and why.
package struct Rebuilt: Hashable, Sendable, Encodable {
    package enum Kind: String, Hashable, Sendable, Encodable {
        case asset
        case look
        case picture
        case page
    }

    package var kind: Kind
    /// The asset's name, the look's frame, or the picture's or page's path in the output folder.
    package var name: String
    /// Such as "hat.png changed".
    package var reason: String
}

/// Collects what several tasks have to tell; sorted when it is asked for.
package final class RebuildLog: Sendable {
    /// What was rendered, to tell later why it is rendered again.
    package struct Work: Sendable {
        package var asset: String
        package var key: Digest
    }

    private let rebuilt = Mutex<[Rebuilt]>([])
    private let layouts = Mutex<[String]>([])
    private let works = Mutex<[Work]>([])
    private let settings = Mutex<[RenderJob.Settings: Digest]>([:])

    package func note(_ kind: Rebuilt.Kind, _ name: String, _ reason: String) {
        rebuilt.withLock { $0.append(Rebuilt(kind: kind, name: name, reason: reason)) }
    }

    /// A layout file that is not as the last bake left it.
    package func note(changedLayout path: String) { layouts.withLock { $0.append(path) } }

    var changedLayouts: [String] { layouts.withLock { $0 } }

    func note(_ work: Work) { works.withLock { $0.append(work) } }

    package var assetCount: Int { works.withLock { $0.count } }

    package var allRebuilt: [Rebuilt] {
        rebuilt.withLock { $0 }
            .sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
    }

    package var allWorks: [Work] {
        works.withLock { $0 }.sorted {
            $0.asset == $1.asset ? $0.key.text < $1.key.text : $0.asset < $1.asset
        }
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

/// The steps of a bake, in order.
package enum BakeStage: String, CaseIterable, Sendable {
    /// Read, decode, key, cut and scale the art.
    case render
    /// Find a place for every frame.
    case pack
    /// Draw and encode pages.
    case pages
    /// Put the outputs in place.
    case write
}

/// One piece of work that a bake did.
package struct BakeSpan: Hashable, Sendable {
    package var stage: BakeStage
    /// The asset or page.
    package var name: String
    /// Which of the workers did it, counted from 0.
    package var lane: Int
    /// Of the monitor's clock, in nanoseconds.
    package var start: UInt64
    package var end: UInt64
}

/// Whoever wants to know how a bake gets on.
///
/// Functions are called from several tasks at once. Time comes in here alone, and goes into no
/// output.
package struct BakeMonitor: Sendable {
    /// A clock that only goes forward, in nanoseconds.
    package var now: @Sendable () -> UInt64 = { 0 }
    /// A stage begins, with so many pieces of work, or has so many more.
    package var began: @Sendable (BakeStage, Int) -> Void = { _, _ in }
    package var ended: @Sendable (BakeSpan) -> Void = { _ in }

    /// Reports nothing.
    package init() {}

    /// Does a piece of work; the time that it waits counts.
    package func measuring<Result, Failure: Error>(
        _ stage: BakeStage,
        _ name: String,
        lane: Int = 0,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let start = now()
        let result = try await work()
        ended(BakeSpan(stage: stage, name: name, lane: lane, start: start, end: now()))
        return result
    }
}
