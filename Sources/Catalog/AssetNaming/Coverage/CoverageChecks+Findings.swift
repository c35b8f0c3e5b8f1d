import Diagnostics

// The findings about a coverage matrix, once all of its cells are processed.

extension CoverageChecks {
    func unresolved() -> [Diagnostic] {
        // Finding similar names costs the product of both lists.
        var hints = MissingArtHints(catalog, index, unused, foreignPictures)
        var list = DiagnosticList(
            missing.map { missing in
                missing.cell.item.map { unresolved($0, missing, &hints) }
                    ?? unresolvedSpecies(missing, &hints)
            }
        )
        let limit = DiagnosticList.limitOfKind
        list.append(.unresolvedSpecies, others: missingSpecies - limit)
        list.append(.unresolvedItem, others: missingItems - limit)
        return list.diagnostics
    }

    private func unresolvedSpecies(
        _ missing: Missing,
        _ hints: inout MissingArtHints
    ) -> Diagnostic {
        let (cell, species) = (missing.cell, missing.cell.species)
        var diagnostic = unresolved(
            .unresolvedSpecies,
            "species",
            at: species.place["id"],
            message: "species \"\(species.id)\" has no art" + partText(cell) + axisText(cell.axes)
                + triedText(missing.resolution),
            help: nameToAdd(missing.resolution).map {
                "add \(newFile($0)), or name other art with \"asset\""
            },
            hints.hint(for: species, part: cell.part, missing.resolution),
            tried: missing.resolution.names
        )
        diagnostic.consequences = itemsOfMissingSpecies[species.id] ?? 0
        // An axis value without any art is reported once, with the axis.
        let values = cell.combination.flatMap { axis, value in
            [Matter.id("axis \(axis)", value), .id("fallback of axis \(axis)", value)]
        }
        return diagnostic.following([.species(species.id)]).following(Set(values))
    }

    private func unresolved(
        _ item: Item,
        _ missing: Missing,
        _ hints: inout MissingArtHints
    ) -> Diagnostic {
        let cell = missing.cell
        let first = "\"\(cell.species.id)\""
        let wearers = catalog.species.count {
            item.fits($0.id) && itemsOfMissingSpecies[$0.id] == nil
        }
        let hasOthers = wearers > missing.speciesCount
        let whom: String
        var tried = triedText(missing.resolution)
        if missing.speciesCount == 1 {
            whom = "for species \(first)"
        } else {
            let some = missing.species.map { "\"\($0)\"" }.joined(separator: ", ")
            let more = missing.speciesCount - missing.species.count
            whom = "for species \(some)" + (more > 0 ? " and \(more) more" : "")
            tried = "; for \(first) it" + tried.dropFirst()
        }
        return unresolved(
            .unresolvedItem,
            "item",
            at: item.place["id"],
            message: "item \"\(item.id)\" has no art \(whom)" + partText(cell)
                + axisText(cell.axes) + tried,
            help: nameToAdd(missing.resolution, isShared: missing.speciesCount > 1).map {
                "add \(newFile($0)), or list under \"species\" who can wear it"
            },
            hints.hint(for: item, cell, missing.resolution, isDrawnElsewhere: hasOthers),
            tried: missing.resolution.names
        )
        .spoiling([.art(ofItem: item.id)])
        .following(
            missing.speciesCount == 1
                ? [.item(item.id), .species(cell.species.id)] : [.item(item.id)]
        )
    }

    /// A thing of a kind without art under the names that were `tried`; what a hint knows better
    /// precedes `place` and `help`.
    func unresolved(
        _ check: Check,
        _ kind: String,
        at place: CatalogPlace,
        message: String,
        help: String?,
        _ hint: MissingArtHints.Hint?,
        tried names: [String]
    ) -> Diagnostic {
        Diagnostic(
            check,
            at: (hint?.place ?? place).location,
            message: message,
            help: hint?.help ?? help,
            related: (hint?.files ?? []).map { SourceLocation(path: $0) }
        )
        .mended(by: hint?.fix)
        .spoiling(hint?.meantID.map { [.id(kind, $0)] } ?? [])
        .spoiling(Set(names.map { .id("asset", $0) }))
        .following(unusable(among: names))
    }

    func triedText(_ resolution: Resolution) -> String {
        let tried = resolution.names
        return tried.isEmpty
            ? ", no template applies" : ", found no \(tried.joined(separator: ", no "))"
    }

    private func partText(_ cell: Coverage.Cell) -> String {
        let parts = cell.subject.parts
        return parts.isEmpty ? "" : ", part \(cell.part + 1) (\(parts[cell.part].asset))"
    }

    func axisText(_ axes: [String: String]) -> String {
        axes.isEmpty
            ? ""
            : " ("
                + axes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ") + ")"
    }

    /// The matters of assets that are empty image sets, or whose files cannot be used.
    private func unusable(among names: [String]) -> Set<Matter> {
        Set(
            names.filter { index.emptySets[$0] != nil }
                .map { .id(ImageSet.matter, $0.lastComponent) }
                + names.map { .file($0.lastComponent) }
        )
    }

    /// The suggested name for new art: that of an empty image set, or the first; of shared art the
    /// first without a species.
    private func nameToAdd(_ resolution: Resolution, isShared: Bool = false) -> String? {
        let names = resolution.attempts.lazy.map(\.name)
        return names.first { index.emptySets[$0] != nil }
            ?? resolution.attempts.first {
                isShared && !$0.template.placeholders.contains("species")
            }?.name ?? resolution.nameToAdd(without: catalog.sparseAxes)
    }

    /// A suggested path for the asset's file.
    func newFile(_ asset: String) -> String {
        if let path = index.emptySets[asset] { return path + " to the image set" }
        return (catalog.sources.folders.first.map { $0 + "/" } ?? "") + asset + ".png"
    }

    func fallbacks() -> [Diagnostic] {
        var found = DiagnosticList()
        for item in catalog.items {
            guard let owner = owners[item.id] else { continue }
            for cell in sharers[item.id] ?? [] {
                found.append(.lastFallback) {
                    Diagnostic(
                        .lastFallback,
                        at: item.place["id"].location,
                        message: "item \"\(item.id)\" has only the shared art "
                            + "\"\(cell.winner?.name ?? "")\" for "
                            + "species \"\(cell.species.id)\", while \"\(owner)\" has its own",
                        help: (cell.resolution.attempts.first?.name).map {
                            "add \(newFile($0)) if the shared art does not fit"
                        }
                    )
                    .following([.item(item.id)])
                }
            }
            found.append(.lastFallback, others: othersSharing[item.id] ?? 0)
        }
        return found.diagnostics
    }

    func axesWithoutArt() -> [Diagnostic] {
        let used = catalog.placeholders
        let axes = catalog.axes.filter { used.contains($0.name) }
        let words = Set(unused.flatMap { $0.name.split(separator: "_").map(String.init) })
        return axes.flatMap { axis -> [Diagnostic] in
            // Unknown values that looks and files name.
            let named = words.subtracting(axis.ids)
                .intersection(catalog.looks.compactMap { $0.axes[axis.name] }).sorted()
            return axis.values.compactMap { entry in
                let value = entry.id
                let meant = gaps.areFilled ? nil : nearestMatch(to: value, in: named)
                // Art without a value shows the default drawn without a word.
                guard !axis.isSparse || meant != nil,
                    value != axis.defaultValue, !drawn.contains([axis.name, value]),
                    // Required values are reported separately.
                    !required.gaps.contains(where: { $0.axis == axis.name && $0.value == value })
                else { return nil }
                // Otherwise nothing can be shown.
                let isNeeded =
                    !gaps.areFilled
                    && (meant != nil || missing.contains { $0.cell.combination[axis.name] == value }
                        || missingImages.contains { image in
                            image.combinations.contains { $0[axis.name] == value }
                        })
                let near = isNeeded ? meant ?? nearestMatch(to: value, in: words.sorted()) : nil
                return Diagnostic(
                    .axisWithoutArt,
                    severity: isNeeded ? .error : nil,
                    at: entry.place.location,
                    message:
                        "the value \"\(value)\" of axis \"\(axis.name)\" has no art of its own",
                    help: near.map { "did you mean \"\($0)\"? files are named by it" }
                        ?? "add art for it, remove the value, or say \"sparse\": true of the axis",
                    related: unused.filter { asset in near.map(asset.name.contains) ?? false }
                        .map { SourceLocation(path: $0.files[0].path) }
                )
                .spoiling([.id("axis \(axis.name)", value)])
                .following([.id("fallback of axis \(axis.name)", value)])
                .spoiling(near.map { [.id("value of axis \"\(axis.name)\"", $0)] } ?? [])
            }
        }
    }

    func unusedAssets() -> [Diagnostic] {
        guard !unused.isEmpty else { return [] }
        // A misspelled file may mean a wanted name, but comparing very many takes too long.
        let isTooLong = wanted.count * unused.count > Self.longestComparison
        let wanted = isTooLong ? [] : wanted
        let new = FilesForNewThings(catalog, unused)
        let (series, reported) = numberedSeries()
        return reported
            + unused.filter { !series.contains($0.name) }.map { asset in
                let path = asset.files[0].path
                let near =
                    shadows[asset.name] == nil ? nearestSpelling(of: asset.name, in: wanted) : nil
                let known =
                    shadows[asset.name].map { "\"\($0)\" is found before it" }
                    ?? near.map { "did you mean \"\($0)\"? " + rename("it", path, to: $0) }
                    ?? MisspelledDensity(asset.name)?.help(for: path, "it")
                return Diagnostic(
                    .unusedAsset,
                    at: SourceLocation(path: path),
                    message: "no species, no item and no image uses the asset \"\(asset.name)\"",
                    help: known ?? new.advice(for: asset).help
                )
                .following(itemsNamed(in: asset.name).union([.ids, .id("asset", asset.name)]))
            }
    }

    /// Items whose art it may be, if their catalog entries have problems.
    private func itemsNamed(in name: String) -> Set<Matter> {
        guard unused.count * catalog.items.count <= Self.longestComparison else { return [] }
        return Set(
            catalog.items.lazy.filter { name.contains($0.asset) }
                .flatMap { [.item($0.id), .art(ofItem: $0.id), .wearers(ofItem: $0.id)] }
        )
    }

    /// Unused files that look like the frames of one animation, reported together.
    private func numberedSeries() -> (names: Set<String>, found: [Diagnostic]) {
        let frames = unused.compactMap { asset in
            NumberedStem(asset.name).map { (stem: $0, asset: asset) }
        }
        var names: Set<String> = []
        var found: [Diagnostic] = []
        for (name, group) in Dictionary(grouping: frames, by: \.stem.name).sorted(by: {
            $0.key < $1.key
        })
        where group.count > 1 && index[name] == nil {
            let group = group.sorted { $0.stem.number < $1.stem.number }
            let (first, last) = (group[0], group[group.count - 1])
            guard last.stem.number - first.stem.number == group.count - 1 else { continue }
            names.formUnion(group.map(\.asset.name))
            found.append(
                Diagnostic(
                    .unusedAsset,
                    at: SourceLocation(path: first.asset.files[0].path),
                    message:
                        "nothing uses \(group.count) numbered files, found \"\(first.asset.name)\" to "
                        + "\"\(last.asset.name)\"",
                    help:
                        "if they are the frames of \"\(name)\", say \"frames\": \"numbered\" in a rule of "
                        + "\"sheets\" for it"
                )
            )
        }
        return (names, found)
    }

    /// More combinations than are resolved, of things in a member of the catalog.
    func tooMany(_ member: String, _ things: String, _ help: String) -> Diagnostic {
        Diagnostic(
            .tooManyCombinations,
            at: catalog.place[member].nameLocation,
            message: "\(things) have more combinations than are resolved, "
                + "expected at most \(Coverage.limit)",
            help: help
        )
    }
}
