package import FileStore
import Synchronization

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
