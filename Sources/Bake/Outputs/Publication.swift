import AtlasBuilding
import Catalog
package import FileStore

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
    ///
    /// - Throws: `Obstruction`, `DiskError`, `CancellationError`; the old outputs are whole then.
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
        change.isUntouched = { [earlier] path, digest in earlier?.holds(path, digest) == true }
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
