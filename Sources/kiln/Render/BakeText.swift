internal import AtlasBuilding
internal import AtlasPack
internal import Bake
internal import BakeCache
internal import FileStore

/// What a bake did, for people.
struct BakeText {
    let summary: BakeSummary
    let folder: String
    let mode: BakeRequest.Mode

    func lines(isVerbose: Bool, explains: Bool) -> [String] {
        switch mode {
        case .check: checked
        case .dryRun: planned
        case .write: baked(isVerbose: isVerbose) + (explains ? explanations : [])
        }
    }

    private var targets: [String] {
        summary.targets.map { target in
            "\(target.id): \(target.frames) frames on \(target.pages) "
                + (target.pages == 1 ? "page" : "pages")
                + ", \(percent(target.occupancy)) occupied"
        }
    }

    private func baked(isVerbose: Bool) -> [String] {
        if summary.isUnchanged {
            let facts = isVerbose ? targets.map { "  \($0)" } : []
            return ["\(folder) is up to date: nothing has changed"] + facts
        }
        var lines = targets.map { "baked \($0)" } + layouts
        if let cache = summary.cache {
            func made(_ kind: Rebuilt.Kind) -> Int { summary.rebuilt.count { $0.kind == kind } }
            lines.append(
                "rendered \(made(.asset)) of \(summary.assets) assets"
                    + (made(.look) > 0 ? ", \(made(.look)) looks" : "")
                    + " and \(made(.page)) pages"
                    + (cache.hits > 0 ? ", took the others from the cache" : "")
            )
        }
        lines.append(
            "wrote \(summary.written.count) of \(summary.files.count) files "
                + "(\(bytesText(summary.bytes)) in all) to \(folder)"
                + (summary.written.isEmpty ? "" : ":")
        )
        let shown = isVerbose ? summary.written : Array(summary.written.prefix(Self.mostFiles))
        lines += shown.map { "  \(joinPath(folder, $0))" }
        if shown.count < summary.written.count {
            lines.append("  and \(summary.written.count - shown.count) more (--verbose lists all)")
        }
        return lines + leftOvers(removing: "removed")
    }

    /// What becomes of earlier outputs, and of targets that were not baked.
    private func leftOvers(removing: String) -> [String] {
        var lines = summary.goneTargets.map { "target \($0) left the catalog, its outputs go" }
        lines += summary.removed.map {
            "\(removing) \(joinPath(folder, $0)), which is no output any more"
        }
        lines += summary.left.map {
            "left \(joinPath(folder, $0)), which is no output any more, but was changed since"
        }
        lines += summary.outdatedTargets.map {
            "target \($0) misses frames that the catalog has now; bake it too"
        }
        return lines
    }

    /// What becomes of each layout that is kept.
    private var layouts: [String] {
        summary.layouts.map { "layout \($0.path): \($0.report)" }
    }

    private static let mostFiles = 20

    private var explanations: [String] {
        if summary.rebuilt.isEmpty { return ["nothing was rebaked"] }
        return summary.rebuilt.map { thing in
            "rebaked \(thing.kind.rawValue) \(thing.name) because \(thing.reason)"
        }
    }

    private var planned: [String] {
        if summary.isUnchanged { return ["nothing would be made anew"] + layouts }
        var lines = summary.rebuilt.map { thing in
            "would rebake \(thing.kind.rawValue) \(thing.name) because \(thing.reason)"
        }
        if summary.rebuilt.contains(where: { $0.kind == .asset }) {
            lines.append("and the pages that their frames are on")
        }
        let made = Set(summary.rebuilt.filter { $0.kind == .page }.map(\.name))
        lines += summary.written.filter { !made.contains($0) }.map {
            "would write \(joinPath(folder, $0))"
        }
        lines += leftOvers(removing: "would remove")
        lines += summary.obstacles.map { "in the way: \($0.path): \($0.reason)" }
        return (lines.isEmpty ? ["nothing would be made anew"] : lines) + layouts
    }

    private var checked: [String] {
        if summary.differences.isEmpty { return ["\(folder) is up to date"] }
        var lines: [String] = []
        for difference in summary.differences {
            let path = difference.isOutput ? joinPath(folder, difference.path) : difference.path
            switch difference.kind {
            case .missing: lines.append("\(path) is missing")
            case .stale: lines.append("\(path) is no output any more")
            case .changed: lines.append("\(path) is not what a bake makes")
            }
            lines += difference.details.prefix(Self.mostFiles).map { "  \($0)" }
            let more = difference.details.count - Self.mostFiles
            if more > 0 { lines.append("  and \(more) more") }
        }
        return lines
    }
}

/// The same for machines.
struct BakeReport: Encodable {
    struct Target: Encodable {
        var id: String
        var frames: Int
        var pages: Int
        var occupancy: Double
    }

    struct Anew: Encodable {
        var kind: String
        var name: String
        var reason: String
    }

    struct Layout: Encodable {
        var file: String
        var kept: Int
        var moved: Int
        var added: Int
        var removed: Int
        var waste: Double
        var repacked: Bool

        init(_ change: LayoutChange) {
            file = change.path
            kept = change.report.kept
            moved = change.report.moved
            added = change.report.added
            removed = change.report.removed
            waste = change.report.waste
            repacked = change.report.isRepacked
        }
    }

    struct Difference: Encodable {
        var kind: String
        var path: String
        var details: [String]
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
    var layouts: [Layout]

    init(_ summary: BakeSummary, in folder: String) {
        output = folder
        unchanged = summary.isUnchanged
        targets = summary.targets.map {
            Target(id: $0.id, frames: $0.frames, pages: $0.pages, occupancy: $0.occupancy)
        }
        assets = summary.assets
        files = summary.files
        written = summary.written
        removed = summary.removed
        left = summary.left
        goneTargets = summary.goneTargets
        outdatedTargets = summary.outdatedTargets
        obstacles = summary.obstacles.map(\.path)
        bytes = summary.bytes
        rebuilt = summary.rebuilt.map {
            Anew(kind: $0.kind.rawValue, name: $0.name, reason: $0.reason)
        }
        differences = summary.differences.map {
            Difference(kind: $0.kind.rawValue, path: $0.path, details: $0.details)
        }
        layouts = summary.layouts.map(Layout.init)
    }
}
