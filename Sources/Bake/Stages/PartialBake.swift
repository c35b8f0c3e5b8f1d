internal import Catalog
internal import Digests
internal import FileStore
internal import KilnManifest

extension BakeRun {
    /// A manifest with all its targets, those too that this bake did not make.
    struct MergedManifest {
        var manifest: Manifest
        /// Paths of outputs that stay as an earlier bake left them.
        var kept: Set<String> = []
        /// Targets of the earlier bake that the catalog does not have any more.
        var gone: [String] = []
        /// Targets that stay, and miss frames that the manifest names.
        var outdated: [String] = []
    }

    /// Joins what was baked with what stays of the earlier bake.
    ///
    /// A bake of some targets leaves the others as they are. A bake of all targets keeps none that
    /// left the catalog.
    func merged(
        _ manifest: Manifest,
        _ baked: [BakedTarget],
        _ outputs: [Output],
        _ earlier: ManifestFile?
    ) -> MergedManifest {
        var merged = MergedManifest(manifest: manifest)
        merged.manifest.targets = baked.map(\.manifest)
        merged.manifest.files = outputs.map { output in
            Manifest.File(
                path: output.path,
                bytes: output.byteCount,
                sha256: output.digest.text
            )
        }
        guard case .kiln(let old, _) = earlier else { return merged }
        let known = loaded.knownTargets(request).map(\.id)
        let made = Set(baked.map(\.manifest.id))
        let others = old.targets.filter { !made.contains($0.id) }
        guard request.targets != nil else {
            merged.gone = others.map(\.id).filter { !known.contains($0) }
            return merged
        }
        let owned = earlier?.owned ?? OwnedFiles()
        let files = old.files.filter { file in
            owned.digests[file.path] != nil
                && others.contains { file.path.hasPrefix($0.id + "/") }
        }
        let order = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
        merged.manifest.targets = (merged.manifest.targets + others).enumerated().sorted {
            (order[$0.element.id] ?? .max, $0.offset) < (order[$1.element.id] ?? .max, $1.offset)
        }.map(\.element)
        merged.manifest.files = (merged.manifest.files + files).sorted { $0.path < $1.path }
        merged.kept = Set(files.map(\.path))
        let arts = manifest.species.flatMap(\.art) + manifest.items.flatMap(\.art)
        let names = Set(arts.flatMap(\.frames))
        merged.outdated = others.filter { target in
            target.kind == TargetKind.atlas.rawValue
                && !names.allSatisfy { target.frames[$0] != nil }
        }.map(\.id)
        return merged
    }
}
