import AtlasBuilding
import Catalog
package import FileStore
import KilnManifest

/// What became of the output folder, or would.
package struct Publication: Sendable {
    /// Those of the outputs that had to be written.
    package var written: [String] = []
    /// Outputs of an earlier bake that were removed.
    package var removed: [String] = []
    /// Outputs of an earlier bake that are none any more, but were changed since, and so left.
    package var left: [String] = []
    /// What is in the way of the outputs; of dry runs and checks only.
    package var obstacles: [Obstacle] = []
    /// Differences to what is in the output folder; of checks only.
    package var differences: [OutputDifference] = []
    /// Why they differ; of checks only.
    package var causes = CheckCauses()
}

extension BakeRun {
    /// Puts the outputs in place, or compares them with what is there, or says what would be done.
    func publish(_ outputs: OutputSet, layouts: [LayoutChange]) async throws -> Publication {
        var publication = Publication()
        if request.mode == .check {
            publication.differences =
                try differences(of: outputs, from: request.output, disk: context.disk)
                + layoutDifferences(layouts)
            if !publication.differences.isEmpty {
                publication.causes = causes(of: publication.differences, outputs)
                publication.obstacles = plan(outputs).obstacles
            }
            return publication
        }
        let changed = changedFiles(outputs)
        publication.written = changed.map(\.path)
        if request.mode == .dryRun {
            let planned = plan(outputs)
            publication.removed = planned.stale.removed
            publication.left = planned.stale.left
            publication.obstacles = planned.obstacles
            return publication
        }
        context.monitor.began(.write, 1)
        let published = try await context.monitor.measuring(.write, request.output) {
            () async throws(any Error) in
            try await publishing(request.keepsLayouts ? layouts : [], disk: context.disk) {
                changed.isEmpty ? nil : try await folder.publish(change(outputs, changed))
            }
        }
        publication.removed = published?.removed ?? []
        publication.left = published?.left ?? []
        return publication
    }

    private var folder: OutputFolder {
        OutputFolder(path: request.output, record: .manifest, disk: context.disk)
    }

    /// Files that are not known to be there already.
    private func changedFiles(_ outputs: OutputSet) -> [OutputFolder.NewFile] {
        outputs.files.filter { earlier?.holds($0.path, $0.digest) != true }
    }

    /// What a bake would find in its way, and remove.
    private func plan(_ outputs: OutputSet) -> OutputFolder.Plan {
        folder.planned(change(outputs, changedFiles(outputs)))
    }

    private func change(
        _ outputs: OutputSet,
        _ changed: [OutputFolder.NewFile]
    ) -> OutputFolder.Change {
        var change = OutputFolder.Change(files: changed)
        let names = Set(outputs.files.map(\.path))
        change.unchanged = names.subtracting(changed.map(\.path)).sorted()
        change.owned = (earlier?.owned ?? OwnedFiles()).joined(with: outputs.earlier?.owned)
        change.owned.isUntouched = { [earlier] path, digest in earlier?.holds(path, digest) == true
        }
        change.inputs = inputs
        change.kept = outputs.kept
        change.foreignRecord = outputs.otherCatalog.map {
            "of another catalog, \"\($0)\", whose outputs would go"
        }
        change.rules = request.rules
        return change
    }

    /// What the bake reads.
    private var inputs: OutputFolder.Inputs {
        var inputs = OutputFolder.Inputs()
        let disk = context.disk
        let named = loaded.namedFiles.keys.map { joinPath(loaded.folder, $0) }
        for file in [loaded.path] + named + targets.map({ layouts.path(of: $0.id) }) {
            if let real = disk.realPath(file) { inputs.files.insert(real) }
        }
        for source in loaded.catalog.sources.folders {
            let folder = joinPath(loaded.folder, source)
            if let real = disk.realPath(folder) { inputs.folders[real] = source }
        }
        return inputs
    }

    private func layoutDifferences(_ layouts: [LayoutChange]) -> [OutputDifference] {
        layouts.filter(\.isNew).map { layout in
            OutputDifference(
                kind: context.disk.stamp(layout.path) == nil ? .missing : .changed,
                path: layout.path,
                isOutput: false,
                details: ["\(layout.report)"]
            )
        }
    }
}

/// Why outputs are not as a bake would make them, as far as that can be said.
package struct CheckCauses: Hashable, Sendable, Encodable {
    /// Which version of the tool baked them, when it was another one.
    package var oldVersion: String?
    package var catalogChanged = false
    /// Targets that the last bake did not make, perhaps because of its profile.
    package var newTargets: [String] = []
    /// Sources that differ from what was baked, that are new, and that are gone.
    package var changed: [String] = []
    package var added: [String] = []
    package var gone: [String] = []
    /// Sources whose frames differ, where nothing is remembered of the bake: the picture changed,
    /// or how it is cut, keyed or placed.
    package var drawnOtherwise: [String] = []
    /// Outputs that somebody else changed since the bake.
    package var edited: [String] = []

    package init() {}
}

extension BakeRun {
    /// Finds out why outputs differ: from what is remembered of the bake that wrote them, or else
    /// from its manifest and the pixels.
    func causes(of differences: [OutputDifference], _ outputs: OutputSet) -> CheckCauses {
        var causes = CheckCauses()
        let file = joinPath(request.output, manifestName)
        let bytes = try? context.disk.read(file)
        let old = bytes.flatMap { try? Manifest(bytes: $0) }
        if let version = old?.generator.version, version != Generator.version {
            causes.oldVersion = version
        }
        if let old {
            let made = Set(old.targets.map(\.id))
            causes.newTargets = targets.map(\.id).filter { !made.contains($0) }
        }
        let saved = (earlier?.record?.outputs ?? []).compactMap { saved in
            saved.digest.map { (saved.path, $0) }
        }
        let digests = Dictionary(saved) { first, _ in first }
        // What another machine baked and this one got, no record of this one knows.
        let isRemembered = bytes.map { Digest(of: $0) == digests[manifestName] } ?? false
        if isRemembered, let record = earlier?.record, let sources = context.sources {
            causes.catalogChanged =
                record.catalog != loaded.digest || record.files != loaded.fileDigests
            let before = Set(record.sources.map(\.path))
            let now = Set(loaded.scan.files)
            causes.changed = loaded.scan.files.filter { sources.hasChanged($0) == true }
            causes.added = loaded.scan.files.filter { !before.contains($0) }
            causes.gone = record.sources.map(\.path).filter { !now.contains($0) }
            causes.edited = differences.filter { difference in
                guard difference.kind == .changed, let digest = digests[difference.path],
                    let bytes = try? context.disk.read(joinPath(request.output, difference.path))
                else { return false }
                return Digest(of: bytes) != digest
            }.map(\.path)
        } else if let old {
            compare(old, differences, &causes)
        }
        return causes
    }

    /// The assets of frames that are new, gone or differ.
    private func compare(
        _ old: Manifest,
        _ differences: [OutputDifference],
        _ causes: inout CheckCauses
    ) {
        var frames: [OutputDifference.FrameChange: Set<String>] = [:]
        for difference in differences {
            for (change, names) in difference.frames {
                frames[change, default: []].formUnion(names.map(assetName))
            }
        }
        func files(_ change: OutputDifference.FrameChange) -> [String] {
            (frames[change] ?? []).sorted().flatMap { name in
                loaded.index[name]?.files.map(\.path) ?? [name]
            }
        }
        // A frame that moved to another page is new there, and gone here.
        let moved = frames[.new, default: []].intersection(frames[.gone, default: []])
        frames[.new]?.subtract(moved)
        frames[.gone]?.subtract(moved)
        causes.drawnOtherwise = files(.differs)
        causes.added = files(.new)
        causes.gone = files(.gone)
    }

    /// The asset that a frame is of: `dog_pet/3`, or `hat~scarf` for one of several renditions.
    private func assetName(ofFrame name: String) -> String {
        var name = name[...]
        while loaded.index[String(name)] == nil {
            guard let end = name.lastIndex(where: { $0 == "/" || $0 == "~" }) else { break }
            name = name[..<end]
        }
        return String(name)
    }
}
