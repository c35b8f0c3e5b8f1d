import AtlasBuilding
import Bake
import Diagnostics
import FileStore

/// What a bake did, for people and for machines.
struct BakeReport {
    let summary: BakeSummary
    let request: BakeRequest

    private var folder: String { request.output }
    private var isWorker: Bool { !request.publishes }

    func lines(isVerbose: Bool, explains: Bool) -> [String] {
        switch request.mode {
        case .check: checked(isVerbose: isVerbose)
        case .dryRun: planned
        case .write: baked(isVerbose: isVerbose) + (explains ? explanations : [])
        }
    }

    private var targets: [String] {
        summary.targets.map { target in
            if let pictures = target.pictures {
                return "\(target.id): \(counted(pictures, "picture"))"
            }
            return "\(target.id): \(counted(target.frames, "frame")) on "
                + "\(counted(target.pages, "page")), \(percent(target.occupancy)) occupied"
                + (target.outlines.map { "; " + $0.line() } ?? "")
        }
    }

    private func baked(isVerbose: Bool) -> [String] {
        if summary.isUnchanged {
            let facts = isVerbose ? targets.map { "  \($0)" } : []
            return ["\(folder) is up to date: nothing has changed"] + facts
        }
        var lines = isWorker ? [] : targets.map { "baked \($0)" } + layouts
        if let cache = summary.cache {
            func made(_ kind: Rebuilt.Kind) -> Int { summary.rebuilt.count { $0.kind == kind } }
            lines.append(
                "rendered \(made(.asset)) of \(counted(summary.assets, "asset"))"
                    + (made(.look) > 0 ? ", \(counted(made(.look), "look"))" : "")
                    + (made(.picture) > 0 ? ", \(counted(made(.picture), "picture"))" : "")
                    + " and \(counted(made(.page), "page"))"
                    + (cache.hits > 0 && made(.asset) < summary.assets
                        ? ", took the others from the cache" : "")
            )
        }
        if let remote { lines.append(remote) }
        if summary.sharedNothing {
            return lines + ["shared nothing, and left \(folder) as it is"]
        }
        if isWorker {
            return lines + ["left \(folder) as it is: 'kiln bake --assemble' packs and writes"]
        }
        lines.append(
            "wrote \(summary.publication.written.count) of \(counted(summary.files.count, "file")) "
                + "(\(bytesText(summary.bytes)) in all) to \(folder)"
                + (summary.publication.written.isEmpty ? "" : ":")
        )
        let written = summary.publication.written.map { joinPath(folder, $0) }
        lines += bounded(written, isVerbose).map { "  \($0)" }
        return lines + leftOvers(removing: "removed")
    }

    private var remote: String? {
        summary.remote.map { remote in
            "remote cache: had \(remote.hits) of \(counted(remote.hits + remote.misses, "entry", "entries"))"
                + (remote.fetchedBytes > 0 ? ", \(bytesText(remote.fetchedBytes)) fetched" : "")
                + (remote.stored > 0
                    ? ", \(remote.stored) stored (\(bytesText(remote.storedBytes)))" : "")
                + (remote.failures > 0 ? ", \(counted(remote.failures, "request")) failed" : "")
        }
    }

    /// What becomes of earlier outputs, and of targets that were not baked.
    private func leftOvers(removing: String) -> [String] {
        let place = request.profile.map { "not in profile \($0)" } ?? "no longer in the catalog"
        var lines = summary.goneTargets.map { "target \($0) is \(place): \(removing) its outputs" }
        lines += staleLines(
            summary.publication.removed.map { joinPath(folder, $0) },
            removing: removing
        )
        lines += summary.publication.left.map {
            "kept stale output \(joinPath(folder, $0)): it was modified since Kiln wrote it"
        }
        lines += summary.outdatedTargets.map {
            "target \($0) lacks frames that are new in the catalog; bake it too"
        }
        return lines
    }

    /// What becomes of each layout that is kept.
    private var layouts: [String] {
        summary.layouts.map { "layout \($0.path): \($0.report)" }
    }

    private static let mostFiles = 20

    private var explanations: [String] {
        let encoded = summary.targets.flatMap { $0.encodings ?? [] }.map { file in
            "\(file.path): \(bytesText(file.bytes)), "
                + (file.psnr.map { "PSNR \(decimal($0, 1)) dB" } ?? "lossless")
        }
        if summary.rebuilt.isEmpty { return ["nothing was rebaked"] + encoded }
        return summary.rebuilt.map { thing in
            "rebaked \(thing.kind.rawValue) \(thing.name) because \(thing.reason)"
        } + encoded
    }

    private var planned: [String] {
        if summary.isUnchanged { return ["nothing would change"] + layouts }
        var lines = summary.rebuilt.map { thing in
            "would rebake \(thing.kind.rawValue) \(thing.name) because \(thing.reason)"
        }
        if summary.rebuilt.contains(where: { $0.kind == .asset }) {
            lines.append("and the pages that their frames are on")
        }
        let made = Set(summary.rebuilt.filter { $0.kind == .page }.map(\.name))
        lines += summary.publication.written.filter { !made.contains($0) }.map {
            "would write \(joinPath(folder, $0))"
        }
        lines += leftOvers(removing: "would remove")
        lines += summary.publication.obstacles.map { "in the way: \($0.path): \($0.reason)" }
        return (lines.isEmpty ? ["nothing would change"] : lines) + layouts
    }

    /// Why outputs differ, then which; few of them unless all are asked for.
    private func checked(isVerbose: Bool) -> [String] {
        let differences = summary.publication.differences
        if differences.isEmpty { return ["\(folder) is up to date"] }
        var lines = ["\(folder) is not up to date:"] + bounded(causes, isVerbose).map { "  \($0)" }
        if causes.isEmpty { lines = [] }
        let all = summary.files.count
        let verb = differences.count == 1 ? "differs" : "differ"
        lines.append(
            differences.count > all
                ? "\(counted(differences.count, "file")) \(verb):"
                : "\(differences.count) of \(counted(all, "file")) \(verb):"
        )
        let shown = isVerbose ? differences[...] : differences.prefix(Self.mostDifferences)
        lines += shown.flatMap { described($0, isVerbose) }.map { "  \($0)" }
        let more = differences.count - shown.count
        if more > 0 { lines.append("  and \(more) more (--verbose lists all)") }
        return lines
    }

    private static let mostDifferences = 10
    private static let mostDetails = 3

    private func described(_ difference: OutputDifference, _ isVerbose: Bool) -> [String] {
        let path = difference.isOutput ? joinPath(folder, difference.path) : difference.path
        switch difference.kind {
        case .missing: return ["\(path) is missing"]
        case .stale: return ["\(path) is stale"]
        case .changed: break
        }
        let line = "\(path) is not what a bake makes"
        var details = difference.details
        if !isVerbose, difference.path.hasSuffix(".json") {
            // What other files came to says nothing of its own, and members that moved little more
            // than their number.
            details = details.filter { $0 != "digest differs" && !$0.hasPrefix("files[") }
            if details.isEmpty { return [line + ": the digests of other files"] }
            if details.count > Self.mostDetails {
                return ["\(line): \(details.count) members differ"]
            }
        }
        let most = isVerbose ? Self.mostFiles : Self.mostDetails
        let more = details.count - most
        return [line] + details.prefix(most).map { "  \($0)" }
            + (more > 0 ? ["  and \(more) more"] : [])
    }

    /// What changed between the bake and now.
    private var causes: [String] {
        let causes = summary.publication.causes
        var lines: [String] = []
        if let old = causes.oldVersion {
            lines.append("kiln \(old) baked it, this is kiln \(Generator.version)")
        }
        if causes.catalogChanged { lines.append("the catalog changed") }
        lines += causes.newTargets.map { "the last bake did not include target \($0)" }
        lines += causes.changed.map { "\($0) changed" }
        lines += causes.drawnOtherwise.map { "\($0) changed, or how it is cut, keyed or placed" }
        lines += causes.added.map { "\($0) is new" }
        lines += causes.gone.map { "\($0) is gone" }
        lines += causes.edited.map { "\(joinPath(folder, $0)) was changed since it was baked" }
        return lines
    }

    private func bounded(_ lines: [String], _ isVerbose: Bool) -> [String] {
        guard !isVerbose, lines.count > Self.mostFiles else { return lines }
        return lines.prefix(Self.mostFiles)
            + ["and \(lines.count - Self.mostFiles) more (--verbose lists all)"]
    }
}

extension BakeReport: Encodable {
    private enum CodingKeys: CodingKey { case output }

    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folder, forKey: .output)
    }
}

extension OutlineSummary {
    /// What meshes came to, and the reason why sprites were packed by their rectangles, if they were.
    func line(keepsRectangles reason: String? = nil) -> String {
        let meshes =
            "polygon: \(counted(vertices, "vertex", "vertices")) and "
            + "\(counted(triangles, "triangle")), \(percent(drawnLess)) less drawn"
        if let reason { return meshes + "; packed as rectangles, because \(reason)" }
        return interlock ? meshes + ", \(percent(pagesLess)) less area than rectangles" : meshes
    }
}
